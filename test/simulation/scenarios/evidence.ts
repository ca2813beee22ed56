import type { Conditions } from "../models/conditions";
import type { Accident } from "../models/service/accidents";
import { loseState } from "../people/state-changes";
import { type PlayScenario, Scenario } from "./scenario";

/** A killed purchase is repeated while lists show neither its order nor one that the state holds. */
export const listsBehind: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "app" });
  await scenario.run("up");
  scenario.declare({ name: "app" }, { name: "web" });
  await scenario.interruptPurchase();
  scenario.stopLists(60, 30);
  await scenario.run("up");
  await scenario.pass(60);
  await scenario.run("up");
  return scenario.end();
};

/** The same while lists are behind for less than a minute. */
export const listsBehindForAMoment: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "app" });
  await scenario.run("up");
  scenario.declare({ name: "app" }, { name: "web" });
  await scenario.interruptPurchase();
  scenario.stopLists(60, 0.75);
  await scenario.run("up");
  return scenario.end();
};

/** A server is replaced under a budget that has room for no other, while lists still show the old one as billed. */
export const replacedWithinBudget: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { limits: "stack" });
  scenario.declare({ name: "app" }, { name: "web" }, { name: "shop" });
  await scenario.upWithoutFail();
  await scenario.pass(60);
  scenario.stopLists(30, 20);
  await scenario.run("up", { replace: new Set(["app"]) });
  return scenario.end();
};

/** An interrupted purchase is adopted, and with it a budget has room for one more server of two, while lists show no tags. */
export const adoptedWithinBudget: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { limits: "stack", tagsInLists: "other-shape", metaSearch: "ignored" });
  scenario.declare({ name: "app" });
  await scenario.upWithoutFail();
  scenario.declare({ name: "app" }, { name: "web" });
  await scenario.interruptPurchase();
  scenario.declare({ name: "app" }, { name: "web" }, { name: "shop" }, { name: "db" });
  await scenario.run("up");
  return scenario.end();
};

/** Lists are cut off, and the answer to a purchase is lost while another one waits for its turn. */
export const queuedAfterLostAnswer: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { strangers: 1, lists: "cut-off", purchasesAtATime: 1 });
  scenario.declare({ name: "app" }, { name: "web" });
  await scenario.upWithoutFail();
  scenario.declare({ name: "app" }, { name: "web" }, { name: "shop" }, { name: "db" });
  scenario.accidents.befall("new-vps", "answer-lost");
  await scenario.run("up");
  return scenario.end();
};

/** A resource gets a provider of another account while the state cannot be read. */
export const otherProviderUnseen: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { providers: ["default", "second"] });
  scenario.declare({ name: "app" }, { name: "mail", provider: "second" });
  await scenario.upWithoutFail();
  scenario.declare({ name: "app" }, { name: "mail" });
  scenario.accidents.stateIsReadable = false;
  await scenario.run("up");
  scenario.accidents.stateIsReadable = true;
  scenario.declare({ name: "app" }, { name: "mail", memoryMb: 2048 });
  await scenario.run("up");
  return scenario.end();
};

/** The state is lost, one server leaves the program, and lists do not show what was bought when the other is bought again. */
export const lostWhileListsAreBehind: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "app" }, { name: "web" });
  await scenario.run("up");
  await scenario.pass(60);
  loseState(scenario.history, scenario.ours);
  scenario.declare({ name: "app" });
  scenario.stopLists(120, 30);
  await scenario.run("up");
  await scenario.pass(60);
  return scenario.end();
};

/** Lists end with the orders of strangers, and a killed purchase is repeated. */
export const listsCutOff =
  (metaSearch: Conditions["metaSearch"]): PlayScenario =>
  async (variant) => {
    const scenario = new Scenario(variant, { strangers: 5, lists: "cut-off", metaSearch });
    scenario.declare({ name: "app" }, { name: "shop" });
    await scenario.run("up");
    scenario.declare({ name: "app" }, { name: "shop" }, { name: "web" });
    await scenario.interruptPurchase();
    await scenario.run("preview");
    await scenario.run("up");
    return scenario.end();
  };

/** Every order is listed twice, that of a killed purchase too. */
export const listedTwice: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { lists: "repeating", limits: "stack" });
  scenario.declare({ name: "app" });
  await scenario.upWithoutFail();
  scenario.declare({ name: "app" }, { name: "web" });
  await scenario.interruptPurchase();
  await scenario.upWithoutFail();
  scenario.declare({ name: "app" }, { name: "web" }, { name: "shop" });
  await scenario.upWithoutFail();
  return scenario.end();
};

/** Lists lack what has been bought, and the stack may cost no more than three servers. */
export const budgetBehind: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { limits: "stack" });
  scenario.declare({ name: "app" }, { name: "web" }, { name: "shop" });
  await scenario.run("up");
  scenario.declare(...["app", "web", "shop", "db", "mail"].map((name) => ({ name })));
  scenario.stopLists(60, 30);
  await scenario.run("up");
  return scenario.end();
};

/** The answer to a purchase is about a stranger's order; then the server is to change. */
export const strangersOrderAnswered: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { strangers: 1 });
  scenario.declare({ name: "web" });
  scenario.accidents.befall("new-vps", "about-another-order");
  await scenario.run("up");
  scenario.declare({ name: "web", memoryMb: 2048 });
  await scenario.run("up");
  return scenario.end();
};

/** The answer to a purchase is about a server that the state holds. */
export const ownOrderAnswered: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "app" });
  await scenario.run("up");
  scenario.declare({ name: "app" }, { name: "web" });
  scenario.accidents.befall("new-vps", "about-another-order");
  await scenario.run("up");
  return scenario.end();
};

/** Two answers change places; then one of the servers leaves the program. */
export const swappedAnswers: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "app" }, { name: "web" });
  scenario.accidents.befall("new-vps", "swapped-answers");
  await scenario.run("up");
  scenario.declare({ name: "app" });
  await scenario.run("up");
  return scenario.end();
};

/** A server that may cost less than it does is bought, and the service tells no price that can be compared. */
export const priceUnknown =
  (accident: Accident): PlayScenario =>
  async (variant) => {
    const scenario = new Scenario(variant, { limits: "server" });
    scenario.declare({ name: "web", maxMonthlyCostUsd: 5 });
    for (let quotes = 0; quotes < 20; quotes++) scenario.accidents.befall("new-vm-pricing", accident);
    await scenario.run("up");
    return scenario.end();
  };

/** The service's `Date` is three hours behind its own dates, or ahead of them. */
export const wrongDate =
  (hours: number): PlayScenario =>
  async (variant) => {
    const scenario = new Scenario(variant, { dateErrorMs: hours * 60 * 60_000 });
    scenario.declare({ name: "app" }, { name: "web" });
    await scenario.run("up");
    scenario.declare({ name: "app", domainName: "app-2.example.com" });
    await scenario.run("up");
    return scenario.end();
  };
