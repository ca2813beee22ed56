import { readPage } from "./harness/page";
import { writePolicyPack } from "./harness/policy-pack";
import { counts, declaring, web } from "./harness/servers";
import { story } from "./harness/story";

story("a policy for the class Vps, as its page shows it, judges each server before it is bought", async (stage) => {
  const [pack] = readPage("docs/policies.md").steps;
  if (pack === undefined || !("program" in pack)) throw new Error("the page shows no pack");
  const options = writePolicyPack(stage, pack.program);
  const stack = await stage.newStack({ program: declaring(web("memoryMb: 16384")) });
  const { text } = (await stack.up(options)).expectFailure();
  expect(text).toContain("[mandatory]  small-servers  (pulumi-nodejs:rimuhosting:Vps: web)");
  expect(text).toContain("Set memoryMb to at most 8192.");
  expect(text).toContain("Set maxMonthlyCostUsd.");
  expect(counts(stage.simulator).bought).toBe(0);
  stack.project.write(declaring(web("memoryMb: 2048, maxMonthlyCostUsd: 30")));
  (await stack.up(options)).expectOk();
  expect(counts(stage.simulator).bought).toBe(1);
});
