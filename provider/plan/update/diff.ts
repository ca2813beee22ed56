import { createHmac } from "node:crypto";
import type { VpsArgument, VpsInputs } from "../../schema/vps-inputs";
import type { VpsOutputs } from "../../schema/vps-outputs";
import { argumentsWith, changeTable, type Effect } from "../change-table";
import { isUnknown, sameArgument, sameValue } from "../equality";
import type { Change, Desired } from "../model";
import { replacesServer } from "./replacement";

export interface VpsDiff {
  /** Whether the engine has anything to do, be it only to record. */
  readonly hasChanges: boolean;
  readonly changes: readonly Change[];
  /** The arguments that force a replacement. */
  readonly replaces: readonly VpsArgument[];
}

/** Compares the state with the program. Pure: refresh and cascades call it too. */
export function diffVps(recorded: VpsOutputs, desired: Desired): VpsDiff {
  const isFound = isFoundInstalled(recorded, desired);
  const changes = changesOf(recorded, desired).filter((change) => change.isUnknown || !isFound || !isInstalled(change));
  // An unknown value may turn out the same; said to replace, the engine would delete the server first and see then.
  const replaces = changes
    .filter((change) => !change.isUnknown && replacesServer(change, recorded[change.argument], desired))
    .map((change) => change.argument);
  const hasChanges =
    changes.length > 0 ||
    !sameValue(managedArguments(desired), recorded.__managed ?? []) ||
    !sameValue(desired.__timeouts, recorded.__timeouts) ||
    !sameValue(desired.__isRetained, recorded.__isRetained) ||
    namesAnotherOrder(recorded, desired) ||
    isFound ||
    isUnsettled(recorded);
  return { hasChanges, changes, replaces };
}

/**
 * A purchase whose outcome is not known, or a surplus order: only an update looks into it. The engine forgets with the
 * next refresh that the creation had failed.
 */
const isUnsettled = (recorded: VpsOutputs): boolean =>
  (recorded.orderOid === undefined && recorded.__attempt !== undefined) || (recorded.__strays ?? []).length > 0;

/**
 * A look has found the image that the program wants on a server where the state knew another: a run that was interrupted has
 * installed it, with all that the program says. A refresh in between must make neither a second reinstall of it nor a wrong
 * password.
 */
export const isFoundInstalled = (recorded: VpsOutputs, desired: Desired): boolean =>
  recorded.__passwordImage !== undefined &&
  desired.distro !== undefined &&
  sameArgument("distro", recorded.distro, desired.distro);

/** What an install brings to the server. */
const isInstalled = ({ effect }: Change): boolean => effect === "image" || effect === "first-boot";

/** An option `import` with another order than this one: no update can do that, and the update says so. */
export const namesAnotherOrder = (recorded: VpsOutputs, desired: Desired): boolean =>
  desired.__import !== undefined && recorded.orderOid !== undefined && desired.__import !== String(recorded.orderOid);

/** The arguments that the program sets, in the order of the table. */
export const managedArguments = (desired: Desired): VpsArgument[] =>
  (Object.keys(changeTable) as VpsArgument[]).filter(
    (argument) => desired[argument] !== undefined && desired[argument] !== null,
  );

function changesOf(recorded: VpsOutputs, desired: Desired): Change[] {
  const recordedDigests = recorded.__firstBoot ?? {};
  const desiredDigests = firstBootDigests(desired, desired.__ledgerSecret ?? "");
  const wasManaged = new Set(recorded.__managed ?? []);
  const changes: Change[] = [];
  for (const argument of Object.keys(changeTable) as VpsArgument[]) {
    const effect: Effect = changeTable[argument];
    const value = desired[argument];
    if (isUnknown(value)) {
      changes.push({ argument, effect, isUnknown: true });
    } else if (effect === "first-boot") {
      const isDifferent = desiredDigests[argument] !== recordedDigests[argument];
      if (isDifferent && !isUnknown(desired.__ledgerSecret)) changes.push({ argument, effect, isUnknown: false });
    } else if (isLeftAlone(argument, value, wasManaged)) {
      // The program says nothing of it: the server may have any value.
    } else if (isTrigger(argument) && !wasManaged.has(argument)) {
      // Triggers given for the first time have nothing to differ from: they are recorded, and wipe or restart nothing.
    } else if (!sameArgument(argument, value, recorded[argument])) {
      changes.push({ argument, effect, isUnknown: false });
    }
  }
  return changes;
}

const isTrigger = (argument: VpsArgument): boolean =>
  argument === "reinstallTriggers" || argument === "restartTriggers";

/** Absent behaviour and absent triggers mean their defaults; anything else that is absent is not managed. */
function isLeftAlone(argument: VpsArgument, value: unknown, wasManaged: ReadonlySet<string>): boolean {
  if (value !== undefined && value !== null) return false;
  const effect: Effect = changeTable[argument];
  return effect !== "behaviour" || !wasManaged.has(argument);
}

const firstBootArguments = argumentsWith("first-boot");

/**
 * Digests of the first-boot data that a program asks for. The data itself cannot be read back from a server and the
 * password that is valid now may differ from the one recorded, so what was recorded is remembered in this form. Keyed,
 * because a state file shows it in clear.
 */
export function firstBootDigests(inputs: Partial<VpsInputs>, secret: string): Record<string, string> {
  const digests: Record<string, string> = {};
  for (const argument of firstBootArguments) {
    const value = inputs[argument];
    if (value !== undefined) {
      digests[argument] = createHmac("sha256", secret)
        .update(`${argument}:${JSON.stringify(value)}`)
        .digest("hex")
        .slice(0, 12);
    }
  }
  return digests;
}
