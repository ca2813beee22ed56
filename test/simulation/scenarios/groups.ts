import type { CrashPlan } from "../models/run";
import { type PlayScenario, Scenario } from "./scenario";

const names = ["web", "app", "db", "mail"];

const declareGroup = (scenario: Scenario, memoryMb: number): void =>
  scenario.declare(...names.map((name) => ({ name, memoryMb, changeGroup: "pool" })));

/** All servers of a group get more memory. */
export const resized: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  declareGroup(scenario, 1024);
  await scenario.run("up");
  declareGroup(scenario, 2048);
  await scenario.upWithoutFail();
  return scenario.end();
};

/** The same, and something dies while the service works on the second. */
export const killed =
  (casualty: CrashPlan["casualty"]): PlayScenario =>
  async (variant) => {
    const scenario = new Scenario(variant);
    declareGroup(scenario, 1024);
    await scenario.run("up");
    declareGroup(scenario, 2048);
    scenario.killInResize(casualty, 2);
    await scenario.run("up");
    await scenario.upWithoutFail();
    return scenario.end();
  };

/** The answer to the first is lost, and the one to the second says no. */
export const withoutAnswer: PlayScenario = async (variant) => {
  const scenario = new Scenario(variant);
  declareGroup(scenario, 1024);
  await scenario.run("up");
  declareGroup(scenario, 2048);
  scenario.accidents.befall("parameters", "answer-lost");
  scenario.accidents.befall("parameters", "refused");
  await scenario.run("up");
  await scenario.upWithoutFail();
  return scenario.end();
};
