import type { Conditions } from "../models/conditions";
import type { Declared } from "../models/declared";
import type { TagsInLists } from "../models/service/account";
import { buyByHand } from "../people/service-changes";
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
  told: Partial<Told> & { readonly hiddenMs?: number; readonly declared?: Partial<Declared> } = {},
): Told => ({
  ends: ["killed", "good"],
  ...one,
  ...told,
  play: async (scenario) => {
    scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: told.hiddenMs ?? 0 };
    scenario.declare({ ...web, ...told.declared });
    scenario.killInPurchase();
    await scenario.up();
    then(scenario);
    await scenario.up();
  },
});

const nothing = (): void => undefined;

const elsewhere = (place: Partial<Declared> & { readonly name: string }) => (scenario: Scenario) =>
  scenario.declare({ domainName: "web-1.example.com", ...place });

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

const withoutTags = (tagsInLists: TagsInLists): Told => killedInPurchase(nothing, { conditions: { tagsInLists } });

const throughProvider = (provider: Declared["provider"]): Told =>
  killedInPurchase(nothing, { conditions: { providers: ["default", provider] }, declared: { provider } });

const isSoonListed: Partial<Conditions> = { listLagMs: 28_000 };

export const beforeThePost = killedAt(/^order .*before it is sent$/);
const afterThePost = killedInPurchase(nothing);
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
  ends: ["killed", ["failed", /Two or more orders/], ["good", /Two or more orders/]],
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

/** The order turns up when the run that sent it has given up. */
const pendingAndListedLate: Told = {
  play: async (scenario) => {
    scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 18 * minuteMs };
    scenario.accidents.befall("new-vps", "answer-lost");
    scenario.declare(web);
    await scenario.up();
    await scenario.pass(5);
    await scenario.up();
  },
  ends: [["failed", /no clear answer/], "good"],
  ...one,
};

/** The same, when its resource has left the program. */
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
  ends: [["failed", /no clear answer/], "good"],
  bought: 1,
  billed: 0,
};

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
  ends: [["failed", /which this run buys too/]],
  ...one,
};

export const purchases: Readonly<Record<string, Told>> = {
  "a run killed before the key is saved": killedAt(/^saving: .*IdempotencyKey.* created$/),
  "a run killed before the purchase": beforeThePost,
  "a run killed after the purchase": afterThePost,
  "a run killed before the server is saved": killedAt(/^saving: .*Vps.* created$/),
  "a killed purchase, and the stack is renamed": killedInPurchase(({ ours }) => ours.rename("live")),
  "a killed purchase, and its resource gets another name with an alias": killedInPurchase(
    elsewhere({ name: "shop", aliases: [web] }),
  ),
  "a killed purchase, and its resource gets a parent with an alias": killedInPurchase(
    elsewhere({ ...web, parent: "Site", aliases: [web] }),
  ),
  "a killed purchase, and its resource gets another name without an alias": killedInPurchase(
    elsewhere({ name: "shop" }),
    { ends: ["killed", ["failed", /aliases: \[\{ name: "web" \}\]/]] },
  ),
  "a killed purchase, and its resource leaves the program": takenOut,
  "a killed purchase that is edited": killedInPurchase((scenario) => scenario.declare({ ...web, memoryMb: 4096 }), {
    ends: ["killed", ["failed", /is adopted.*memoryMb/]],
  }),
  "a killed purchase that is listed late": listedLate,
  "a killed purchase that is listed later than believed": listedTooLate,
  "a killed purchase when lists have no tags": withoutTags("absent"),
  "a killed purchase when lists have null for tags": withoutTags("null"),
  "a killed purchase when lists have tags of another shape": withoutTags("other-shape"),
  "a killed purchase when lists take no note of a search": killedInPurchase(nothing, {
    conditions: { metaSearch: "ignored" },
  }),
  "a killed purchase of another provider": throughProvider("eu"),
  "a killed purchase in another account": throughProvider("second"),
  "a lost answer": lostAnswer,
  "a lost purchase that a hook repeats": purchaseThat((scenario) => {
    scenario.declare({ ...web, isRepeated: true });
    scenario.accidents.befall("new-vps", "lost-on-the-way");
  }),
  "an answer that never comes": purchaseThat(({ accidents }) => accidents.befall("new-vps", "never-answered")),
  "an error of the network after the request has arrived": purchaseThat(({ accidents }) =>
    accidents.befall("new-vps", "unreachable-after-arrival"),
  ),
  "a refusal although the order was made": purchaseThat(({ accidents }) =>
    accidents.befall("new-vps", "refused-but-done"),
  ),
  "a refusal": purchaseThat(({ accidents }) => accidents.befall("new-vps", "refused"), {
    ends: ["failed"],
    bought: 0,
    billed: 0,
  }),
  "a busy service": purchaseThat(({ accidents }) =>
    accidents.befall("new-vps", "unavailable", { retryAfterMs: 2 * minuteMs }),
  ),
  "a lost answer whose order turns up late": pendingAndListedLate,
  "a lost purchase whose repetition is killed, and listed late": {
    play: async (scenario) => {
      scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 28_000 };
      scenario.accidents.befall("new-vps", "lost-on-the-way");
      scenario.declare(web);
      await scenario.up();
      await scenario.pass(5);
      scenario.killInPurchase();
      await scenario.up();
      await scenario.up();
    },
    ends: [["failed", /no clear answer/], "killed", "good"],
    ...one,
  },
  "a purchase that is listed later than believed when lists have no tags": {
    ...listedTooLate,
    conditions: { tagsInLists: "absent" },
  },
  "a lost purchase, taken out and put back": {
    play: async (scenario) => {
      scenario.accidents.befall("new-vps", "lost-on-the-way");
      scenario.declare(web);
      await scenario.up();
      scenario.declare();
      await scenario.up();
      scenario.declare(web);
      await scenario.up();
    },
    ends: [["failed", /no clear answer/], "good", "good"],
    ...one,
  },
  "an order that turns up when its resource is taken out": turnedUpLate,
  "an answer about an order that was bought by hand": {
    play: async (scenario) => {
      const { oid: imported, domainName } = buyByHand(scenario.history, "by-hand.example.com");
      scenario.declare({ ...app, domainName, imported });
      await scenario.up();
      scenario.declare({ ...app, domainName, imported }, web);
      scenario.accidents.befall("new-vps", "about-another-order");
      await scenario.up();
    },
    ends: ["good", "good"],
    bought: 2,
    billed: 2,
  },
  "an answer about another order": {
    play: async (scenario) => {
      scenario.declare(app);
      await scenario.up();
      scenario.declare(app, web);
      scenario.accidents.befall("new-vps", "about-another-order");
      await scenario.up();
    },
    ends: ["good", "good"],
    bought: 2,
    billed: 2,
  },
  "a CLI that is killed while a purchase waits": cliKilledWhileWaiting,
  "two declarations of one domain name": oneNameTwice,
  "two declarations of one domain name where that is allowed": {
    ...oneNameTwice,
    conditions: { sameDomainName: "allow" },
    ends: ["good"],
    bought: 2,
    billed: 2,
  },
  "a domain name that somebody has bought by hand": purchaseThat(
    ({ history }) => {
      buyByHand(history, "web-1.example.com");
    },
    { ends: [["failed", /adopt it with the option import/]] },
  ),
  "a limit while no price can be asked": {
    play: async (scenario) => {
      scenario.declare({ ...web, maxMonthlyCostUsd: 100 });
      scenario.accidents.befall("new-vm-pricing", "lost-on-the-way", { sendings: 20 });
      await scenario.up();
    },
    ends: [["failed", /maxMonthlyCostUsd/]],
    bought: 0,
    billed: 0,
  },
  "a limit of the account that two of three servers reach": {
    play: async (scenario) => {
      scenario.ours.configure("maxTotalMonthlyCostUsd", "15");
      scenario.declare(web, app, { name: "db" });
      await scenario.up();
    },
    ends: [["failed", /maxTotalMonthlyCostUsd/]],
    bought: 2,
    billed: 2,
  },
};
