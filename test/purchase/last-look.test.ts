import { entryOf } from "../../provider/host/memory";
import { Refusal } from "../../provider/host/outcomes";
import { createServer } from "../../provider/run/create";
import { lookForStrays } from "../../provider/run/key-provider";
import {
  clock,
  contextWithKeysOf,
  desiredOf,
  newContext,
  simulator,
  surroundings,
  type TestContext,
} from "../server/support/simulated-service";

const web = desiredOf("web");
const bought = async () => (await createServer(contextWithKeysOf(["web"]), web)).outputs;

/** What the deletion of the key comes to. */
async function lookedAt(context: TestContext, madeBy?: string) {
  const startMs = clock.now();
  const { reporter } = context;
  const host = { context: () => context, reporter, providerName: "" };
  const look = lookForStrays(host, { key: web.__key, madeBy }, undefined);
  const error: unknown = await look.catch((reason) => reason);
  const refusal = error instanceof Refusal ? error.message : undefined;
  if (error !== undefined && refusal === undefined) throw error;
  return { refusal, warnings: context.warnings, progress: context.progress, seconds: (clock.now() - startMs) / 1000 };
}

test("what a list still shows as active is read singly before anything fails", async () => {
  const { orderOid } = await bought();
  simulator.variants.listLagMs = 60_000;
  clock.advance(61_000);
  simulator.world.cancelOutside(orderOid);
  expect(await lookedAt(newContext())).toMatchObject({ refusal: undefined, warnings: [] });
});

test("an order under another key is no concern of this one, though it has the name", async () => {
  await createServer(contextWithKeysOf(["app"]), { ...desiredOf("app"), domainName: "web.example.com" });
  expect(await lookedAt(newContext())).toMatchObject({ refusal: undefined });
});

test("an order that an entry of this run holds fails nothing: only the key was replaced", async () => {
  const { orderOid } = await bought();
  const context = newContext();
  context.memory.ofOrder(orderOid).entries.add(entryOf(web));
  expect(await lookedAt(context)).toMatchObject({ refusal: undefined, warnings: [] });
});

test("otherwise an order that an interrupted run has sent is waited for", async () => {
  simulator.variants.listLagMs = 25_000;
  const { orderOid } = await bought();
  const { refusal, seconds } = await lookedAt(newContext());
  expect(refusal).toContain(`order ${orderOid} (`);
  expect(seconds).toBeGreaterThan(0);
  simulator.reset();
  const none = await lookedAt(newContext());
  expect(none.seconds).toBe(30);
  expect(new Set(none.progress)).toEqual(new Set([expect.stringMatching(/ until \d\d:\d\d:\d\d UTC for /)]));
});

test("under a key that another provider has made, an order may be where this one cannot look", async () => {
  const { refusal } = await lookedAt(newContext(), "eu");
  expect(refusal).toContain('was made for the provider "eu", whose account may be another');
});

test("unless its server was in this account: the provider has another name, and the account is the same", async () => {
  const { orderOid } = await bought();
  simulator.world.cancelOutside(orderOid);
  expect(await lookedAt(newContext(), "eu")).toMatchObject({ refusal: undefined, warnings: [] });
});

test("or its server was taken out of the state by this very run: bought under another key, or adopted", async () => {
  const context = newContext();
  context.memory.ofKey(web.__key).isSettled = true;
  expect(await lookedAt(context, "eu")).toMatchObject({ refusal: undefined, warnings: [] });
});

test("of orders that the service finds, only those with the key prove that", async () => {
  await createServer(contextWithKeysOf(["app"]), { ...desiredOf("app"), domainName: "app.example.com" });
  simulator.variants.metaSearch = "ignored";
  expect((await lookedAt(newContext(), "eu")).refusal).toContain('made for the provider "eu"');
});

test("the wait ends with the run, and leaves the key where it is", async () => {
  surroundings.engine = () => "stopped";
  const { refusal, seconds } = await lookedAt(newContext());
  expect(refusal).toContain("The run was stopped before it could check for orders that are still billed");
  expect(seconds).toBeLessThan(10);
});
