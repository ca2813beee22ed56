import { type AboutOrder, isGone, tagsOf } from "../../schema/order";
import { argumentsWith } from "../change-table";
import { sameValue } from "../equality";
import type { Change, Desired } from "../model";
import { reinstallReasons } from "./steps";

/** A fact that forbids an update before its first call, in words for people. */
type Objection = string;

/** All that can be refused is refused before the first call. */
export function objections(
  changes: readonly Change[],
  desired: Desired,
  observed: AboutOrder,
  nowMs: number,
): Objection[] {
  if (isGone(observed, nowMs)) {
    return [
      'it was cancelled outside of this program. Run "pulumi refresh": the resource leaves the state, and the next "pulumi up" orders a new server',
    ];
  }
  const needsCall = changes.some(({ effect }) => effect !== "behaviour" && effect !== "refused");
  const suspended = observed.billingInfo?.suspendedDate;
  return [
    ...(needsCall && suspended !== undefined && Date.parse(suspended) <= nowMs
      ? [`it is suspended since ${suspended}: ask the service's support, then run "pulumi up" again`]
      : []),
    ...imageObjections(changes, desired),
    ...shrinkObjections(changes, desired, observed),
    ...fixedObjections(changes, desired, observed),
  ];
}

/** Also said in check, where the old inputs tell the same. */
export function imageObjections(changes: readonly Change[], desired: Desired): Objection[] {
  const because = reinstallReasons(changes, desired);
  const isReplaced = desired.onImageChange === "replace" && changes.some(({ effect }) => effect === "image");
  if (because.length === 0 || isReplaced) return [];
  const names = because.join(", ");
  if (desired.onImageChange === "forbid") {
    return [
      `${names} changed, and onImageChange is "forbid": give the old value back, or allow "reinstall" (all data on the server is lost) or "replace"`,
    ];
  }
  if (desired.__isProtected === true) {
    return [
      `${names} changed, which reinstalls the server and loses all its data, and the resource is protected: give the old value back, or take "protect" off`,
    ];
  }
  return [];
}

function shrinkObjections(changes: readonly Change[], desired: Desired, observed: AboutOrder): Objection[] {
  return argumentsWith("resize").flatMap((argument) => {
    const wanted = desired[argument];
    const present = observed.vpsParameters?.[argument];
    const isDisk = argument !== "memoryMb";
    if (
      !isDisk ||
      wanted === undefined ||
      present === undefined ||
      wanted >= present ||
      !changes.some((change) => change.argument === argument)
    )
      return [];
    return [`${argument} cannot go down from ${present} to ${wanted}: disks do not shrink. Give at least ${present}`];
  });
}

function fixedObjections(changes: readonly Change[], desired: Desired, observed: AboutOrder): Objection[] {
  return changes
    .filter((change) => change.effect === "refused" && !matchesLive(change.argument, desired, observed))
    .map(({ argument }) => fixedObjection(argument));
}

export const fixedObjection = (argument: string): Objection =>
  `${argument} cannot be changed: the service has no call for it, and a server is not bought anew for that. Give the old value back, or ask the service's support to change it and leave ${argument} out of the program`;

function matchesLive(argument: string, desired: Desired, observed: AboutOrder): boolean {
  if (argument === "billingOid") return sameValue(desired.billingOid, observed.billingOid);
  if (argument !== "metaData") return false;
  const tags = tagsOf(observed);
  return Object.entries(desired.metaData ?? {}).every(([key, value]) => tags.get(key) === value);
}
