import { namesIn } from "../../schema/parts";
import { effectOf, type VpsArgument, vpsArguments } from "../../schema/vps-arguments";
import { sameArgument } from "../equality";
import { type Desired, isFirstOrder, knownPart, type Properties, Unknown } from "../model";
import { possibleChanges, provenChanges, replacedFor } from "../update/replacement";
import { isOnlyRecorded } from "../update/steps";
import { type ListedArgument, listedArguments } from "./catalogue-check";

/** What a preview has to ask the service about one resource. */
export interface PreviewNeeds {
  /** Whether anything will be ordered or changed, which takes valid settings and a valid key. */
  readonly service: boolean;
  /** Listed arguments whose value is new and known. */
  readonly listed: readonly ListedArgument[];
  readonly price: "purchase" | "resize" | undefined;
  /** Whether its provider is another one, whose account may not have its order. */
  readonly account: boolean;
  /** A host that the program names anew. */
  readonly host: string | undefined;
  /** The arguments that have a new value in the program. */
  readonly changed: ReadonlySet<VpsArgument>;
}

/**
 * A value that has not changed is not checked again: an image that the service no longer lists must not get in the
 * way of the server that runs it. Of a server that is still to be ordered everything is new.
 */
export function previewNeeds(olds: Properties, desired: Desired): PreviewNeeds {
  const isOrder = isFirstOrder(olds);
  const changed = new Set(
    vpsArguments.filter(
      (argument) =>
        !(desired[argument] instanceof Unknown) &&
        (isOrder ? desired[argument] !== undefined : !sameArgument(argument, olds[argument], desired[argument])),
    ),
  );
  const changing = [...changed].filter((argument) => changesServer(argument, desired));
  // An unchecked limit would be no limit: if one is set, the price is needed unless a replacement is certain.
  const isLimited = desired.maxMonthlyCostUsd !== undefined;
  const replacing = [...provenChanges(olds, desired), ...(isLimited ? [] : possibleChanges(olds, desired))];
  const isReplaced = replacedFor(replacing, olds, desired).length > 0;
  const isResized = changing.some((argument) => effectOf(argument) === "resize" && desired[argument] !== undefined);
  return {
    service: isOrder || changing.length > 0,
    listed: namesIn(listedArguments)
      .filter((argument) => changed.has(argument) && desired[argument] !== undefined)
      // No call could set it, whatever the service offers.
      .filter((argument) => isOrder || effectOf(argument) !== "refused"),
    account: !isOrder && (olds["__providerName"] ?? undefined) !== desired.__providerName,
    price: isOrder ? "purchase" : isResized && !isReplaced ? "resize" : undefined,
    host: changed.has("hostServerOid") ? knownPart(desired).hostServerOid : undefined,
    changed,
  };
}

function changesServer(argument: VpsArgument, desired: Desired): boolean {
  const effect = effectOf(argument);
  return effect !== "refused" && !isOnlyRecorded({ effect }, desired);
}
