import type { Recorded } from "../../schema/vps-outputs";
import type { Change, Desired } from "../model";
import { replacesServer } from "../update/replacement";
import { moveDuration, wipesServer } from "../update/steps";

/** A value that only the `up` will know: nothing is done if it turns out to be the same. */
export function unknowns(
  recorded: Recorded,
  desired: Desired,
  changes: readonly Change[],
): { line: string[]; warnings: string[] } {
  const unknown = changes.filter((change) => change.isUnknown);
  const names = (of: (change: Change) => boolean) => unknown.filter(of).map(({ argument }) => argument);
  const isReplacing = (change: Change) => replacesServer(change, recorded[change.argument], desired);
  const isWiping = (change: Change) => !isReplacing(change) && wipesServer(change, desired);
  const replacing = names(isReplacing);
  const wiping = names(isWiping);
  // The first value of moveTriggers moves nothing.
  const isMoving = ({ argument, effect }: Change) =>
    effect === "move" && (argument !== "moveTriggers" || recorded.moveTriggers !== undefined);
  const moving = names(isMoving);
  const others = names(
    (change) => !isReplacing(change) && !isWiping(change) && !isMoving(change) && change.effect !== "behaviour",
  );
  const known = (list: readonly string[]) => `${list.join(", ")} ${list.length > 1 ? "are" : "is"} not known yet`;
  const line = [
    ...(replacing.length > 0 ? ["may be replaced"] : []),
    ...(wiping.length > 0 ? ["may be reinstalled"] : []),
    ...(moving.length > 0 ? ["may be moved"] : []),
    ...(others.length > 0 ? [`may change ${others.join(", ")}`] : []),
  ];
  const warnings = [
    ...(replacing.length > 0
      ? [
          `${known(replacing)}: the server may be replaced, ${recorded.__isRetained ? "and the old one kept and billed" : "with its data and IP lost"}. It is left alone if the value turns out to be the same.`,
        ]
      : []),
    ...(wiping.length > 0
      ? [
          `${known(wiping)}: the server may be reinstalled, with all data lost. It is left alone if the value turns out to be the same.`,
        ]
      : []),
    ...(moving.length > 0
      ? [
          `${known(moving)}: the server may be moved to another host, which takes ${moveDuration(recorded)}, and its IP and its price may change. It stays where it is if the value turns out to be the same.`,
        ]
      : []),
  ];
  return { line, warnings };
}
