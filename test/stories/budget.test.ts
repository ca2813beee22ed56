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

story("a budget holds purchases, resizes and replacements, and counts what others have bought", async (stage) => {
  const { simulator } = stage;
  const stack = await stage.newStack({ program: fleet(numbered(3)), config: budget });
  const first = (await stack.up({ preview: true })).expectOk();
  expect(first.text).toContain("USD 5.82/month; brings the account's total to USD 17.46");
  simulator.journal.clear();

  stack.project.write(fleet(numbered(3), "memoryMb: 4096"));
  expect((await stack.up()).expectFailure().text).toContain("maxTotalMonthlyCostUsd is 30");
  expect(simulator.journal.calls("delete-vps")).toEqual([]);

  // Replaced in London, each larger than before: the preview refuses the run before anything is cancelled.
  stack.project.write(fleet(numbered(3), 'memoryMb: 4096, dcLocation: "DCLONDON"'));
  (await stack.up({ preview: true })).expectFailure();
  expect(simulator.world.activeOrders()).toHaveLength(3);

  for (const name of ["by-hand", "other"]) simulator.world.placeOrder({ domainName: `${name}.example.com` });
  stack.project.write(fleet(numbered(4), "memoryMb: 1024"));
  expect((await stack.preview()).expectFailure().text).toContain("by-hand.example.com");
});
