import type { Conditions } from "../models/conditions";
import type { TagsInLists } from "../models/service/account";
import { Storyteller, type Told } from "./storyteller";

const names = ["web", "app", "db", "mail", "shop"] as const;
const minuteMs = 60_000;

/** The CLI is killed alone while purchases wait for a slot; its host goes on, and the person runs the command again. */
export const queuedPurchases: Told = async (variant) => {
  const story = new Storyteller(variant, { purchasesAtATime: 2 });
  story.declare(...names.map((name) => ({ name })));
  story.killInPurchase("cli", 2);
  await story.run("up");
  await story.run("up");
  return story.end();
};

/** The same with one server, whose purchase is told to wait. */
export const waitingPurchase: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web" });
  story.accidents.befall("new-vps", "rate-limited", 5 * minuteMs);
  story.accidents.nextCrash = {
    casualty: "cli",
    isMoment: (what) => what.startsWith("list-orders: the answer arrives"),
  };
  await story.run("up");
  await story.run("up");
  return story.end();
};

/** An order that no state knows, and then something happens to its declaration. */
const interrupted =
  (then: (story: Storyteller) => void, conditions: Partial<Conditions> = {}): Told =>
  async (variant) => {
    const story = new Storyteller(variant, conditions);
    const provider = conditions.providers?.at(-1) ?? "default";
    story.declare({ name: "app" });
    await story.run("up");
    story.declare({ name: "app" }, { name: "web", provider });
    await story.interruptPurchase();
    then(story);
    await story.run("preview");
    await story.run("up");
    return story.end();
  };

export const againAsItWas = interrupted(() => undefined);

export const stackRenamed = interrupted(({ ours }) => ours.rename("live"));

export const otherName = interrupted((story) =>
  story.declare({ name: "app" }, { name: "shop", domainName: "web-1.example.com" }),
);

export const newParent = interrupted((story) => story.declare({ name: "app" }, { name: "web", parent: "Site" }));

export const noLongerDeclared = interrupted((story) => story.declare({ name: "app" }));

export const inAnotherAccount = interrupted((story) => story.declare({ name: "app" }), {
  providers: ["default", "second"],
});

export const withoutTagsInLists = (tagsInLists: TagsInLists): Told => interrupted(() => undefined, { tagsInLists });

/** The network fails after the purchase has arrived, with an error that looks like "never sent". */
export const unreachableAfterArrival: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web" });
  story.accidents.befall("new-vps", "unreachable-after-arrival");
  await story.run("up");
  return story.end();
};

/** No answer and no order: the state remembers the purchase, and an `up` after an hour repeats it. */
export const repeatedAndStopped: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web", runningState: "NOTRUNNING" });
  story.accidents.befall("new-vps", "lost-on-the-way");
  await story.run("up");
  await story.pass(90);
  await story.run("up");
  return story.end();
};

/** Purchases get no answer, and their orders are listed only after three quarters of an hour. */
export const listedLate: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web" });
  story.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 45 * minuteMs };
  for (let runs = 0; runs < 3; runs++) {
    story.accidents.befall("new-vps", "answer-lost");
    await story.run("up");
    await story.pass(10);
  }
  return story.history;
};

/** An order of a killed purchase is listed only when the next run has looked already, and its turn to buy has not come. */
export const cameToLightInTheQueue: Told = async (variant) => {
  const story = new Storyteller(variant, { purchasesAtATime: 1 });
  story.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 13 * minuteMs };
  story.declare({ name: "web" });
  await story.interruptPurchase();
  story.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 0 };
  story.declare({ name: "app" }, { name: "web" });
  await story.run("up");
  return story.end();
};

/** An order of a killed purchase is listed while the next run's own purchase is under way. */
export const cameToLightMeanwhile: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 13 * minuteMs };
  story.declare({ name: "web" });
  await story.interruptPurchase();
  story.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 0 };
  await story.run("up");
  return story.history;
};

/** What was killed had asked for something else than the program asks for now. */
export const editedAfterwards: Told = interrupted((story) =>
  story.declare({ name: "app" }, { name: "web", memoryMb: 4096 }),
);

/** No answer, and no order: the state remembers the purchase. */
export const withoutAnswer: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web" });
  story.accidents.befall("new-vps", "lost-on-the-way");
  await story.run("up");
  return story.end();
};
