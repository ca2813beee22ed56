import { Unknown } from "../engine/properties";
import type { AboutOrder } from "../service/wire/order";
import { argumentsHaving, effectOf, liveArguments, type VpsArgument, vpsArguments } from "./arguments";
import type { Change, Desired } from "./desired";
import { sameArgument, sameValue } from "./equality";
import { isOwned, isPending, type Recorded, type VpsOutputs } from "./state";
import { cloudConfigText } from "./user-data";

export interface VpsDiff {
  /** Whether the engine has anything to do, even if only to record something. */
  readonly hasChanges: boolean;
  readonly changes: readonly Change[];
  /** The arguments that force a replacement. */
  readonly replaces: readonly VpsArgument[];
}

/** Compares the state with the program. Pure: refresh and cascades call it too. */
export function diffVps(recorded: Recorded, desired: Desired): VpsDiff {
  const changes = changesOf(recorded, desired);
  // An unknown value may turn out to be the same. If it were reported as a replacement, the engine would delete the server
  // before anyone knew. Nor is a purchase of unknown outcome replaced: its order may still turn up beside the new one.
  const replaces = isPending(recorded)
    ? []
    : changes.filter((change) => !change.isUnknown && replacesServer(change, desired)).map(({ argument }) => argument);
  const hasChanges =
    changes.length > 0 ||
    !sameValue(managedArguments(desired), recorded.__managed ?? []) ||
    !sameValue(desired.__timeouts, recorded.__timeouts) ||
    desired.__isRetained !== recorded.__isRetained ||
    hasOtherKey(recorded, desired) ||
    namesAnotherOrder(recorded, desired) ||
    lacksAddress(recorded) ||
    isPending(recorded) ||
    recorded.__awaitsPort === true;
  return { hasChanges, changes, replaces };
}

/** What protects a server, and what it replaces, is known by the key that is declared beside it. */
const hasOtherKey = (recorded: Recorded, { __key: key }: Desired): boolean =>
  key !== undefined && recorded.__key !== undefined && key !== recorded.__key;

/** Whether a change, if it turns out to be one, requires a new order. */
export const replacesServer = ({ effect }: Pick<Change, "effect">, desired: Desired): boolean =>
  effect === "replace" || (effect === "image" && desired.onImageChange === "replace");

/** Whether a server was bought before the service showed its address: an update fetches it. */
export const lacksAddress = (recorded: Recorded): boolean =>
  isOwned(recorded) && recorded.__attempt !== undefined && recorded.primaryIp === undefined;

/** Whether the option `import` names another order than this one: no update can do that, and the update says so. */
export const namesAnotherOrder = (recorded: Recorded, desired: Desired): boolean =>
  desired.__import !== undefined && isOwned(recorded) && desired.__import !== String(recorded.orderOid);

/** The arguments that the program sets, in the order of the table. */
export const managedArguments = (desired: Desired): VpsArgument[] =>
  vpsArguments.filter((argument) => desired[argument] !== undefined);

/** Whether a refresh has found another value than the program's, which is still the same. */
export const isOutside = ({ __outside: outside = {} }: Recorded, desired: Desired, argument: VpsArgument): boolean =>
  outside[argument] !== undefined && sameArgument(argument, outside[argument], desired[argument]);

export type OutsideValues = ReadonlyMap<VpsArgument, { readonly live: unknown; readonly saved: unknown }>;

/** What the server has for a changed argument, where that is neither the state's value nor the program's: somebody else has changed it, or an interrupted run. */
export function outsideValues(
  recorded: Recorded,
  changes: readonly Change[],
  desired: Desired,
  order: AboutOrder,
): OutsideValues {
  const live: Partial<Record<VpsArgument, unknown>> = liveArguments(order);
  return new Map(
    changes
      .filter(({ effect, isUnknown }) => !isUnknown && (effect === "resize" || effect === "move" || effect === "image"))
      .map(({ argument }) => ({ argument, live: live[argument], saved: recorded[argument] }))
      .filter((value) => value.live !== undefined && value.saved !== undefined)
      .filter((value) =>
        [value.saved, desired[value.argument]].every((other) => !sameArgument(value.argument, value.live, other)),
      )
      .map(({ argument, ...values }) => [argument, values]),
  );
}

function changesOf(recorded: Recorded, desired: Desired): Change[] {
  const wasManaged = new Set(recorded.__managed ?? []);
  const isSameUserData = sameArgument("cloudConfigData", userDataOf(recorded), userDataOf(desired));
  const changes: Change[] = [];
  for (const argument of vpsArguments) {
    const effect = effectOf(argument);
    const value = desired[argument];
    if (triggers.has(argument) && value !== undefined && !wasManaged.has(argument)) {
      // Triggers set for the first time have nothing to differ from: they are recorded, and wipe or restart nothing.
    } else if (value instanceof Unknown) {
      changes.push({ argument, effect, isUnknown: true });
    } else if (effect === "first-boot") {
      const before = argument === "password" ? programPassword(recorded) : recorded[argument];
      const isSame = (isSameUserData && isUserData(argument)) || sameArgument(argument, value, before);
      if (!isSame) changes.push({ argument, effect, isUnknown: false });
    } else if (isLeftAlone(argument, value, wasManaged)) {
      // The program says nothing about it: the server may have any value.
    } else if (!sameArgument(argument, value, recorded[argument])) {
      changes.push({ argument, effect, isUnknown: false });
    }
  }
  return changes;
}

const isUserData = (argument: VpsArgument): boolean => argument === "cloudConfig" || argument === "cloudConfigData";

/** What cloud-init gets, whether the program gives it as an object or as text. */
const userDataOf = ({ cloudConfig, cloudConfigData }: Recorded | Desired): unknown =>
  cloudConfig === undefined || cloudConfig instanceof Unknown
    ? (cloudConfig ?? cloudConfigData)
    : cloudConfigText(cloudConfig);

const triggers: ReadonlySet<VpsArgument> = new Set(argumentsHaving("isTrigger"));

/** Absent behaviour and absent triggers mean their defaults; anything else that is absent is not managed. */
function isLeftAlone(argument: VpsArgument, value: unknown, wasManaged: ReadonlySet<string>): boolean {
  if (value !== undefined && value !== null) return false;
  const effect = effectOf(argument);
  return effect !== "behaviour" || !wasManaged.has(argument);
}

/** The password that the program last set: the server may still have another one. */
export const programPassword = ({ password, __nextPassword, __managed = [] }: VpsOutputs): string | undefined =>
  __nextPassword ?? (__managed.includes("password") ? password : undefined);
