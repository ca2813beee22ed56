import type { Declared } from "../models/declared";
import { Storyteller, type Told } from "./storyteller";

/** A colleague has a local stack of the same name and ignores other ledgers; then the first one replaces the server. */
export const withAColleague: Told = async (variant) => {
  const story = new Storyteller(variant, { hasColleague: true });
  const { colleague } = story.history;
  story.declare({ name: "web" });
  await story.run("up");
  colleague.program = story.ours.program;
  colleague.configure("foreignOrders", "ignore");
  await story.run("up", {}, colleague);
  story.declare({ name: "web", domainName: "web-2.example.com" });
  await story.run("up");
  return story.end();
};

/** Replaced twice, while the first order goes on by intent. */
const replacedTwice =
  (option: Partial<Declared>): Told =>
  async (variant) => {
    const story = new Storyteller(variant);
    for (const version of [1, 2, 3]) {
      story.declare({ name: "web", domainName: `web-${version}.example.com`, ...option });
      await story.run("up");
      await story.pass(10);
    }
    return story.end();
  };

export const atPeriodEnd = replacedTwice({ cancel: "at-period-end" });

export const retained = replacedTwice({ retainOnDelete: true });

/** A server that is to be deleted with another one is dropped from the state, while its order goes on. */
export const deletedWith: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "app" }, { name: "web", deletedWith: "app" }, { name: "db" });
  await story.run("up");
  story.declare({ name: "db" });
  await story.run("up");
  return story.end();
};

/** `--replace`, and the new server comes before the old one goes. */
export const onDemand: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web", deleteBeforeReplace: false });
  await story.run("up");
  await story.run("up", { replace: new Set(["web"]) });
  return story.end();
};

/** The same after a run that was killed before it saved its memory: only the entry of the state says that the order is in use. */
export const onDemandAfterKill: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web", deleteBeforeReplace: false });
  story.accidents.nextCrash = { casualty: "both", isMoment: (what) => what === "saving: memory" };
  await story.run("up");
  await story.run("up", { replace: new Set(["web"]) });
  return story.end();
};

/** The service says that it has cancelled an order, and has not. */
export const cancelledInNameOnly: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "app" }, { name: "web" });
  await story.run("up");
  story.declare({ name: "app" });
  story.accidents.befall("delete-vps", "done-in-name-only");
  await story.run("up");
  return story.end();
};
