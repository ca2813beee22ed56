import { counts } from "./harness/servers";
import { story } from "./harness/story";

const fleet = (names: readonly string[], args = "memoryMb: 1024") => `
  import * as rimuhosting from "pulumi-rimuhosting";
  for (const name of ${JSON.stringify(names)})
    new rimuhosting.Vps(name, { domainName: \`\${name}.example.com\`, ${args} });
`;

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `web-${index + 1}`);

const budget = { "rimuhosting:maxTotalMonthlyCostUsd": "30" };

story("a loop of 50 servers does not get past a budget of USD 30, in the preview or in the up", async (stage) => {
  const stack = await stage.newStack({ program: fleet(numbered(50)), config: budget });
  const preview = (await stack.preview()).expectFailure();
  expect(preview.text).toContain(
    "the setting maxTotalMonthlyCostUsd is 30, but the account's orders together would cost USD 34.92 a month:",
  );
  expect(stage.simulator.world.orders()).toEqual([]);
  (await stack.up({ args: ["--parallel", "64"] })).expectFailure();
  expect(counts(stage.simulator).bought).toBeLessThanOrEqual(5);
});
