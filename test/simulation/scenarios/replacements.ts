import type { Desired } from "../models/desired";
import type { Chosen } from "../models/engine/context";
import type { Accident } from "../models/service/accidents";
import { type Scenario, type Told, withServer } from "./scenario";

const minuteMs = 60_000;

const web = { name: "web" } as const;
const moved = { name: "web", dcLocation: "DCLONDON" } as const;

/** Two servers were bought, and the second one serves. */
const replaced = { bought: 2, billed: 1 } as const;

const afterwards = (then: Parameters<typeof withServer>[0], told: Parameters<typeof withServer>[1] = {}): Told =>
  withServer(then, { ...replaced, ...told });

const killedAt = (moment: RegExp): Told =>
  afterwards(
    async (scenario) => {
      scenario.declare(moved);
      scenario.kill("both", moment);
      await scenario.up();
      await scenario.up();
    },
    { ends: ["good", "killed", "good"] },
  );

const inPurchase = /^order .*the service works$/;

/** The commands' names of it. */
const asked = (what: "both" | "server"): Chosen => ({ replace: { names: new Set(["web"]), what } });

const taint = async (scenario: Scenario): Promise<void> => {
  const chosen = scenario.entryOf("web");
  scenario.ours.state = scenario.ours.state.map((entry) => (entry === chosen ? { ...entry, isTainted: true } : entry));
  await scenario.up();
};

/** Replaced twice, while earlier orders are meant to run on. */
const twice = (option: Partial<Desired>, billed: number): Told => ({
  play: async (scenario) => {
    for (const dcLocation of ["DCDALLAS", "DCLONDON", "DCSYDNEY"]) {
      scenario.declare({ ...web, dcLocation, ...option });
      await scenario.up();
      await scenario.pass(10);
    }
  },
  ends: ["good", "good", "good"],
  bought: 3,
  billed,
});

const listedLateAndTakenOut = afterwards(
  async (scenario) => {
    scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 28_000 };
    scenario.declare(moved);
    scenario.kill("both", inPurchase);
    await scenario.up();
    scenario.declare();
    await scenario.up();
  },
  { ends: ["good", "killed", ["failed", /Still billed/]] },
);

export const tainted = afterwards(taint);

/** The engine creates first: the order is adopted, and the old entry, which is deleted afterwards, has it too. */
export const taintedBuyingFirst = withServer(taint, { option: { deleteBeforeReplace: false } });

/** A change that would buy a second server under one key is refused, with what to do instead. */
const keepingTheOld = (option: Partial<Desired>, message: RegExp): Told =>
  withServer(
    async (scenario) => {
      scenario.declare({ ...moved, ...option });
      await scenario.up();
      scenario.declare({ ...web, ...option });
      await scenario.up();
    },
    { ends: ["good", ["failed", message], "good"], option },
  );

/** A transformation turns deleteBeforeReplace off: the engine buys first, which nobody has told the provider. */
export const buyingFirst = keepingTheOld({ deleteBeforeReplace: false }, /was to be replaced/);
export const retained = keepingTheOld({ retainOnDelete: true }, /keep this one \(retainOnDelete\)/);

/** The purchase of a replacement is turned away, and carried out all the same; lists show that only after a while. */
const turnedAway = (accident: Accident, option: Partial<Desired> = {}): Told =>
  afterwards(
    async (scenario) => {
      scenario.accidents.making = { installMs: minuteMs, hiddenMs: minuteMs + 20_000 };
      scenario.accidents.befall("new-vps", accident, { retryAfterMs: 1_000 });
      scenario.declare({ ...moved, ...option });
      await scenario.up();
    },
    { option },
  );

export const rateLimited = turnedAway("rate-limited-but-done");

/** The service claims to have cancelled the order, but has not. */
export const cancelledInNameOnly = afterwards(
  async (scenario) => {
    scenario.declare();
    scenario.accidents.befall("delete-vps", "done-in-name-only");
    await scenario.up();
    await scenario.up();
  },
  { ends: ["good", ["failed", /still shows/], "good"], bought: 1, billed: 0 },
);

export const replacements: Readonly<Record<string, Told>> = {
  "a replacement that a transformation would have bought first": buyingFirst,
  "a replacement of a server that is to be retained": retained,
  "a taint of a server that a transformation would have bought first": taintedBuyingFirst,
  "a replacement answered 429 although carried out": rateLimited,
  "a replacement answered 503 although carried out": turnedAway("unavailable-but-done"),
  "a replacement answered with an error although carried out, and a hook that tries again": turnedAway(
    "refused-but-done",
    { retriesByHook: true },
  ),
  "a replacement killed after its purchase": killedAt(inPurchase),
  "a replacement killed between deletion and purchase": killedAt(/^create .*Vps/),
  "a replacement killed before its server is saved": killedAt(/^saving: .*Vps.* created$/),
  "a replacement killed after its purchase, listed late, and taken out": listedLateAndTakenOut,
  "--replace of a server and its key, and then of the server alone": afterwards(
    async (scenario) => {
      await scenario.up(asked("both"));
      await scenario.up(asked("server"));
    },
    { ends: ["good", ["failed", /name it without its key/], "good"] },
  ),
  "--replace of a server, killed after its purchase, and not asked for again": afterwards(
    async (scenario) => {
      scenario.kill("both", inPurchase);
      await scenario.up(asked("server"));
      await scenario.up();
    },
    { ends: ["good", "killed", "good"] },
  ),
  "--replace of a server, killed after its purchase, and asked for again": afterwards(
    async (scenario) => {
      scenario.kill("both", inPurchase);
      await scenario.up(asked("server"));
      await scenario.up(asked("server"));
    },
    { ends: ["good", "killed", "good"] },
  ),
  "--replace of a server and its key in the run that protects it, where a name may be had twice": withServer(
    async (scenario) => {
      scenario.declare({ ...web, isProtected: true });
      await scenario.up(asked("both"));
      await scenario.up();
    },
    { conditions: { sameDomainName: "allow" }, ends: ["good", ["failed", /name it without its key/], "good"] },
  ),
  "two replacements within a period at whose end they are cancelled": twice({ cancel: "at-period-end" }, 1),
};
