import { type AboutOrder, isGone, tagsOf } from "../service/wire/order";
import { dateMs } from "../service/wire/values";
import { argumentsWith, type VpsArgument } from "./arguments";
import type { Arguments, Change, Desired, Resolved } from "./desired";
import { sameValue } from "./equality";
import { orderShowsWantedImage, reinstallReasons } from "./steps";

/** Why an update is refused before its first call, as a message. */
type Objection = string;

/** Everything that can be refused is refused before the first call. */
export function objections(
  changes: readonly Change[],
  desired: Resolved<Desired>,
  observed: AboutOrder,
  nowMs: number,
): Objection[] {
  if (isGone(observed, nowMs)) {
    return [
      'it is cancelled. Run "pulumi refresh": the resource is removed from the state, and the next "pulumi up" orders a new server',
    ];
  }
  const needsCall = changes.some(({ effect }) => effect !== "behaviour" && effect !== "refused");
  const suspended = observed.billingInfo?.suspendedDate;
  return [
    ...(needsCall && suspended !== undefined && (dateMs(suspended) ?? nowMs) <= nowMs
      ? [`it has been suspended since ${suspended}: ask the service's support, then run "pulumi up" again`]
      : []),
    ...imageObjections(changes, desired, observed),
    ...shrinkObjections(changes, desired, observed.vpsParameters ?? {}),
    ...fixedObjections(changes, desired, observed),
  ];
}

/**
 * The diff reports these too, if the state shows the change. None if the order shows the image: an interrupted run has installed it.
 *
 * @param outside the image that a refresh has found on the server in place of the program's
 */
export function imageObjections(
  changes: readonly Change[],
  desired: Desired,
  observed: AboutOrder | undefined,
  outside?: string,
): Objection[] {
  if (!forbidsReinstall(desired)) return [];
  if (observed !== undefined && orderShowsWantedImage(changes, desired, observed)) return [];
  const because = reinstallReasons(changes, desired);
  const isReplaced = desired.onImageChange === "replace" && changes.some(({ effect }) => effect === "image");
  if (because.length === 0 || isReplaced) return [];
  const names = because.join(", ");
  const isForbidden = desired.onImageChange === "forbid";
  if (outside !== undefined && names === "distro")
    return [
      `it ${outsideImage(outside, desired)}, and ${isForbidden ? 'onImageChange: "forbid" forbids a reinstall' : "a reinstall would lose all its data, but the resource is protected"}. ${keepOutside(outside)}`,
    ];
  const isFirstBoot = changes.every(({ argument, effect }) => effect !== "image" || !because.includes(argument));
  const wayOut = isFirstBoot
    ? "set reinstallOnFirstBootChange: false, which only records the new one for the next install"
    : isForbidden
      ? 'set onImageChange to "reinstall" (all data on the server is lost) or "replace"'
      : 'take "protect" out of the program';
  return [
    isForbidden
      ? `onImageChange: "forbid" forbids a change of ${names}. Restore the old value, or ${wayOut}`
      : `the change of ${names} would reinstall the server and lose all its data, but the resource is protected. Restore the old value, or ${wayOut}`,
  ];
}

export const forbidsReinstall = ({ onImageChange, __isProtected }: Desired): boolean =>
  onImageChange === "forbid" || __isProtected === true;

/** What a refresh has found on a server in place of the program's image. */
export const outsideImage = (outside: string | undefined, { distro }: Desired): string =>
  `runs ${outside}, changed outside this program; the program says ${distro}`;

export const keepOutside = (outside: string | undefined): string => `To keep what is there, write distro: "${outside}"`;

/**
 * The check and the preview report these too, if they know the old size.
 *
 * @param before the sizes before the change: of the order, of the state or of the old inputs
 */
export const shrinkObjections = (changes: readonly Change[], desired: Arguments, before: Sizes): Objection[] =>
  argumentsWith("resize")
    .filter((argument) => changes.some((change) => change.argument === argument))
    .filter((argument) => shrinksDisk(argument, before[argument], desired[argument]))
    .map(
      (argument) =>
        `${argument} cannot go down from ${before[argument]} to ${desired[argument]} MB: disks do not shrink. Set at least ${before[argument]} MB`,
    );

type Sizes = { readonly [Name in VpsArgument]?: unknown };

/** Whether a disk would get smaller, which no call does. Memory may. */
const shrinksDisk = (argument: VpsArgument, before: unknown, wanted: unknown): boolean =>
  argument !== "memoryMb" && typeof before === "number" && typeof wanted === "number" && wanted < before;

function fixedObjections(changes: readonly Change[], desired: Resolved<Desired>, observed: AboutOrder): Objection[] {
  const shown = shownAlthoughFixed(changes, desired, observed);
  return fixedObjection(
    changes
      .filter(({ effect, argument }) => effect === "refused" && !shown.includes(argument))
      .map(({ argument }) => argument),
  );
}

/** Changed arguments that no call changes, and that the order shows as the program has them: somebody else has changed them. */
export const shownAlthoughFixed = (
  changes: readonly Change[],
  desired: Resolved<Desired>,
  observed: AboutOrder,
): VpsArgument[] =>
  changes
    .filter(({ isUnknown }) => !isUnknown)
    .map(({ argument }) => argument)
    .filter((argument) => shownFixed[argument]?.(desired, observed) === true);

/** Of arguments that no call changes; none if there are no such arguments. */
export const fixedObjection = (fixed: readonly VpsArgument[]): Objection[] =>
  fixed.length === 0
    ? []
    : [
        `the service cannot change ${fixed.join(", ")} of an existing order, and no new server is bought for that. Leave ${fixed.length > 1 ? "them" : "it"} out of the program, or restore the old value`,
      ];

/** Arguments that no call changes and an order shows: whether it shows the program's value. */
const shownFixed: { readonly [Name in VpsArgument]?: (desired: Resolved<Desired>, observed: AboutOrder) => boolean } = {
  billingOid: (desired, observed) => sameValue(desired.billingOid, observed.billingOid),
  metaData: (desired, observed) => {
    const tags = tagsOf(observed);
    return Object.entries(desired.metaData ?? {}).every(([key, value]) => tags.get(key) === value);
  },
};

/** Whether an order shows the value of an argument that no call changes. */
export const isComparable = (argument: VpsArgument): boolean => argument in shownFixed;
