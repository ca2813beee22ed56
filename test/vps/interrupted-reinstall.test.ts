import { PartialFailure } from "../../provider/host/failures";
import { createServer } from "../../provider/vps/create";
import { diffVps } from "../../provider/vps/diff";
import type { VpsInputs } from "../../provider/vps/inputs";
import { Preview } from "../../provider/vps/preview";
import { readServer } from "../../provider/vps/read";
import type { Recorded } from "../../provider/vps/state";
import { updateServer } from "../../provider/vps/update";
import { clock, desiredOf, newContext, simulator } from "./support/simulated-service";

type Args = Partial<VpsInputs>;

const first = "First1Password";
const second = "Second2Password";

/** Applies programs one after another; the last run is interrupted once the service has installed its image. */
const histories: Record<string, readonly [Args, ...Args[]]> = {
  "with another password": [
    { distro: "deb12.64", password: first },
    { distro: "deb13.64", password: second },
  ],
  "with a password that waited for the next install": [
    { distro: "deb12.64", password: first },
    { distro: "deb12.64", password: second },
    { distro: "deb13.64", password: second },
  ],
  "without the password that the program set before": [{ distro: "deb12.64", password: first }, { distro: "deb13.64" }],
  "with a password for the first time": [{ distro: "deb12.64" }, { distro: "deb13.64", password: second }],
  "with the same password": [
    { distro: "deb12.64", password: first },
    { distro: "deb13.64", password: first },
  ],
  "with an image that the program had left unset": [{}, { distro: "rocky9.64", password: second }],
  "with other triggers too": [
    { distro: "deb12.64", password: first, reinstallTriggers: [1] },
    { distro: "deb13.64", password: second, reinstallTriggers: [2] },
  ],
};

async function make([start, ...rest]: readonly [Args, ...Args[]]): Promise<{ id: string; saved: Recorded }> {
  const { id, outputs } = await createServer(newContext(), desiredOf("web", start));
  let saved = outputs;
  for (const args of rest.slice(0, -1)) saved = await up(id, saved, args);
  // Killed between the last answer and saving the state.
  await up(id, saved, rest.at(-1) ?? start);
  clock.advance(60_000);
  return { id, saved };
}

const up = (id: string, saved: Recorded, args: Args) => updateServer(newContext(), id, saved, desiredOf("web", args));

async function refreshed(id: string, saved: Recorded): Promise<Recorded> {
  const seen = await readServer(newContext(), id, saved);
  if (seen === undefined) throw new Error("the server is there");
  return seen.outputs;
}

describe.each(Object.entries(histories))("a reinstall %s that outlived its run", (_, history) => {
  const args = history.at(-1) ?? {};

  test("is not repeated, and its password is known", async () => {
    const { id, saved } = await make(history);
    expect(diffVps(saved, desiredOf("web", args)).hasChanges).toBe(true);
    const outputs = await up(id, saved, args);
    expect(outputs.password).toBe(simulator.world.rootPassword(Number(id)));
    expect(simulator.journal.calls("reinstall")).toHaveLength(1);
    expect(diffVps(outputs, desiredOf("web", args))).toMatchObject({ hasChanges: false, changes: [] });
  });
});

test.each<Args>([{ onImageChange: "forbid" }, {}])(
  "what forbids a reinstall does not refuse one that an interrupted run has done: %o",
  async (forbidding) => {
    const { id, saved } = await make(histories["with another password"] ?? [{}, {}]);
    const args = { distro: "deb13.64", password: second, ...forbidding };
    const desired = { ...desiredOf("web", args), ...(forbidding.onImageChange ? {} : { __isProtected: true }) };
    const context = newContext();
    const preview = new Preview(() => ({ ...context, context: () => context }));
    const forecast = { ...desired, __isPreview: true };
    await preview.reportChange(saved, forecast, diffVps(saved, forecast));
    expect(context.warnings).toEqual([]);
    expect(context.summaries.splice(0)).toEqual([
      expect.stringMatching(/^not reinstalled if the server has deb13\.64 already, as the service says/),
    ]);
    await updateServer(context, id, saved, desired);
    expect(context.summaries).toEqual([]);
    expect(context.warnings).toEqual([expect.stringContaining("was not reinstalled in this run: it already has")]);
    const other = { ...desired, distro: "rocky9.64" };
    await expect(preview.reportChange(saved, other, diffVps(saved, other))).rejects.toThrow("change of distro");
    await expect(updateServer(context, id, saved, other)).rejects.toThrow("change of distro");
    expect(simulator.journal.calls("reinstall")).toHaveLength(1);
  },
);

test("the password of a reinstall that succeeded without an answer is in the next state", async () => {
  const [before, after] = [
    { distro: "deb12.64", password: first },
    { distro: "deb13.64", password: second },
  ];
  const { id, outputs } = await createServer(newContext(), desiredOf("web", before));
  simulator.faults.add({ call: "reinstall", how: { status: 500 }, moment: "after-work" });
  simulator.faults.add({ call: "vps-status", how: { status: 500 }, times: 1000 });
  const failure: unknown = await up(id, outputs, after).catch((error) => error);
  if (!(failure instanceof PartialFailure)) throw failure;
  simulator.faults.clear();
  const settled = await up(id, failure.properties, after);
  expect(settled.password).toBe(second);
  expect(simulator.journal.calls("reinstall")).toHaveLength(1);
});

test("an image installed by somebody else is corrected by a reinstall, and the password is the program's", async () => {
  const args = { distro: "deb12.64", password: first };
  const { id, outputs } = await createServer(newContext(), desiredOf("web", args));
  simulator.world.reinstallOutside(Number(id), { distro: "rocky9.64" });
  const settled = await up(id, await refreshed(id, outputs), args);
  expect(simulator.world.order(Number(id))).toMatchObject({ distro: "deb12.64" });
  expect(settled.password).toBe(simulator.world.rootPassword(Number(id)));
  expect(diffVps(settled, desiredOf("web", args)).hasChanges).toBe(false);
});
