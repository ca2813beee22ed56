import { counts } from "./harness/servers";
import { story } from "./harness/story";

const fleet = `
  import * as rimuhosting from "pulumi-rimuhosting";
  for (let index = 0; index < 20; index++)
    new rimuhosting.Vps(\`web-\${index}\`, { domainName: \`web-\${index}.example.com\`, memoryMb: 1024 });
`;

story("a loop of 20 servers does not get past a budget of USD 30, however many are ordered at once", async (stage) => {
  const config = { "rimuhosting:maxTotalMonthlyCostUsd": "30" };
  const stack = await stage.newStack({ program: fleet, config });
  (await stack.up({ args: ["--parallel", "64"] })).expectFailure();
  expect(counts(stage.simulator).bought).toBeLessThanOrEqual(5);
});
