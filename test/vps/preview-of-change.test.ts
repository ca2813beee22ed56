import { createServer } from "../../provider/vps/create";
import type { Desired } from "../../provider/vps/desired";
import { diffVps } from "../../provider/vps/diff";
import { Preview } from "../../provider/vps/preview";
import type { OwnedServer } from "../../provider/vps/state";
import { clock, desiredOf, newContext, otherHost, simulator } from "./support/simulated-service";

const previewOf = (context = newContext()) => new Preview(() => ({ ...context, context: () => context }));

const report = (recorded: OwnedServer, desired: Desired, context = newContext()) =>
  previewOf(context).reportChange(recorded, desired, diffVps(recorded, desired));

/** The diff has shown that the run replaces the server's order. */
const replacing = ({ memory }: ReturnType<typeof newContext>, { __key: key }: { __key: string }, old: OwnedServer) => {
  memory.ofKey(key).replacedOid = old.orderOid;
};

const lists = () => simulator.journal.calls("list-orders").filter(({ path }) => !path.includes("meta")).length;

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

test("a preview refuses what the up would refuse: a change of a suspended server", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { runningState: "RUNNING" }));
  simulator.world.suspendOutside(outputs.orderOid);
  const stopped = desiredOf("web", { runningState: "NOTRUNNING" });
  await expect(report(outputs, stopped)).rejects.toThrow(
    /was not changed: it has been suspended since .*: ask the service's support/,
  );
});

test("a preview refuses what the up would refuse: a change of an order that the key cannot see", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  simulator.reset();
  const enlarged = desiredOf("web", { memoryMb: 2048 });
  await expect(report(outputs, enlarged)).rejects.toThrow(/Reading order \d+ was refused by the service \(404/);
});

test("a preview warns of a cancelled server, without a price, and does not refuse: an interrupted replacement may buy it again", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  simulator.world.cancelOutside(outputs.orderOid);
  const enlarged = { ...desiredOf("web", { memoryMb: 2048 }), __isPreview: true };
  const context = newContext();
  await report(outputs, enlarged, context);
  expect(context.warnings).toEqual([expect.stringContaining("is cancelled. Unless this run replaces it")]);
  expect(context.summaries).toEqual([]);
});

test("a cancelled server is not said to be kept by a guard: an interrupted replacement may have cancelled it", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web"));
  simulator.world.cancelOutside(outputs.orderOid);
  for (const guard of [{ onImageChange: "forbid" }, { __isProtected: true }] as const) {
    const context = newContext();
    await report(outputs, { ...desiredOf("web", { distro: "ubuntu2404.64" }), ...guard, __isPreview: true }, context);
    expect(context.warnings).toEqual([expect.stringContaining("is cancelled. Unless this run replaces it")]);
  }
});

test("a preview of a change says that the server is due to be cancelled, even if the state does not know", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  simulator.world.cancelAtPeriodEndOutside(outputs.orderOid);
  const context = newContext();
  await report(outputs, { ...desiredOf("web", { memoryMb: 2048 }), __isPreview: true }, context);
  expect(context.summaries).toEqual([
    expect.stringMatching(/; due to be cancelled on \d{4}-\d\d-\d\d, with its data$/),
  ]);
});

test("a preview of a resize that an interrupted run has done says so, and speaks of no restart", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  const enlarged = { ...desiredOf("web", { memoryMb: 2048, diskSpaceMb: 30_720 }), __isPreview: true };
  simulator.world.resizeOutside(outputs.orderOid, { memoryMb: 2048 });
  const context = newContext();
  await report(outputs, enlarged, context);
  expect(context.summaries).toEqual([
    expect.stringContaining("; will be restarted; billed pro rata; memoryMb recorded: the server has that already"),
  ]);
  simulator.world.resizeOutside(outputs.orderOid, { diskSpaceMb: 30_720 });
  const again = newContext();
  await report(outputs, enlarged, again);
  expect(again.summaries).toEqual([
    expect.stringMatching(/\(unchanged\).*; memoryMb, diskSpaceMb recorded: the server has that already$/),
  ]);
});

test("a preview knows that a server was stopped elsewhere", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  simulator.world.stopOutside(outputs.orderOid);
  const enlarged = { ...desiredOf("web", { memoryMb: 2048 }), __isPreview: true };
  const context = newContext();
  await report(outputs, enlarged, context);
  expect(context.summaries).toEqual([expect.stringContaining("; the stopped server may run afterwards; billed")]);
});

test("a preview of a move that an interrupted run has done says so, and announces none", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web"));
  const hostServerOid = otherHost();
  const moved = { ...desiredOf("web", { hostServerOid }), __isPreview: true };
  const announced = newContext();
  await report(outputs, moved, announced);
  expect(announced.warnings).toEqual([expect.stringContaining("which moves order")]);
  simulator.world.moveOutside(outputs.orderOid, { hostServerOid });
  const context = newContext();
  await report(outputs, moved, context);
  expect(context.warnings).toEqual([]);
  expect(context.summaries).toEqual(["hostServerOid recorded: the server has that already"]);
});

test("a preview of a reinstall that an interrupted run may have done still warns, and says what the service shows", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { distro: "deb12.64" }));
  const other = { ...desiredOf("web", { distro: "deb13.64" }), __isPreview: true };
  simulator.world.reinstallOutside(outputs.orderOid, { distro: "deb13.64" });
  const context = newContext();
  await report(outputs, other, context);
  expect(context.warnings).toEqual([
    expect.stringContaining(
      "ALL DATA ON IT WILL BE LOST, unless it has deb13.64 already, as the service says; the order",
    ),
  ]);
  expect(context.summaries).toEqual([]);
});

test("a preview of a killed purchase says how the order differs, and that the up then stops", async () => {
  await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  const context = newContext();
  const enlarged = { ...desiredOf("web", { memoryMb: 4096 }), __isPreview: true };
  expect(await previewOf(context).checkOrder(enlarged)).toEqual([]);
  expect(context.warnings.at(-1)).toContain("(memoryMb: 1024 on the server, 4096 in the program)");
});

test("an adoption says which values the order does not show, as the program may have changed since", async () => {
  await createServer(newContext(), desiredOf("web", { password: "First1Password" }));
  const context = newContext();
  const changed = desiredOf("web", {
    password: "Second2Password",
    cloudConfigData: "#cloud-config\npackages: [nginx]\n",
  });
  await previewOf(context).checkOrder({ ...changed, __isPreview: true });
  const unshown = " (password, cloudConfigData: as of that run)";
  expect(context.warnings.at(-1)).toContain(unshown);
  await createServer(context, changed);
  expect(context.summaries.at(-1)).toContain(unshown);
});

test("a killed purchase that is above a limit now is named, as its order is billed and not adopted", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  const limited = { ...desiredOf("web", { memoryMb: 1024, maxMonthlyCostUsd: 1 }), __isPreview: true };
  const [failure] = await previewOf(newContext()).checkOrder(limited);
  expect(failure?.reason).toMatch(
    new RegExp(
      `raise the limit\\. Order ${outputs.orderOid} carries this server's idempotency key and is billed\\. Once this is fixed, a creation adopts that order; a replacement \\(--replace, pulumi state taint\\) cancels it\\.$`,
    ),
  );
});

test("a resize whose order cannot be read is refused where the account has a limit", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  const enlarged = { ...desiredOf("web", { memoryMb: 2048 }), __isPreview: true };
  const preview = (given: Readonly<Record<string, string>>) => report(outputs, enlarged, newContext(given));
  simulator.faults.add({ call: "get-order", how: { status: 500 }, times: 1000 });
  simulator.faults.add({ call: "list-orders", how: { status: 500 }, times: 1000 });
  await preview({});
  await expect(preview({ maxTotalMonthlyCostUsd: "1000" })).rejects.toThrow(
    "will not be changed: the setting maxTotalMonthlyCostUsd is 1000, but cannot be enforced, because the price is not known: ",
  );
});

test("a replacement whose purchase is refused says that the order stays", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
  const context = newContext();
  const moved = { ...desiredOf("web", { memoryMb: 1024, maxMonthlyCostUsd: 1 }), __isPreview: true };
  replacing(context, moved, outputs);
  const [failure] = await previewOf(context).checkOrder(moved);
  expect(failure?.reason).toMatch(
    new RegExp(`Ask for less, or raise the limit\\. Order ${outputs.orderOid} will not be cancelled\\.$`),
  );
});

test.each([false, true])(
  "the account's total has no room for the order that is replaced (cancelled already: %s)",
  async (isCancelled) => {
    const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 1024 }));
    if (isCancelled) simulator.world.cancelOutside(outputs.orderOid);
    const context = newContext();
    const moved = { ...desiredOf("web", { memoryMb: 1024 }), __isPreview: true };
    replacing(context, moved, outputs);
    expect(await previewOf(context).checkOrder(moved)).toEqual([]);
    expect(context.summaries.at(-1)).toMatch(/brings the account's total to USD 5\.82$/);
  },
);

test.each<[string, object, RegExp, RegExp]>([
  [
    "the key: adopted or replaced",
    {},
    /"replace": .*DATA.* "create": order <oid> \(.* is adopted; nothing is bought/,
    /^$/,
  ],
  ["a lost key: refused or replaced", { __key: "lost" }, /"create".* refuse: .*order <oid> \(.*"replace"/s, /^$/],
  [
    "another stack",
    { __key: "other", __urn: desiredOf("web").__urn.replace(":dev:", ":prod:") },
    /^$/,
    /^USD .*; order <oid> of shop\/prod /,
  ],
])("a preview refuses no order of the name, and says what becomes of it: of %s", async (_, bought, warnings, line) => {
  const { id } = await createServer(newContext(), { ...desiredOf("web"), ...bought });
  const context = newContext();
  expect(await previewOf(context).checkOrder({ ...desiredOf("web"), __isPreview: true })).toEqual([]);
  const said = [context.warnings, context.summaries].map((texts) => texts.join().replaceAll(id, "<oid>"));
  expect(said).toEqual([expect.stringMatching(warnings), expect.stringMatching(line)]);
});

test("a server that the state shows stopped is not announced to be stopped, though its order cannot be read", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web"));
  simulator.faults.add({ call: "get-order", how: { status: 500 }, times: 1000 });
  simulator.faults.add({ call: "list-orders", how: { status: 500 }, times: 1000 });
  const context = newContext();
  const stopped = { ...desiredOf("web", { runningState: "NOTRUNNING" }), __isPreview: true };
  await report({ ...outputs, observedRunningState: "NOTRUNNING" }, stopped, context);
  expect(context.warnings.join()).not.toContain("will be stopped");
  expect(context.summaries.join()).toContain("runningState recorded: the server has that already");
});

test("the preview of a replacement says that the server is cancelled already", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web"));
  const renamed = { ...desiredOf("web", { domainName: "other.example.com" }), __isPreview: true };
  const warningsOf = async (desired: Desired) => {
    const context = newContext();
    await report(outputs, desired, context);
    return context.warnings;
  };
  expect(await warningsOf(renamed)).toEqual([expect.not.stringContaining("already")]);
  simulator.world.cancelOutside(outputs.orderOid);
  expect(await warningsOf(renamed)).toEqual([
    expect.stringMatching(/^order \d+ \(web.*\) is cancelled already: the server and its data are gone\.$/),
  ]);
  expect(await warningsOf({ ...renamed, __isProtected: true })).toEqual([
    expect.stringMatching(/are gone\. If Pulumi refuses .* run "pulumi refresh" first\.$/),
  ]);
});

test("values that the service has no list of cause a warning where they are new, and no more", async () => {
  const warningsOf = async (work: (preview: Preview) => Promise<unknown>): Promise<string> => {
    const context = newContext();
    await work(previewOf(context));
    return context.warnings.filter((text) => text.includes("service documents")).join();
  };
  const odd = { ...desiredOf("web", { features: "sdd", controlPanel: "cpanel" }), __isPreview: true };
  const ofOrder = await warningsOf((preview) => preview.checkOrder(odd));
  expect(ofOrder).toContain('features "sdd"');
  expect(ofOrder).toContain('controlPanel "cpanel"');
  const { outputs } = await createServer(newContext(), desiredOf("db"));
  const repanelled = { ...desiredOf("db", { controlPanel: "cpanel" }), __isPreview: true };
  const change = (desired: typeof repanelled) => (preview: Preview) =>
    preview.reportChange(outputs, desired, diffVps(outputs, desired));
  expect(await warningsOf(change(repanelled))).toContain('controlPanel "cpanel"');
  expect(await warningsOf(change({ ...desiredOf("db", { memoryMb: 4096 }), __isPreview: true }))).toBe("");
});

test("a service that is down is waited for once, however many servers are new, and asked again a minute later", async () => {
  const context = newContext();
  const preview = previewOf(context);
  const ofOrder = async (name: string) => {
    const before = simulator.journal.calls("list-orders").length;
    await preview.checkOrder({ ...desiredOf(name), __isPreview: true, __key: `new-${name}` });
    return simulator.journal.calls("list-orders").length - before;
  };
  for (const name of ["a", "b", "c"]) context.memory.ofKey(`new-${name}`).isNew = true;
  simulator.faults.add({ call: "list-orders", how: "reset", times: 100 });
  expect(await ofOrder("a")).toBeGreaterThan(1);
  expect(await ofOrder("b")).toBe(0);
  clock.advance(61_000);
  expect(await ofOrder("c")).toBeGreaterThan(1);
});

test("a price that does not come in time keeps no server from being looked for", async () => {
  const context = newContext();
  const preview = previewOf(context);
  simulator.faults.add({ call: "new-vm-pricing", how: "reset", times: 100 });
  for (const name of ["a", "b"]) {
    await preview.checkOrder({ ...desiredOf(name), __isPreview: true });
    expect(context.warnings.join()).not.toContain("could not be read");
  }
  expect(lists()).toBe(1);
  expect(context.summaries).toHaveLength(2);
});
