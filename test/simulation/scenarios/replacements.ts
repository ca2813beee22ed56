import type { Declared } from "../models/declared";
import type { Chosen } from "../models/engine/context";
import { buyByHand } from "../people/service-changes";
import { type Scenario, type Told, withServer } from "./scenario";

const minuteMs = 60_000;

const web = { name: "web" } as const;
const moved = { name: "web", dcLocation: "DCLONDON" } as const;

/** Two servers were bought, and the second one serves. */
const replaced = { bought: 2, billed: 1 } as const;

const afterwards = (then: Parameters<typeof withServer>[0], told: Parameters<typeof withServer>[1] = {}): Told =>
  withServer(then, { ...replaced, ...told });

const killedAt = (moment: RegExp, option: Partial<Declared> = {}): Told =>
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
const twice = (option: Partial<Declared>, billed: number): Told => ({
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

/** Killed after the purchase that replaces a server, and then taken out of the program. */
const takenOut = (hiddenMs: number, option: Partial<Declared> = {}): Told =>
  afterwards(
    async (scenario) => {
      scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs };
      scenario.declare({ ...moved, ...option });
      scenario.kill("both", inPurchase);
      await scenario.up();
      scenario.declare();
      await scenario.up();
    },
    { ends: ["good", "killed", ["failed", /Still billed/]], option },
  );

export const tainted = afterwards(taint);
const taintedBuyingFirst = afterwards(taint, {
  ends: ["good", ["failed", /may be the one that this run replaces/]],
  option: buysFirst,
  bought: 1,
});
const killedBuyingFirst = killedAt(inPurchase, buysFirst);
export const retained = twice({ retainOnDelete: true }, 3);
const buyingFirst = afterwards(
  async (scenario, option) => {
    scenario.declare({ ...moved, ...option });
    await scenario.up();
  },
  { option: buysFirst },
);

/** Its order shows no key. */
const importedAndTainted: Told = {
  play: async (scenario) => {
    const { oid: imported, domainName } = buyByHand(scenario.history, "web-1.example.com");
    scenario.declare({ ...web, domainName, imported });
    await scenario.up();
    scenario.declare({ ...web, domainName });
    await scenario.up();
    await taint(scenario);
  },
  ends: ["good", "good", "good"],
  ...replaced,
};

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

/** Killed after the purchase of a server that differs from what the program asks for by now. */
const adoptedAndDifferent: Told = {
  play: async (scenario) => {
    scenario.declare(web);
    scenario.kill("both", inPurchase);
    await scenario.up();
    scenario.declare(moved);
    await scenario.up();
    await scenario.up();
  },
  ends: ["killed", ["failed", /is adopted.*dcLocation/], "good"],
  ...replaced,
};

export const replacements: Readonly<Record<string, Told>> = {
  "a replacement": afterwards(async (scenario) => {
    scenario.declare(moved);
    await scenario.up();
  }, {}),
  "a replacement that buys first": buyingFirst,
  "a replacement killed after its purchase": killedAt(inPurchase),
  "a replacement that buys first, killed after its purchase": killedBuyingFirst,
  "a replacement killed before the deletion is saved": killedAt(/^saving: .* deleted$/),
  "a replacement killed between deletion and purchase": killedAt(/^create .*Vps/),
  "a replacement killed before its server is saved": killedAt(/^saving: .*Vps.* created$/),
  "a replacement killed after its purchase, and taken out": takenOut(0),
  "a replacement killed after its purchase, listed late, and taken out": takenOut(28_000),
  "a replacement that buys first, killed after its purchase, listed late, and taken out": takenOut(28_000, buysFirst),
  "a taint of a server that was imported": importedAndTainted,
  "--replace of a server and its key": afterwards((scenario) => scenario.up(asked("both"))),
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
  "--replace of a server alone": afterwards((scenario) => scenario.up(asked("server"))),
  "--replace of a server and its key, buying first": afterwards((scenario) => scenario.up(asked("both")), {
    ends: ["good", ["failed", /for the same domain name/]],
    option: buysFirst,
    bought: 1,
  }),
  "a taint": tainted,
  "a taint of a server that buys first": taintedBuyingFirst,
  "a purchase that is adopted and differs from the program": adoptedAndDifferent,
  "two replacements with retainOnDelete": retained,
  "two replacements within a period at whose end they are cancelled": twice({ cancel: "at-period-end" }, 1),
  "a replacement whose domain name is taken": afterwards(
    async (scenario) => {
      buyByHand(scenario.history, "web-2.example.com");
      scenario.declare({ ...web, domainName: "web-2.example.com" });
      await scenario.up();
    },
    { ends: ["good", ["failed", /with the same domain name/]], bought: 2, billed: 2 },
  ),
  "a cancellation that the service only claims": cancelledInNameOnly,
};
