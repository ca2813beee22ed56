import { counts, quickStory } from "./harness/servers";

const fleet = (names: readonly string[], args = "memoryMb: 1024") => `
  import * as rimuhosting from "pulumi-rimuhosting";
  for (const name of ${JSON.stringify(names)})
    new rimuhosting.Vps(name, { domainName: \`\${name}.example.com\`, ${args} });
`;

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `web-${index + 1}`);

const budget = { "rimuhosting:maxTotalMonthlyCostUsd": "30" };

quickStory("a loop of 50 servers does not get past a budget of USD 30, in the preview or in the up", async (told) => {
  const stack = await told.newStack({ program: fleet(numbered(50)), config: budget });
  const preview = (await stack.preview()).expectFailure();
  expect(preview.text).toContain(
    "the setting maxTotalMonthlyCostUsd is 30, but this stack's servers in this account would cost USD 34.92 a month:",
  );
  expect(preview.text.match(/- web-\d+\.example\.com \(new\): USD 5\.82/g)).toHaveLength(6);
  expect(told.simulator.world.orders()).toEqual([]);
  (await stack.up({ args: ["--parallel", "64"], env: { RIMUHOSTING_MAXCONCURRENTPURCHASES: "16" } })).expectFailure();
  expect(counts(told.simulator).bought).toBeLessThanOrEqual(5);
});

quickStory("a budget holds purchases, resizes and replacements together, and the total is said once", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: fleet(numbered(3)), config: budget });
  const first = (await stack.up({ preview: true })).expectOk();
  expect(
    first.text.match(/3 servers to order; this stack's servers in this account: USD 0\.00 → USD 17\.46\/month/g),
  ).toHaveLength(1);
  simulator.journal.clear();

  stack.project.write(fleet(numbered(3), "memoryMb: 4096"));
  expect((await stack.up()).expectFailure().text).toMatch(/web-\d\.example\.com \(resized\): USD 13\.32/);
  expect(simulator.journal.calls("delete-vps")).toEqual([]);

  // Replaced in London, each larger than before: the preview refuses the run before anything is cancelled.
  stack.project.write(fleet(numbered(3), 'memoryMb: 4096, dcLocation: "DCLONDON"'));
  (await stack.up({ preview: true })).expectFailure();
  expect(simulator.world.activeOrders()).toHaveLength(3);

  // A resize to less makes no room in the same run: the purchase may come first.
  stack.project.write(fleet(numbered(4)));
  const fourth = (await stack.preview()).expectFailure();
  expect(fourth.text).toContain("would cost USD 30.78 a month");
});

quickStory("a run that resizes several says what they cost before and after", async (told) => {
  const stack = await told.newStack({ program: fleet(numbered(3)) });
  (await stack.up()).expectOk();

  stack.project.write(fleet(numbered(3), "memoryMb: 2048"));
  const preview = (await stack.preview()).expectOk();
  expect(preview.text).toContain("3 servers to resize together: USD 17.46 → USD 24.96/month");

  stack.project.write(fleet(numbered(4), "memoryMb: 2048"));
  const both = (await stack.preview()).expectOk();
  expect(both.text).toContain(
    "1 server to order, 3 to resize; this stack's servers in this account: USD 17.46 → USD 33.28/month",
  );
});
