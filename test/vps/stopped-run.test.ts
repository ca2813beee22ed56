import { PartialFailure, Refusal } from "../../provider/host/failures";
import { cancel } from "../../provider/vps/cancel";
import { createServer } from "../../provider/vps/create";
import type { VpsInputs } from "../../provider/vps/inputs";
import type { Recorded } from "../../provider/vps/state";
import { updateServer } from "../../provider/vps/update";
import type { CallName } from "../../simulator/src/index";
import { clock, desiredOf, newContext, otherHost, simulator, surroundings } from "./support/simulated-service";

const beginning: Partial<VpsInputs> = { distro: "deb13.64", memoryMb: 2048 };

async function begin() {
  const made = await createServer(newContext(), desiredOf("web", beginning));
  clock.advance(3_600_000);
  simulator.journal.clear();
  return made;
}

const up = (id: string, recorded: Recorded, args: Partial<VpsInputs>) =>
  updateServer(newContext(), id, recorded, desiredOf("web", { ...beginning, ...args }));

const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(() => undefined).catch((error) => error);

const sent = (...calls: CallName[]): (CallName | undefined)[] =>
  simulator.journal.entries.map(({ call }) => call).filter((call) => call !== undefined && calls.includes(call));

/** The engine's answer once this call has been sent. */
const fromCall = (call: CallName, engine: "is-gone") => () => (sent(call).length > 0 ? engine : "runs");

const changing: readonly CallName[] = ["host-server", "parameters", "reinstall", "running-state"];

describe.each([["is-gone", "the run was stopped"]] as const)("once the engine %s", (engine, reason) => {
  test("a change starts no further step that costs money or data, and the next up does the rest", async () => {
    const { id, outputs } = await begin();
    const wanted = { hostServerOid: otherHost(), memoryMb: 4096, distro: "ubuntu2404.64" };
    surroundings.engine = fromCall("parameters", engine);
    const failure = await failureOf(up(id, outputs, wanted));
    expect(sent(...changing)).toEqual(["host-server", "parameters"]);
    if (!(failure instanceof PartialFailure)) throw failure;
    expect(failure.message).toContain(`: "reinstall" was not started, because ${reason}. Done before: move, resize; `);
    expect(failure.message).toContain(
      'these are not repeated. The next "pulumi up" does the rest (from "reinstall" on).',
    );
    surroundings.engine = () => "runs";
    await up(id, failure.properties, wanted);
    expect(sent(...changing)).toEqual(["host-server", "parameters", "reinstall"]);
  });

  test("no first step is sent either", async () => {
    const { id, outputs } = await begin();
    surroundings.engine = () => engine;
    const failure = await failureOf(up(id, outputs, { distro: "ubuntu2404.64" }));
    expect(failure).toBeInstanceOf(Refusal);
    expect(String(failure)).toContain(`"reinstall" was not started, because ${reason}. The next "pulumi up"`);
    expect(sent(...changing)).toEqual([]);
  });

  test.each<readonly [CallName, Partial<VpsInputs>]>([
    ["parameters", { memoryMb: 4096 }],
    ["reinstall", { distro: "ubuntu2404.64" }],
  ])("%s that was asked to wait is not sent again", async (call, args) => {
    const { id, outputs } = await begin();
    simulator.faults.add({ call, how: { status: 429, retryAfter: "90" }, times: 2 });
    surroundings.engine = fromCall(call, engine);
    expect(String(await failureOf(up(id, outputs, args)))).toMatch(
      /was rejected because .* This call changed nothing\./,
    );
    expect(sent(call)).toEqual([call]);
  });

  test("a cancellation that was asked to wait is not sent again", async () => {
    const { outputs } = await begin();
    simulator.faults.add({ call: "delete-vps", how: { status: 429, retryAfter: "90" }, times: 2 });
    surroundings.engine = fromCall("delete-vps", engine);
    expect(String(await failureOf(cancel(newContext(), outputs)))).toContain(
      "The order was not cancelled, and is still billed.",
    );
    expect(sent("delete-vps")).toEqual(["delete-vps"]);
  });
});
