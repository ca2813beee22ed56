import { RunRecords, setRecord } from "../../provider/reverse-dns/set-record";
import { cancel } from "../../provider/vps/cancel";
import { createServer } from "../../provider/vps/create";
import type { VpsInputs } from "../../provider/vps/inputs";
import { updateServer } from "../../provider/vps/update";
import type { CallName } from "../../simulator/src/index";
import { clock, desiredOf, newContext, otherHost, simulator } from "./support/simulated-service";

const beginning: Partial<VpsInputs> = { distro: "deb13.64", memoryMb: 2048, restartTriggers: ["a"] };

const begin = async (more: Partial<VpsInputs> = {}) => {
  const args = { ...beginning, ...more };
  const { id, outputs } = await createServer(newContext(), desiredOf("web", args));
  clock.advance(3_600_000);
  return { id, outputs, args };
};

const changing = (change: () => Partial<VpsInputs>) => async () => {
  const { id, outputs, args } = await begin();
  return () => updateServer(newContext(), id, outputs, desiredOf("web", { ...args, ...change() }));
};
const cancelling = (how: "immediately" | "at-period-end") => async () => {
  const { outputs } = await begin({ cancel: how });
  return () => cancel(newContext(), outputs);
};
const naming = async () => {
  const { id } = await begin();
  const context = newContext();
  return () => setRecord(context, new RunRecords(), { orderOid: Number(id), name: "web.example.com" });
};

interface Row {
  readonly call: CallName;
  readonly sendings: number;
  readonly prepare: () => Promise<() => Promise<unknown>>;
}

const rows: readonly Row[] = [
  { call: "parameters", sendings: 2, prepare: changing(() => ({ memoryMb: 4096 })) },
  { call: "reinstall", sendings: 2, prepare: changing(() => ({ distro: "ubuntu2404.64" })) },
  { call: "host-server", sendings: 2, prepare: changing(() => ({ hostServerOid: otherHost() })) },
  { call: "running-state", sendings: 4, prepare: changing(() => ({ restartTriggers: ["b"] })) },
  { call: "ptr", sendings: 4, prepare: naming },
  { call: "delete-vps", sendings: 4, prepare: cancelling("immediately") },
  { call: "cancelled", sendings: 4, prepare: cancelling("at-period-end") },
];

describe.each(rows)("$call that is rejected", ({ call, sendings, prepare }) => {
  const sent = () => simulator.journal.calls(call);
  const turnAway = (retryAfterS: number, times: number) =>
    simulator.faults.add({ call, times, how: { status: 429, retryAfter: String(retryAfterS) } });

  test(`is sent ${sendings} times in all, never sooner than the service asks`, async () => {
    const act = await prepare();
    turnAway(90, 20);
    await expect(act()).rejects.toThrow(`was rejected in ${sendings} attempts`);
    const times = sent().map(({ at }) => at);
    expect(times).toHaveLength(sendings);
    for (const [index, at] of times.slice(1).entries()) expect(at - (times[index] ?? 0)).toBeGreaterThanOrEqual(90_000);
  });

  test("with a pause of a month is not waited for", async () => {
    const act = await prepare();
    turnAway(30 * 86_400, 20);
    const startMs = clock.now();
    await expect(act()).rejects.toThrow("asks for a pause of 30 days");
    expect(sent()).toHaveLength(1);
    expect(clock.now() - startMs).toBeLessThan(10 * 60_000);
  });

  test("once succeeds the second time", async () => {
    const act = await prepare();
    turnAway(90, 1);
    await act();
    expect(sent().map(({ isWorkDone }) => isWorkDone)).toEqual([false, true]);
  });
});
