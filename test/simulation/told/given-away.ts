import type { CommandOptions } from "../command";
import type { Conditions } from "../models/conditions";
import type { ProviderName } from "../models/stack-state";
import { copyInState, deleteFromState, loseState, moveToOtherStack } from "../people/state-changes";
import { Storyteller, type Told } from "./storyteller";

/** A server is moved to another stack after some good runs, and the same is declared again here. */
const movedAndDeclaredAgain =
  (given: { runsBefore: number; provider?: ProviderName; options?: CommandOptions }): Told =>
  async (variant) => {
    const { runsBefore, provider = "default", options = {} } = given;
    const conditions: Partial<Conditions> = { providers: ["default", "eu"] };
    const story = new Storyteller(variant, conditions);
    const both = [{ name: "app" }, { name: "web", provider }] as const;
    story.declare(...both);
    for (let runs = 0; runs < runsBefore; runs++) await story.run("up");
    moveToOtherStack(story.history, story.ours, story.entryOf("web"));
    story.declare(...both);
    await story.run("up", options);
    return story.end();
  };

export const moved = movedAndDeclaredAgain({ runsBefore: 2 });

export const movedRightAfterPurchase = movedAndDeclaredAgain({ runsBefore: 1 });

export const movedAndTargeted = movedAndDeclaredAgain({ runsBefore: 2, options: { targets: new Set(["web"]) } });

export const movedInExplicitProvider = movedAndDeclaredAgain({ runsBefore: 2, provider: "eu" });

/** The same order imported by two resources of two providers; then one of them goes. */
export const importedTwice: Told = async (variant) => {
  const story = new Storyteller(variant, { providers: ["default", "eu"] });
  const order = story.history.accounts.ours.buyByHand("by-hand.example.com", 0);
  const imported = { domainName: order.domainName, imported: order.oid };
  story.declare({ name: "web", ...imported }, { name: "app", provider: "eu", ...imported });
  await story.run("up");
  story.declare({ name: "web", domainName: order.domainName });
  await story.run("up");
  return story.end();
};

/** The server was renamed, and then the state is lost. */
export const renamedAndLost: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web" });
  await story.run("up");
  story.declare({ name: "app", domainName: "web-1.example.com", aliases: [{ name: "web" }] });
  await story.run("up");
  loseState(story.history, story.ours);
  await story.run("up");
  return story.end();
};

const fleetSize = 520;

/** One of very many servers, the oldest, is moved to another stack and declared again. */
export const oneOfMany: Told = async (variant) => {
  const story = new Storyteller(variant, { purchasesAtATime: fleetSize });
  const fleet = Array.from({ length: fleetSize }, (_, index) => ({ name: `web${index}` }));
  story.declare(...fleet);
  await story.run("up");
  await story.run("up");
  moveToOtherStack(story.history, story.ours, story.entryOf("web0"));
  story.declare(...fleet);
  await story.run("up");
  return story.history;
};

/** A server goes from one declaration to another, which imports it, while the state cannot be read. */
export const handedOver: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web" });
  await story.run("up");
  const imported = Number(story.entryOf("web").id);
  story.accidents.stateIsReadable = false;
  story.declare({ name: "app", domainName: "web-1.example.com", imported });
  await story.run("up");
  return story.history;
};

/** A state edited by hand has two entries for one order, and one of them leaves the program. */
export const copiedInState: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web" });
  await story.run("up");
  copyInState(story.history, story.ours, story.entryOf("web"), "app");
  await story.run("up");
  return story.end();
};

/** Taken out of the state by hand, and still declared. */
export const deletedFromState: Told = async (variant) => {
  const story = new Storyteller(variant);
  story.declare({ name: "web" });
  await story.run("up");
  await story.run("up");
  deleteFromState(story.history, story.ours, story.entryOf("web"));
  await story.run("up");
  return story.end();
};
