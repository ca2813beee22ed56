import type { Declared } from "../models/declared";
import type { ProviderName } from "../models/stack-state";
import { type PlayScenario, Scenario } from "./scenario";

/** A colleague has a local stack of the same name and ignores other ledgers; then the first one replaces the server. */
export const withAColleague: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant, { hasColleague: true });
  const { colleague } = scenario.history;
  scenario.declare({ name: "web" });
  await scenario.run("up");
  colleague.program = scenario.ours.program;
  colleague.configure("foreignOrders", "ignore");
  await scenario.run("up", {}, colleague);
  scenario.declare({ name: "web", domainName: "web-2.example.com" });
  await scenario.run("up");
  return scenario.end();
};

/** Replaced twice, while the first order is meant to continue. */
const replacedTwice =
  (option: Partial<Declared>): PlayScenario =>
  async (variant) => {
    const scenario = new Scenario(variant);
    for (const version of [1, 2, 3]) {
      scenario.declare({ name: "web", domainName: `web-${version}.example.com`, ...option });
      await scenario.run("up");
      await scenario.pass(10);
    }
    return scenario.end();
  };

export const atPeriodEnd = replacedTwice({ cancel: "at-period-end" });

export const retained = replacedTwice({ retainOnDelete: true });

/** A server with `deletedWith` is dropped from the state, while its order continues. */
export const deletedWith: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "app" }, { name: "web", deletedWith: "app" }, { name: "db" });
  await scenario.run("up");
  scenario.declare({ name: "db" });
  await scenario.run("up");
  return scenario.end();
};

/** `--replace`, and the new server comes before the old one goes. */
export const onDemand: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web", deleteBeforeReplace: false });
  await scenario.run("up");
  await scenario.run("up", { replace: new Set(["web"]) });
  return scenario.end();
};

/** The same after a run that was killed before it saved its memory: only the entry of the state says that the order is in use. */
export const onDemandAfterKill: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "web", deleteBeforeReplace: false });
  scenario.accidents.nextCrash = { casualty: "both", isMoment: (what) => what === "saving: memory" };
  await scenario.run("up");
  await scenario.run("up", { replace: new Set(["web"]) });
  return scenario.end();
};

/**
 * A renamed server keeps its key. The same run replaces it and buys what is declared anew under the old name: that, too,
 * may have bought under the key.
 */
const besideItsOldName =
  (provider: ProviderName, anew: Partial<Declared> = {}): PlayScenario =>
  async (variant) => {
    const scenario = new Scenario(variant, { providers: ["default", "eu"] });
    const same = { domainName: "app.example.com", deleteBeforeReplace: false };
    scenario.declare({ name: "app", provider, ...same });
    await scenario.run("up");
    scenario.declare({ name: "db", provider, ...same, aliases: [{ name: "app" }] });
    await scenario.run("up");
    scenario.declare({ name: "db", provider, ...same }, { name: "app", ...same, ...anew });
    const outcome = await scenario.run("up", { replace: new Set(["db"]) });
    if (outcome !== "good") scenario.history.find("stuck", `up ended ${outcome}`);
    return scenario.end();
  };

export const besideOldName = besideItsOldName("default");

export const beforeOldName = besideItsOldName("default", { after: "db" });

export const beforeOldNameInOtherHost = besideItsOldName("eu", { after: "db" });

export const beforeOldNameAskingOtherwise = besideItsOldName("default", { after: "db", memoryMb: 4096 });

/** The service claims to have cancelled an order, but has not. */
export const cancelledInNameOnly: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "app" }, { name: "web" });
  await scenario.run("up");
  scenario.declare({ name: "app" });
  scenario.accidents.befall("delete-vps", "done-in-name-only");
  await scenario.run("up");
  return scenario.end();
};

/** A killed replacement leaves the old server to be deleted, and a destroy cannot read exactly that one; then people want both back. */
export const destroyedInPart: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  scenario.declare({ name: "app", deleteBeforeReplace: false });
  await scenario.run("up");
  const old = scenario.entryOf("app").id;
  scenario.accidents.nextCrash = { casualty: "both", isMoment: (what) => what.startsWith(`get-order ${old}`) };
  await scenario.run("up", { replace: new Set(["app"]) });
  scenario.accidents.befall("get-order", "none");
  for (let sendings = 0; sendings < 7; sendings++) scenario.accidents.befall("get-order", "lost-on-the-way");
  await scenario.run("destroy");
  await scenario.run("up");
  return scenario.end();
};
