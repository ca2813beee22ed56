import { counts, dieAt } from "./harness/servers";
import type { Stack } from "./harness/stack";
import { readDeployment } from "./harness/state";
import { type Story, story } from "./harness/story";

const otherKey = "canary-other-key";

/** Two servers, one of them an explicit provider's. Nothing secret is among their arguments. */
const program = (memoryMb: number, thereDomain = "there.example.com"): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const eu = new rimuhosting.Provider("eu", { apiKey: new pulumi.Config().requireSecret("otherKey") });
new rimuhosting.Vps("web", { domainName: "web.example.com", memoryMb: ${memoryMb} });
new rimuhosting.Vps("there", { domainName: "${thereDomain}", memoryMb: ${memoryMb} }, { provider: eu });`;

const experimental = { env: { PULUMI_EXPERIMENTAL: "true" } };

const savePlan = async (stack: Stack): Promise<void> =>
  void (await stack.preview({ args: ["--save-plan", "plan.json"], ...experimental })).expectOk();

const withPlan = { args: ["--plan", "plan.json"], ...experimental };

/** The resources of this package in the state, with their secrets in plain text. */
const savedIn = async (stack: Stack) =>
  readDeployment(await stack.exportState({ showSecrets: true })).filter(({ type }) => type.includes(":rimuhosting:"));

/** The other key, and every password. */
function secretsOf({ simulator: { world } }: Story): string[] {
  const passwords = world.orders().flatMap(({ orderOid }) => world.rootPassword(orderOid) ?? []);
  return [otherKey, ...passwords];
}

const shownIn = (text: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => text.includes(secret));

story(
  "a saved plan holds after a kill, for a change and for a replacement; no plan shows a secret, not even one that is violated",
  async (stage) => {
    const stack = await stage.newStack({ program: program(1024) });
    await stack.setConfig("otherKey", otherKey, { isSecret: true });
    await savePlan(stack);
    await dieAt(stage.simulator, stack, "new-vps", "after-work", () => stack.upInBackground(withPlan));
    // The key in the state is the one of the plan, so the plan still fits.
    const resumed = (await stack.up(withPlan)).expectOk();
    expect(stage.simulator.world.activeOrders()).toHaveLength(2);

    stack.project.write(program(2048, "there.example.net"));
    await savePlan(stack);
    (await stack.up(withPlan)).expectOk();
    expect(counts(stage.simulator)).toEqual({ bought: 3, cancelled: 1 });

    await savePlan(stack);
    stack.project.write(program(4096));
    const violated = (await stack.up(withPlan)).expectFailure();
    expect(violated.text).toContain("violates plan");
    const secrets = secretsOf(stage);
    expect(secrets).toHaveLength(4);
    expect(shownIn(resumed.text + violated.text, secrets)).toEqual([]);
    expect(shownIn(JSON.stringify((await savedIn(stack)).map(({ inputs }) => inputs)), secrets)).toEqual([]);
  },
  { simulator: { apiKeys: ["12345", otherKey] } },
);
