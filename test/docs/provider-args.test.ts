import { settingTable } from "../../provider/api/setting-table";
import { settingNames } from "../../provider/schema/setting-names";
import { readDeclarations } from "./reference/declarations";
import { shapeOf } from "./reference/reading";

test("an explicit provider accepts every setting, and says its default", () => {
  const { members } = shapeOf(readDeclarations(["resource"]), "ProviderArgs");
  expect(members.map(({ name }) => name)).toEqual([...settingNames]);
  for (const [index, name] of settingNames.entries()) {
    const fallback = settingTable[name].parse(undefined) ?? "(none|no limit)";
    expect(members[index]?.text).toMatch(new RegExp(`Default: \`?${fallback}\`?\\.`));
  }
});
