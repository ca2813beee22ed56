import type { Desired } from "../models/desired";
import type { Chosen } from "../models/engine/context";
import { type Scenario, type Told, withServer } from "./scenario";

const minuteMs = 60_000;

const web = { name: "web" } as const;
const moved = { name: "web", dcLocation: "DCLONDON" } as const;

/** Two servers were bought, and the second one serves. */
const replaced = { bought: 2, billed: 1 } as const;

const afterwards = (then: Parameters<typeof withServer>[0], told: Parameters<typeof withServer>[1] = {}): Told =>
  withServer(then, { ...replaced, ...told });

const killedAt = (moment: RegExp, option: Partial<Desired> = {}): Told =>
  afterwards(
    async (scenario) => {
      scenario.declare({ ...moved, ...option });
      scenario.kill("both", moment);
      await scenario.up();
      await scenario.up();
    },
    { ends: ["good", "killed", "good"], option },
  );

const inPurchase = /^order .*the service works$/;

/** The commands' names of it. */
const asked = (what: "both" | "server"): Chosen => ({ replace: { names: new Set(["web"]), what } });

const taint = async (scenario: Scenario): Promise<void> => {
  const chosen = scenario.entryOf("web");
  scenario.ours.state = scenario.ours.state.map((entry) => (entry === chosen ? { ...entry, isTainted: true } : entry));
  await scenario.up();
};

const buysFirst = { deleteBeforeReplace: false } as const;

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
export const retained = twice({ retainOnDelete: true }, 3);
const buyingFirst = afterwards(
  async (scenario, option) => {
    scenario.declare({ ...moved, ...option });
    await scenario.up();
  },
  { option: buysFirst },
);

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
  "a replacement that buys first": buyingFirst,
  "a replacement killed after its purchase": killedAt(inPurchase),
  "a replacement that buys first, killed after its purchase": killedAt(inPurchase, buysFirst),
  "a replacement killed between deletion and purchase": killedAt(/^create .*Vps/),
  "a replacement killed before its server is saved": killedAt(/^saving: .*Vps.* created$/),
  "a replacement killed after its purchase, listed late, and taken out": listedLateAndTakenOut,
  "--replace of a server and its key, killed after its purchase, and not asked for again": afterwards(
    async (scenario) => {
      scenario.kill("both", inPurchase);
      await scenario.up(asked("both"));
      await scenario.up();
    },
    { ends: ["good", "killed", "good"] },
  ),
  "--replace of a server and its key, buying first, killed after its purchase, and not asked for again": afterwards(
    async (scenario) => {
      scenario.ours.configure("sameDomainName", "allow");
      scenario.kill("both", inPurchase);
      await scenario.up(asked("both"));
      await scenario.up();
    },
    { ends: ["good", "killed", ["failed", /\d{10}/]], option: buysFirst, bought: 2, billed: 2 },
  ),
  "--replace of a server and its key, killed after its purchase, and asked for again": afterwards(
    async (scenario) => {
      scenario.kill("both", inPurchase);
      await scenario.up(asked("both"));
      await scenario.up(asked("both"));
    },
    { ends: ["good", "killed", ["failed", /import: "\d{10}"/]] },
  ),
  "two replacements within a period at whose end they are cancelled": twice({ cancel: "at-period-end" }, 1),
};
