import { Unknown } from "../../provider/engine/properties";
import { createServer } from "../../provider/vps/create";
import type { Desired } from "../../provider/vps/desired";
import { diffVps } from "../../provider/vps/diff";
import { Preview } from "../../provider/vps/preview";
import { desiredOf, newContext, simulator } from "./support/simulated-service";

const previewOf = (context = newContext()) => new Preview(() => ({ ...context, context: () => context }));

const checked = async (desired: Desired) => {
  const context = newContext();
  expect(await previewOf(context).checkOrder(desired)).toEqual([]);
  return context.warnings;
};

const lists = () => simulator.journal.calls("list-orders").filter(({ path }) => !path.includes("meta")).length;

test("a host that no order of the account is on is a warning before anything is bought, once for all servers", async () => {
  const context = newContext();
  const preview = previewOf(context);
  for (const name of ["one", "two"]) await preview.checkOrder(desiredOf(name, { hostServerOid: "99999" }));
  expect(context.warnings).toEqual([
    expect.stringMatching(
      /^hostServerOid is 99999, but no order of this account is on that host\. .* nothing is bought\.$/,
    ),
  ]);
  expect(lists()).toBe(1);
});

test("a host that an order is on, and one that is not known yet, say nothing", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("first"));
  expect(await checked(desiredOf("second", { hostServerOid: outputs.hostServerOid }))).toEqual([]);
  expect(await checked({ ...desiredOf("third"), hostServerOid: new Unknown() })).toEqual([]);
});

test("a purchase and a resize in one run share one list", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 2048 }));
  const context = newContext({ maxTotalMonthlyCostUsd: "100" });
  const preview = previewOf(context);
  simulator.journal.clear();
  const enlarged = desiredOf("web", { memoryMb: 4096 });
  await preview.reportChange(outputs, enlarged, diffVps(outputs, enlarged));
  expect(await preview.checkOrder(desiredOf("db"))).toEqual([]);
  // Beside it only what a search by a tag finds is asked for.
  expect(lists()).toBe(1);
});
