import type { Conditions } from "../models/conditions";
import type { Desired } from "../models/desired";
import type { Scenario, Told } from "./scenario";

const minuteMs = 60_000;

const web = { name: "web" } as const;
const app = { name: "app" } as const;

/** One server, bought once. */
const one = { bought: 1, billed: 1 } as const;

/** A run is killed at a moment, and the next one ends well. */
const killedAt = (moment: RegExp): Told => ({
  play: async (scenario) => {
    scenario.declare(web);
    scenario.kill("both", moment);
    await scenario.up();
    await scenario.up();
  },
  ends: ["killed", "good"],
  ...one,
});

/** A run is killed while the service works on a purchase; something happens, and then the next `up`. */
const killedInPurchase = (
  then: (scenario: Scenario) => void,
  told: Partial<Told> & { readonly hiddenMs?: number; readonly desired?: Partial<Desired> } = {},
): Told => ({
  ends: ["killed", "good"],
  ...one,
  ...told,
  play: async (scenario) => {
    scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: told.hiddenMs ?? 0 };
    scenario.declare({ ...web, ...told.desired });
    scenario.killInPurchase();
    await scenario.up();
    then(scenario);
    await scenario.up();
  },
});

const nothing = (): void => undefined;

/** The first purchase goes like that. */
const purchaseThat = (befalls: (scenario: Scenario) => void, told: Partial<Told> = {}): Told => ({
  ends: ["good"],
  ...one,
  ...told,
  play: async (scenario) => {
    scenario.declare(web);
    befalls(scenario);
    await scenario.up();
  },
});

const isSoonListed: Partial<Conditions> = { listLagMs: 28_000 };

export const beforeThePost = killedAt(/^order .*before it is sent$/);
export const listedLate = killedInPurchase(nothing, { hiddenMs: 28_000, conditions: isSoonListed });
export const listedTooLate: Told = {
  play: async (scenario) => {
    scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 4 * minuteMs };
    scenario.declare(web);
    scenario.killInPurchase();
    await scenario.up();
    await scenario.up();
    await scenario.run("refresh");
  },
  ends: ["killed", ["failed", /More than one order/], ["good", /More than one order/]],
  bought: 2,
  billed: 2,
};
export const takenOut = killedInPurchase((scenario) => scenario.declare(), {
  ends: ["killed", ["failed", /Still billed/]],
});
/** Its order is listed a minute later. */
export const lostAnswer = purchaseThat(({ accidents }) => {
  accidents.making = { installMs: 5 * minuteMs, hiddenMs: 6 * minuteMs };
  accidents.befall("new-vps", "answer-lost");
});

/** The order turns up when the run that sent it has given up, and its resource has left the program. */
export const turnedUpLate: Told = {
  play: async (scenario) => {
    scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 18 * minuteMs };
    scenario.accidents.befall("new-vps", "answer-lost");
    scenario.declare(web);
    await scenario.up();
    scenario.declare();
    await scenario.pass(5);
    await scenario.up();
  },
  ends: [["failed", /has turned up since/], "good"],
  bought: 1,
  billed: 0,
};

/** The first Ctrl-C comes while the service works on a purchase, whose order is listed so much later. */
const stoppedInPurchase = (listedAfterMs: number, message: RegExp): Told => ({
  play: async (scenario) => {
    scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: listedAfterMs };
    scenario.declare(web);
    scenario.kill("nobody", /^order .*the service works$/);
    await scenario.up();
    await scenario.up();
  },
  ends: [["failed", message], "good"],
  ...one,
});

/** The purchase waits as asked, and meanwhile only the CLI is killed. */
export const cliKilledWhileWaiting: Told = {
  play: async (scenario) => {
    scenario.declare(web);
    scenario.accidents.befall("new-vps", "rate-limited", { retryAfterMs: 5 * minuteMs });
    scenario.kill("cli", /^awakes$/, 2);
    await scenario.up();
    await scenario.pass(30);
    await scenario.up();
  },
  ends: ["killed", "good"],
  ...one,
};

/** Two purchases side by side ask for the same domain name. */
export const oneNameTwice: Told = {
  play: async (scenario) => {
    scenario.declare(web, { ...app, domainName: "web-1.example.com" });
    await scenario.up();
  },
  ends: [["failed", /have the same domainName/]],
  ...one,
};

export const purchases: Readonly<Record<string, Told>> = {
  "a run stopped during its purchase": stoppedInPurchase(0, /is in the state/),
  "a run stopped during its purchase, listed late": stoppedInPurchase(4 * minuteMs, /No order for/),
  "a run killed before the key is saved": killedAt(/^saving: .*IdempotencyKey.* created$/),
  "a run killed before the server is saved": killedAt(/^saving: .*Vps.* created$/),
};
