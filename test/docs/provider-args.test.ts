import { settingNames } from "../../provider/service/environment";
import { settingTable } from "../../provider/service/settings";
import { readDeclarations } from "./reference/declarations";
import { shapeOf } from "./reference/reading";

test("an explicit provider accepts every setting, and says its default", () => {
  const { members } = shapeOf(readDeclarations(), "ProviderArgs");
  expect(members.map(({ name }) => name)).toEqual([...settingNames]);
  for (const [index, name] of settingNames.entries()) {
    const fallback = settingTable[name].parse(undefined) ?? "(none|no limit)";
    expect(members[index]?.text).toMatch(new RegExp(`Default:\\s\`?${fallback}\`?\\.`));
  }
});
