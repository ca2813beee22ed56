import type { History } from "../history";
import type { Stack } from "../models/stack";
import { says } from "../subject/words";
import { raiseLimits } from "./advice";
import { type ProgramChange, programChanges } from "./program-changes";
import { serviceChanges } from "./service-changes";
import { stateChanges } from "./state-changes";

/** What a person does between two commands, and how often: rare things are rare. */
const weights = {
  nothing: 140,
  declare: 180,
  declareSeveral: 30,
  resize: 80,
  changeDomain: 80,
  changeDataCenter: 50,
  changeRunningState: 50,
  changeCancel: 20,
  changeOrderOfReplacing: 25,
  changeRetain: 15,
  changeDeletedWith: 6,
  changeProvider: 15,
  undeclare: 50,
  rename: 50,
  renameWithoutAlias: 20,
  reparent: 15,
  reparentWithoutAlias: 10,
  taint: 45,
  deleteFromState: 25,
  moveToOtherStack: 25,
  restoreBackup: 20,
  loseState: 6,
  renameStack: 20,
  cancelOutside: 25,
  followReports: 50,
  importServer: 15,
  importTwice: 3,
  removeImport: 30,
} as const;

type Change = keyof typeof weights;

const changes: Record<Change, ProgramChange> = {
  nothing: () => undefined,
  ...programChanges,
  ...stateChanges,
  ...serviceChanges,
};

export function changeSomething(history: History, stack: Stack): void {
  const { random } = history;
  if (isLimited(history, stack) && history.accidents.oddities.random.chance(0.5)) raiseLimits(history, stack);
  // After a failed run most people run it again before they continue.
  if (stack.lastOutcome !== "good" && !random.chance(0.1)) return;
  const isEmpty = stack.program.length === 0;
  const change: Change = isEmpty ? random.weighted({ declare: 80, declareSeveral: 20 }) : random.weighted(weights);
  changes[change](history, stack);
}

const isLimited = ({ conditions }: History, { lastOutcome, lastMessages }: Stack): boolean =>
  conditions.limits !== "none" && lastOutcome === "failed" && says.aboutLimit(lastMessages);

/** A colleague works on the same program, in a stack of the same name. */
export function shareProgram(history: History): void {
  const { ours, colleague } = history;
  history.note("the colleague gets the program");
  colleague.program = ours.program.filter(({ imported }) => imported === undefined);
}
