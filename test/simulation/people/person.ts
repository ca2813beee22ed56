import type { History } from "../history";
import type { Stack } from "../models/stack";
import { takeAdvice } from "./advice";
import { type ProgramChange, programChanges } from "./program-changes";
import { serviceChanges } from "./service-changes";
import { stateChanges } from "./state-changes";

/** What a person does between two commands, and how often: rare things are rare. */
const weights = {
  ...{
    nothing: 140,
    declare: 180,
    declareSeveral: 30,
    importServer: 15,
    handOver: 10,
    removeImports: 30,
    undeclare: 60,
  },
  ...{
    resize: 80,
    changeDomain: 80,
    changeDataCenter: 50,
    changeImage: 30,
    changeImageMode: 15,
    changeTags: 10,
    changeRunningState: 50,
  },
  ...{
    changeCancel: 20,
    transformReplacing: 5,
    retryByHook: 15,
    changeRetain: 25,
    changeProtect: 40,
    changeProvider: 15,
  },
  ...{ rename: 50, renameWithoutAlias: 20, reparent: 15, reparentWithoutAlias: 10, renameStack: 20 },
  ...{ taint: 45, deleteServer: 15, deleteBoth: 15, moveServer: 8, moveBoth: 20, restoreBackup: 20, loseState: 6 },
  ...{ cancelOutside: 25, cancelNamed: 50 },
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
  if (stack.lastOutcome === "failed" && random.chance(0.7) && takeAdvice(history, stack)) return;
  // After a failed run most people run it again before they continue.
  if (stack.lastOutcome !== "good" && !random.chance(0.1)) return;
  const isEmpty = stack.program.length === 0;
  const change: Change = isEmpty ? random.weighted({ declare: 80, declareSeveral: 20 }) : random.weighted(weights);
  changes[change](history, stack);
}
