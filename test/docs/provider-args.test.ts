import { readFileSync } from "node:fs";
import { join } from "node:path";
import { settingTable } from "../../provider/api/setting-table";

/** The properties of `ProviderArgs` with their comments, as an editor shows them. */
function documented(): Map<string, string> {
  const text = readFileSync(join(__dirname, "../../provider/resource/provider.ts"), "utf8");
  const properties = text.matchAll(/\/\*\* ([^\n]*) \*\/\n {2}(\w+)\?: /g);
  return new Map(Array.from(properties, ([, comment = "", name = ""]) => [name, comment]));
}

test("an explicit provider accepts every setting, with the meaning and the default of the table", () => {
  const shown = documented();
  expect([...shown.keys()]).toEqual(Object.keys(settingTable));
  for (const [name, { meaning, fallback }] of Object.entries(settingTable)) {
    expect(shown.get(name)).toContain(meaning);
    if (fallback !== undefined) expect(shown.get(name)).toMatch(new RegExp(`Default: \`?${fallback}\`?\\.`));
  }
});
