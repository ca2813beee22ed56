import { z } from "zod";
import { dieAt, orderOf, quickStory } from "../harness/servers";
import type { Stack } from "../harness/stack";

const program = `
  import * as rimuhosting from "pulumi-rimuhosting";
  new rimuhosting.Vps("web", { domainName: "web.example.com", runningState: "NOTRUNNING" });
`;

const PendingPurchase = z.object({ __sentAt: z.string() });

/** Lets the purchase that the state remembers be two hours old. */
async function ageThePurchase(stack: Stack): Promise<void> {
  const since = PendingPurchase.parse(stack.findInState("web")?.outputs).__sentAt;
  const earlier = new Date(Date.parse(since) - 2 * 3_600_000).toISOString();
  (await stack.importState((await stack.exportState()).replaceAll(since, earlier))).expectOk();
}

quickStory("a purchase of a stopped server that is repeated after an hour ends with a stopped server", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program });
  simulator.faults.add({ call: "new-vps", how: "reset", moment: "before-work" });
  (await stack.up()).expectFailure();
  await ageThePurchase(stack);
  simulator.faults.add({ call: "running-state", how: { status: 400, message: "The host is under maintenance." } });
  const failed = (await stack.up()).expectFailure();
  expect(failed.text).toContain("was bought and is running, but it could not be stopped");
  expect(simulator.world.orders()).toMatchObject([{ orderOid: orderOf(stack), runningState: "RUNNING" }]);

  (await stack.up()).expectOk();
  expect(simulator.world.orders()).toMatchObject([{ orderOid: orderOf(stack), runningState: "NOTRUNNING" }]);
  (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
  (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
});

quickStory("an order of a killed run is stopped when it is adopted; one that was started is seen", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program });
  await dieAt(simulator, stack, "new-vps");
  (await stack.up()).expectOk();
  expect(simulator.world.orders()).toMatchObject([{ orderOid: orderOf(stack), runningState: "NOTRUNNING" }]);

  simulator.world.startOutside(Number(orderOf(stack)));
  (await stack.refresh()).expectOk();
  expect(stack.findInState("web")?.outputs).toMatchObject({ runningState: "RUNNING" });
  (await stack.up()).expectOk();
  expect(simulator.world.orders()).toMatchObject([{ runningState: "NOTRUNNING" }]);
});
