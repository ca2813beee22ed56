import { Preview } from "../../../provider/apply/preview/preview";
import { createServer } from "../../../provider/apply/server/create";
import type { Desired } from "../../../provider/plan/model";
import { diffVps } from "../../../provider/plan/update/diff";
import { desiredOf, newContext, simulator } from "../support/simulated-service";

const previewOf = (context = newContext()) => new Preview(() => ({ ...context, context: () => context }));

const lists = () => simulator.journal.calls("list-orders").length;

test("a resize under the stack's limit counts once, whether or not retainOnDelete would keep the server", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 2048 }));
  const held = [{ urn: desiredOf("web").__declaredUrn, key: "k", orderOid: outputs.orderOid }];
  const enlarged = desiredOf("web", { memoryMb: 4096 }, held);
  for (const __isRetained of [undefined, true]) {
    const preview = previewOf(newContext({ maxTotalMonthlyCostUsd: "15" }));
    expect(await preview.check({ ...outputs }, { ...enlarged, __isRetained })).toEqual([]);
  }
});

test("a purchase and a resize in one run share one list", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 2048 }));
  const held = [{ urn: desiredOf("web").__declaredUrn, key: "k", orderOid: outputs.orderOid }];
  const preview = previewOf();
  simulator.journal.clear();
  expect(await preview.check({ ...outputs }, desiredOf("web", { memoryMb: 4096 }, held))).toEqual([]);
  expect(await preview.check({}, desiredOf("db", {}, held))).toEqual([]);
  // Beside it only what a search by a tag finds is asked for.
  const whole = simulator.journal.calls("list-orders").filter(({ path }) => !path.includes("meta"));
  expect(whole).toHaveLength(1);
});

test("once the last declared server was looked at, the run says how its groups go, and who goes down together", async () => {
  const context = newContext({ maxConcurrentChangesPerGroup: "2" });
  const preview = previewOf(context);
  const names = ["web-1", "web-2", "web-3", "db-1", "db-2"];
  const made = await Promise.all(names.map((name) => createServer(newContext(), desiredOf(name, { memoryMb: 1024 }))));
  for (const [place, { outputs }] of made.entries()) {
    expect(context.summaries.filter((text) => text.startsWith("web: "))).toEqual([]);
    const name = names[place] ?? "";
    const group = name.startsWith("web") ? { changeGroup: "web" } : {};
    const desired = desiredOf(name, { memoryMb: 2048, ...group });
    const counted = { ...desired, __ownership: { ...desired.__ownership, declared: names.length } };
    await preview.check({ ...outputs }, counted);
    await preview.reportChange(outputs, counted, diffVps(outputs, counted));
  }
  expect(context.summaries.at(-1)).toBe("web: 3 servers will be restarted 2 at a time; 1 serves meanwhile");
  expect(context.warnings).toEqual([
    expect.stringMatching(/^2 servers will be interrupted, possibly all at the same time: db-1\.example\.com, db-2/),
  ]);
});

test("a diff says what the check before it has found, and once only", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { memoryMb: 2048 }));
  const held = [{ urn: desiredOf("web").__declaredUrn, key: "k", orderOid: outputs.orderOid }];
  const context = newContext();
  const preview = previewOf(context);
  const desired: Desired = desiredOf("web", { memoryMb: 4096 }, held);
  const report = () => preview.reportChange(outputs, desired, diffVps(outputs, desired));
  await report();
  expect(context.summaries).toEqual([]);
  await preview.check({ ...outputs }, desired);
  const asked = lists();
  await report();
  await report();
  expect(lists()).toBe(asked);
  expect(context.summaries).toEqual([expect.stringMatching(/^USD .* → USD .*; restarts; billed pro rata$/)]);
});

test("an up does not repeat what its preview has said of a reinstall and of the whole run", async () => {
  const { outputs } = await createServer(newContext(), desiredOf("web", { distro: "deb12.64" }));
  const wanted = desiredOf("web", { distro: "deb13.64", changeGroup: "web" });
  const said = async (isUpdate: boolean) => {
    const context = newContext();
    const preview = previewOf(context);
    const ownership = { ...wanted.__ownership, declared: 1, isUpdate };
    const desired: Desired = { ...wanted, __ownership: ownership };
    expect(await preview.check({ ...outputs }, desired)).toEqual([]);
    await preview.reportChange(outputs, desired, diffVps(outputs, desired));
    return [...context.warnings, ...context.summaries];
  };
  expect(await said(false)).toEqual([
    expect.stringContaining("ALL DATA ON IT WILL BE LOST"),
    "will be reinstalled: all data will be lost",
    "web: 1 server will be reinstalled; no other serves meanwhile",
  ]);
  expect(await said(true)).toEqual([]);
});

test("of two servers that ask for what an interrupted run bought, the preview says which one adopts it, and the other's price", async () => {
  await createServer(newContext(), desiredOf("web"));
  const context = newContext();
  const preview = previewOf(context);
  const alike = ["a", "b"].map((name) => desiredOf(name, { domainName: "web.example.com" }));
  for (const desired of alike) expect(await preview.check({}, desired)).toEqual([]);
  expect(context.summaries).toEqual([
    expect.stringMatching(/^adopts order \d+, bought by this stack but missing from its state; buys nothing$/),
    "USD 5.82/month",
  ]);
});
