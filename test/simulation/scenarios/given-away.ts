import type { CommandOptions } from "../command";
import type { Conditions } from "../models/conditions";
import type { ProviderName } from "../models/stack-state";
import { server } from "../people/program-changes";
import { adopt } from "../people/service-changes";
import { copyInState, deleteFromState, loseState, moveToOtherStack } from "../people/state-changes";
import { type PlayScenario, Scenario } from "./scenario";

const minuteMs = 60_000;

/** A server is moved to another stack after some successful runs, and declared again here. */
const movedAndDeclaredAgain =
  (given: { runsBefore: number; provider?: ProviderName; options?: CommandOptions }): PlayScenario =>
  async (variant) => {
    const { runsBefore, provider = "default", options = {} } = given;
    const conditions: Partial<Conditions> = { providers: ["default", "eu"] };
    const scenario = new Scenario(variant, conditions);
    const both = [{ name: "app" }, { name: "web", provider }] as const;
    scenario.declare(...both);
    for (let runs = 0; runs < runsBefore; runs++) await scenario.run("up");
    moveToOtherStack(scenario.history, scenario.ours, scenario.entryOf("web"));
    scenario.declare(...both);
    await scenario.run("up", options);
    return scenario.end();
  };

export const moved = movedAndDeclaredAgain({ runsBefore: 2 });

export const movedRightAfterPurchase = movedAndDeclaredAgain({ runsBefore: 1 });

export const movedAndTargeted = movedAndDeclaredAgain({ runsBefore: 2, options: { targets: new Set(["web"]) } });

export const movedInExplicitProvider = movedAndDeclaredAgain({ runsBefore: 2, provider: "eu" });

/** The same order imported by two resources of two providers; then one of them goes. */
export const importedTwice: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { providers: ["default", "eu"] });
  const order = scenario.history.accounts.ours.buyByHand("by-hand.example.com", 0);
  const imported = { domainName: order.domainName, imported: order.oid };
  scenario.declare({ name: "web", ...imported }, { name: "app", provider: "eu", ...imported });
  await scenario.run("up");
  scenario.declare({ name: "web", domainName: order.domainName });
  await scenario.run("up");
  return scenario.end();
};

/** The server was renamed, and then the state is lost. */
export const renamedAndLost: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web" });
  await scenario.run("up");
  scenario.declare({ name: "app", domainName: "web-1.example.com", aliases: [{ name: "web" }] });
  await scenario.run("up");
  loseState(scenario.history, scenario.ours);
  await scenario.run("up");
  return scenario.end();
};

const fleetSize = 520;

/** One of very many servers, the oldest, is moved to another stack and declared again. */
export const oneOfMany: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { purchasesAtATime: fleetSize });
  const fleet = Array.from({ length: fleetSize }, (_, index) => ({ name: `web${index}` }));
  scenario.declare(...fleet);
  await scenario.run("up");
  await scenario.run("up");
  moveToOtherStack(scenario.history, scenario.ours, scenario.entryOf("web0"));
  scenario.declare(...fleet);
  await scenario.run("up");
  return scenario.history;
};

/** A server passes from one declaration to another, which imports it, while the state cannot be read. */
export const handedOver: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web" });
  await scenario.run("up");
  const imported = Number(scenario.entryOf("web").id);
  scenario.accidents.stateIsReadable = false;
  scenario.declare({ name: "app", domainName: "web-1.example.com", imported });
  await scenario.run("up");
  return scenario.history;
};

/** A state edited by hand has two entries for one order, and one of them leaves the program. */
export const copiedInState: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web" });
  await scenario.run("up");
  copyInState(scenario.history, scenario.ours, scenario.entryOf("web"), "app");
  await scenario.run("up");
  return scenario.end();
};

/** Replaced by a server bought first, and cancelled in name only; then the new one is removed from the state. */
export const successorDeletedFromState: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web", deleteBeforeReplace: false });
  await scenario.run("up");
  scenario.accidents.befall("delete-vps", "done-in-name-only");
  await scenario.run("up", { replace: new Set(["web"]) });
  deleteFromState(scenario.history, scenario.ours, scenario.entryOf("web"));
  await scenario.run("up");
  return scenario.end();
};

/** Removed from the state by hand, and still declared. */
export const deletedFromState: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web" });
  await scenario.run("up");
  await scenario.run("up");
  deleteFromState(scenario.history, scenario.ours, scenario.entryOf("web"));
  await scenario.run("up");
  return scenario.end();
};

/**
 * Moved to another stack while no list shows its order, so that the ledger that bought it is deleted and its name is
 * declared anew: the next replacement finds the order under that other ledger.
 */
export const movedWithoutItsLedger: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.accidents.making = { installMs: 5 * minuteMs, hiddenMs: 60 * minuteMs };
  scenario.declare({ name: "db" });
  await scenario.run("up");
  moveToOtherStack(scenario.history, scenario.ours, scenario.entryOf("db"));
  await scenario.run("up");
  scenario.declare({ name: "db" });
  await scenario.run("up");
  await scenario.pass(60);
  scenario.declare({ name: "db", dcLocation: "DCLONDON" });
  await scenario.run("up");
  return scenario.end();
};

/** A person imports what a colleague's interrupted run has bought, and the colleague's next run adopts it. */
export const importedFromInterruptedColleague: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { hasColleague: true });
  const { history, ours } = scenario;
  const { colleague } = history;
  colleague.program = [server("db")];
  scenario.killInPurchase("both");
  await scenario.run("up", {}, colleague);
  await scenario.pass(10);
  const [stray] = history.active();
  if (stray === undefined) throw new Error("nothing was bought");
  adopt(history, ours, stray);
  await scenario.run("up");
  await scenario.run("up", {}, colleague);
  return scenario.end();
};
