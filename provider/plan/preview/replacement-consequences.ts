import type { AboutOrder } from "../../schema/order";
import { shownText } from "../../schema/shown-text";
import type { VpsArgument } from "../../schema/vps-inputs";
import type { Recorded } from "../../schema/vps-outputs";
import { describeServer } from "../messages";
import { type Desired, isForecast, type Known } from "../model";

/** What a change does to a server, its data and its bill, as messages. */
export interface Consequences {
  /** Short, for the resource's own line. */
  readonly line: readonly string[];
  /** What nobody should find out only afterwards: stays in the run's diagnostics. */
  readonly warnings: readonly string[];
}

/** A warning of what the run that does it tells when it is done: for a preview alone. */
export const onlyInPreview = (desired: Pick<Desired, "__ownership">, warning: string): string[] =>
  isForecast(desired) ? [warning] : [];

/** The arguments by name, with both values if these are short. */
export function named(names: readonly VpsArgument[], recorded: Recorded, desired: Known<Desired>): string {
  const shown = new Set<VpsArgument>([
    "domainName",
    "distro",
    "dcLocation",
    "controlPanel",
    "vpsType",
    "hostServerOid",
  ]);
  return names
    .map((name) =>
      shown.has(name)
        ? `${name} (${String(recorded[name] ?? "unset")} → ${shownText(String(desired[name] ?? "unset"))})`
        : name,
    )
    .join(", ");
}

/** The line of a change that is going to fail. */
export const refusedLine = "refused";

/** Why a server is replaced. */
export const replacedBecause = (
  recorded: Recorded,
  desired: Known<Desired>,
  replaces: readonly VpsArgument[],
): string => `${named(replaces, recorded, desired)} changed, which replaces the server`;

export function replacement(
  recorded: Recorded,
  desired: Known<Desired>,
  replaces: readonly VpsArgument[],
): Consequences {
  // The check of the new order refuses, and says why.
  if (desired.__isProtected) return { line: [refusedLine], warnings: [] };
  const because = replacedBecause(recorded, desired, replaces);
  const old = describeServer(recorded);
  // The engine goes by the options that the last run recorded, and so does this.
  if (recorded.__isRetained)
    return {
      line: ["will be replaced: a new order, the old one is kept"],
      warnings: [
        `${because}: another server is ordered, and ${old} is kept as it is (retainOnDelete). Nothing manages it any longer; it keeps running and stays billed until you cancel it at the service.`,
      ],
    };
  const tooLate = desired.__isRetained
    ? ' retainOnDelete comes too late for it: to keep it, first run "pulumi up" with that option alone, then make this change.'
    : "";
  const { line, order } = inOrder(desired, cancelled(recorded));
  return { line: [line], warnings: onlyInPreview(desired, `${because}: ${order}.${tooLate}`) };
}

/**
 * A replacement that the engine forces without asking for a diff.
 *
 * @param old the order in use
 */
export function forcedReplacement(old: AboutOrder, desired: Known<Desired>): Consequences {
  if (desired.__isRetained)
    return {
      line: ["will be replaced: a new order"],
      warnings: [
        `${forced}: another server is ordered. ${describeServer(inUse(old))} is kept, running and billed, only if an earlier run recorded retainOnDelete; otherwise it is cancelled, and all its data and its IP are lost.`,
      ],
    };
  const { line, order } = inOrder(desired, cancelled({ ...inUse(old), cancel: desired.cancel }));
  return { line: [line], warnings: onlyInPreview(desired, `${forced}: ${order}.`) };
}

/**
 * Why a protected server is not replaced. The engine goes by what the last run recorded, and would not mind.
 *
 * @param because what the diff has found; absent where the engine forces the replacement
 */
export function protectedObjection(old: AboutOrder, because: string | undefined): string {
  const wayOut =
    because === undefined
      ? 'Leave that option out of the run, or undo the taint with "pulumi state untaint"'
      : "Restore the old value";
  return (
    `${because ?? forced}, but the resource is protected: ${describeServer(inUse(old))} would be cancelled, and all its data and its IP lost. Nothing was cancelled or bought. ` +
    `${wayOut}; or, if the server may go, take "protect" out of the program, run "pulumi up", and only then replace it`
  );
}

const forced =
  "This run replaces the server although no argument of it has changed (--replace, --target-replace, a taint, or the option replacementTrigger)";

const inUse = ({ orderOid, domainName, allocatedIps }: AboutOrder): Recorded => ({
  orderOid,
  domainName,
  primaryIp: allocatedIps?.primaryIp,
});

const cancelled = (recorded: Recorded): string =>
  recorded.cancel === "at-period-end"
    ? `${describeServer(recorded)} will be cancelled at the end of its period: it keeps running until then and stays billed`
    : `${describeServer(recorded)} will be cancelled: all its data and its IP will be lost`;

/** Which of the two comes first. A transformation may have changed the option without the provider seeing it. */
function inOrder(desired: Known<Desired>, end: string): { readonly line: string; readonly order: string } {
  if (desired.__isTransformed)
    return {
      line: "will be replaced: a new order, the old one is cancelled",
      order: `${end}, and another server will be ordered. Which comes first depends on the option deleteBeforeReplace, which a transformation in the program may have set`,
    };
  return desired.__isReplacedLast
    ? { line: "will be replaced: a new order first", order: `another server will be ordered, and then ${end}` }
    : {
        line: "will be replaced: the old order is cancelled first",
        order: `first ${end}; then another server will be ordered`,
      };
}
