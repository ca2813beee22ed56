import { Unknown } from "../engine/properties";
import { namesIn } from "../service/names";
import { effectOf, type VpsArgument, vpsArguments } from "./arguments";
import type { Desired } from "./desired";
import type { VpsDiff } from "./diff";
import { type DocumentedArgument, documentedArguments, type ListedArgument, listedArguments } from "./offers";
import { isOnlyRecorded } from "./steps";

/** What a preview has to ask the service about one resource. */
export interface PreviewNeeds {
  /** Listed arguments whose value is new and known. */
  readonly listed: readonly ListedArgument[];
  /** The same of those that the service only documents, so that nothing is asked. */
  readonly documented: readonly DocumentedArgument[];
  readonly price: "purchase" | "resize" | undefined;
  /** The sizes that a resize sends. */
  readonly resized: readonly VpsArgument[];
}

/** For a server that is still to be ordered, everything is new. */
export const needsOfOrder = (desired: Desired): PreviewNeeds =>
  needsOf(
    vpsArguments.filter((argument) => desired[argument] !== undefined && !(desired[argument] instanceof Unknown)),
    desired,
    "purchase",
  );

/**
 * A value that has not changed is not checked again: an image that the service no longer lists must not get in the way of the server
 * that runs it. A replacement is judged by the check of its order.
 */
export function needsOfChange({ changes, replaces }: VpsDiff, desired: Desired): PreviewNeeds {
  const changed = changes
    .filter(({ isUnknown, effect }) => !isUnknown && effect !== "refused")
    .map(({ argument }) => argument);
  if (replaces.length > 0) return needsOf([], desired, undefined);
  return needsOf(changed, desired, changed.some((argument) => effectOf(argument) === "resize") ? "resize" : undefined);
}

const needsOf = (changed: readonly VpsArgument[], desired: Desired, price: PreviewNeeds["price"]): PreviewNeeds => ({
  listed: namesIn(listedArguments).filter((argument) => changed.includes(argument) && desired[argument] !== undefined),
  documented: namesIn(documentedArguments).filter((argument) => changed.includes(argument)),
  price,
  resized: changed.filter((argument) => effectOf(argument) === "resize"),
});

/** Whether there is anything to ask. */
export const asksService = ({ listed, price }: PreviewNeeds): boolean => listed.length > 0 || price !== undefined;

/** Whether the update sends a call that changes the server: the preview then looks at its order for what would refuse that call. */
export const callsService = ({ changes, replaces }: VpsDiff, desired: Desired): boolean =>
  replaces.length === 0 && changes.some((change) => !change.isUnknown && !isOnlyRecorded(change, desired));
