import type { Conditions } from "../models/conditions";
import type { TagsInLists } from "../models/service/account";
import { type PlayScenario, Scenario } from "./scenario";

const names = ["web", "app", "db", "mail", "shop"] as const;
const minuteMs = 60_000;

/** Only the CLI is killed while purchases wait for a slot; its host continues, and the person runs the command again. */
export const queuedPurchases: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { purchasesAtATime: 2 });
  scenario.declare(...names.map((name) => ({ name })));
  scenario.killInPurchase("cli", 2);
  await scenario.run("up");
  await scenario.run("up");
  return scenario.end();
};

/** The same with one server, whose purchase was asked to wait. */
export const waitingPurchase: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web" });
  scenario.accidents.befall("new-vps", "rate-limited", 5 * minuteMs);
  scenario.accidents.nextCrash = {
    casualty: "cli",
    isMoment: (what) => what.startsWith("list-orders: the answer arrives"),
  };
  await scenario.run("up");
  await scenario.run("up");
  return scenario.end();
};

/** Only the CLI is killed while the network refuses the connection for a purchase, and lets it through later. */
export const unreachablePurchase: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web" });
  for (let sendings = 0; sendings < 3; sendings++) scenario.accidents.befall("new-vps", "not-sent");
  scenario.accidents.nextCrash = { casualty: "cli", isMoment: (what) => what.startsWith("order web-1") };
  await scenario.run("up");
  await scenario.run("up");
  return scenario.end();
};

/** An order that no state knows, and then something happens to its declaration. */
const interrupted =
  (then: (scenario: Scenario) => void, conditions: Partial<Conditions> = {}): PlayScenario =>
  async (variant) => {
    const scenario = new Scenario(variant, conditions);
    const provider = conditions.providers?.at(-1) ?? "default";
    scenario.declare({ name: "app" });
    await scenario.run("up");
    scenario.declare({ name: "app" }, { name: "web", provider });
    await scenario.interruptPurchase();
    then(scenario);
    await scenario.run("preview");
    await scenario.run("up");
    return scenario.end();
  };

export const againAsItWas = interrupted(() => undefined);

export const stackRenamed = interrupted(({ ours }) => ours.rename("live"));

export const otherName = interrupted((scenario) =>
  scenario.declare({ name: "app" }, { name: "shop", domainName: "web-1.example.com" }),
);

export const newParent = interrupted((scenario) => scenario.declare({ name: "app" }, { name: "web", parent: "Site" }));

export const noLongerDeclared = interrupted((scenario) => scenario.declare({ name: "app" }));

export const inAnotherAccount = interrupted((scenario) => scenario.declare({ name: "app" }), {
  providers: ["default", "second"],
});

export const withoutTagsInLists = (tagsInLists: TagsInLists): PlayScenario =>
  interrupted(() => undefined, { tagsInLists });

/** The network fails after the purchase has arrived, with an error that looks like "never sent". */
export const unreachableAfterArrival: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web" });
  scenario.accidents.befall("new-vps", "unreachable-after-arrival");
  await scenario.run("up");
  return scenario.end();
};

/** No answer and no order: the state remembers the purchase, and an `up` after an hour repeats it. */
export const repeatedAndStopped: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web", runningState: "NOTRUNNING" });
  scenario.accidents.befall("new-vps", "lost-on-the-way");
  await scenario.run("up");
  await scenario.pass(90);
  await scenario.run("up");
  return scenario.end();
};

/** Purchases get no answer, and their orders are listed only after three quarters of an hour. */
export const listedLate: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web" });
  scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 45 * minuteMs };
  for (let runs = 0; runs < 3; runs++) {
    scenario.accidents.befall("new-vps", "answer-lost");
    await scenario.run("up");
    await scenario.pass(10);
  }
  return scenario.history;
};

/** A killed purchase's order is listed only after the next run's search, and before its turn to buy. */
export const cameToLightInTheQueue: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { purchasesAtATime: 1 });
  scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 13 * minuteMs };
  scenario.declare({ name: "web" });
  await scenario.interruptPurchase();
  scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 0 };
  scenario.declare({ name: "app" }, { name: "web" });
  await scenario.run("up");
  return scenario.end();
};

/** A killed purchase's order is listed while the next run's own purchase is running. */
export const cameToLightMeanwhile: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 13 * minuteMs };
  scenario.declare({ name: "web" });
  await scenario.interruptPurchase();
  scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 0 };
  await scenario.run("up");
  return scenario.history;
};

/** The killed purchase differs from what the program asks for now. */
export const editedAfterwards: PlayScenario = interrupted((scenario) =>
  scenario.declare({ name: "app" }, { name: "web", memoryMb: 4096 }),
);

/** No answer, and no order: the state remembers the purchase. */
export const withoutAnswer: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web" });
  scenario.accidents.befall("new-vps", "lost-on-the-way");
  await scenario.run("up");
  return scenario.end();
};
