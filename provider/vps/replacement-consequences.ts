import { describeServer, shownText } from "../service/wire/messages";
import type { VpsArgument } from "./arguments";
import { type Desired, isForecast, type Known } from "./desired";
import type { Recorded } from "./state";

/** What a change does to a server, its data and its bill, as messages. */
export interface Consequences {
  /** Short, for the resource's own line. */
  readonly line: readonly string[];
  /** What nobody should find out only afterwards: stays in the run's diagnostics. */
  readonly warnings: readonly string[];
}

/** A warning of what the run that does it tells when it is done: for a preview alone. */
export const onlyInPreview = (desired: Pick<Desired, "__isPreview">, warning: string): string[] =>
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

export function replacement(
  recorded: Recorded,
  desired: Known<Desired>,
  replaces: readonly VpsArgument[],
): Consequences {
  const { line, order } = inOrder(desired, cancelled(recorded));
  return {
    line: [line],
    warnings: onlyInPreview(desired, `${replacedBecause(recorded, desired, replaces)}: ${order}.`),
  };
}

/** Why a server is replaced. */
const replacedBecause = (recorded: Recorded, desired: Known<Desired>, replaces: readonly VpsArgument[]): string =>
  `${named(replaces, recorded, desired)} changed, which replaces the server`;

/** Why a protected server is not replaced. The engine goes by what the last run recorded, and would not mind. */
export const protectedObjection = (
  recorded: Recorded,
  desired: Known<Desired>,
  replaces: readonly VpsArgument[],
): string =>
  `${replacedBecause(recorded, desired, replaces)}, but the resource is protected: ${describeServer(recorded)} would be cancelled, and all its data and its IP lost. ` +
  'Restore the old value; or, if the server may go, take "protect" out of the program, run "pulumi up", and only then replace it';

const cancelled = (recorded: Recorded): string =>
  recorded.cancel === "at-period-end"
    ? `${describeServer(recorded)} will be cancelled at the end of its period: until then it keeps running, and both are billed`
    : `${describeServer(recorded)} will be cancelled: all its data and its IP will be lost`;

/** Which of the two comes first. What the option retainOnDelete keeps, the engine says itself. */
const inOrder = ({ __buysFirst }: Known<Desired>, end: string): { readonly line: string; readonly order: string } =>
  __buysFirst === true
    ? { line: "will be replaced: a new order first", order: `another server will be ordered, and then ${end}` }
    : {
        line: "will be replaced: the old order is cancelled first",
        order: `first ${end}; then another server will be ordered`,
      };
