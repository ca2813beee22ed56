import { type AboutOrder, tagsOf } from "../../schema/order";
import type { VpsArgument } from "../../schema/vps-inputs";
import type { VpsOutputs } from "../../schema/vps-outputs";
import { changeTable, type Effect } from "../change-table";
import { isUnknown, sameArgument } from "../equality";
import type { Desired, ImportConsent } from "../model";
import { managedArguments } from "../update/diff";
import { imageObjections } from "../update/guards";
import { liveArguments, recordAll } from "../update/record";

/** An argument of which the service tells another value than the program gives. */
export interface ImportDifference {
  readonly argument: VpsArgument;
  readonly live: unknown;
  readonly wanted: unknown;
  /** What would make the server like the program: a change that keeps its data, one that wipes it, or nothing at all. */
  readonly remedy: "change" | "reinstall" | "none";
}

/** Compares what the program says with what the service tells of an order. What it cannot tell (first-boot data, triggers) never differs. */
export function importDifferences(order: AboutOrder, desired: Desired): ImportDifference[] {
  return managedArguments(desired)
    .filter((argument) => !isUnknown(desired[argument]))
    .flatMap((argument): ImportDifference[] => {
      const wanted: unknown = desired[argument];
      const live = toldValue(argument, order, desired);
      if (live === undefined || sameArgument(argument, live, wanted)) return [];
      return [{ argument, live, wanted, remedy: remedyFor(argument, live, wanted, desired) }];
    });
}

/** What an order tells of an argument, in the program's form; `undefined` where it tells nothing. */
function toldValue(argument: VpsArgument, order: AboutOrder, desired: Desired): unknown {
  switch (argument) {
    case "metaData": {
      const tags = tagsOf(order);
      const asked = Object.keys(desired.metaData ?? {});
      return Object.fromEntries(asked.flatMap((key) => (tags.has(key) ? [[key, tags.get(key)]] : [])));
    }
    case "ipRequest":
      return toldAddresses(order, desired);
    default:
      return liveArguments(order)[argument];
  }
}

/** Only what can be seen of a request for addresses: how many there are, and whether those asked for are among them. */
function toldAddresses(order: AboutOrder, desired: Desired): unknown {
  const primary = order.allocatedIps?.primaryIp;
  if (primary === undefined) return undefined;
  const present = [primary, ...(order.allocatedIps?.secondaryIps ?? [])];
  const asked = desired.ipRequest?.requestedIps;
  return {
    ...desired.ipRequest,
    numIps: present.length,
    ...(asked === undefined ? {} : { requestedIps: asked.filter((ip) => present.includes(ip)) }),
  };
}

function remedyFor(
  argument: VpsArgument,
  live: unknown,
  wanted: unknown,
  desired: Desired,
): ImportDifference["remedy"] {
  const effect: Effect = changeTable[argument];
  switch (effect) {
    case "resize":
      // Disks do not shrink.
      return argument === "memoryMb" || Number(wanted) > Number(live) ? "change" : "none";
    case "move":
    case "power":
      return "change";
    case "image": {
      const isForbidden = imageObjections([{ argument, effect, isUnknown: false }], desired).length > 0;
      return isForbidden || desired.onImageChange === "replace" ? "none" : "reinstall";
    }
    default:
      return "none";
  }
}

/** Whether a difference may be put right at the server, by the consent that the program gives. */
export const isAccepted = ({ remedy }: ImportDifference, consent: ImportConsent): boolean =>
  remedy === "change" ? consent !== "fail" : remedy === "reinstall" && consent === "reinstall";

/**
 * The state of an order that was adopted and not changed: all that the program says, but where the service tells
 * another value, that one. An update from here does what differs.
 */
export function recordImport(order: AboutOrder, desired: Desired, password: string | undefined): VpsOutputs {
  const live = importDifferences(order, desired).map(({ argument, live }) => [argument, live]);
  return { ...recordAll({}, desired, order, password), ...Object.fromEntries(live) };
}
