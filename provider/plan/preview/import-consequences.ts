import type { AboutOrder } from "../../schema/order";
import { effectOf } from "../../schema/vps-arguments";
import { type ImportDifference, importReinstallWarning, recordImport } from "../import/import-differences";
import { type Desired, knownPart } from "../model";
import { changeConsequences } from "./consequences";
import type { HostSight } from "./host-check";
import type { Consequences } from "./replacement";

/**
 * What an import will do to the server, of which the program accepts every difference.
 *
 * @param host what the account's orders show of a host that the server would be moved to
 */
export function importConsequences(
  order: AboutOrder,
  program: Desired,
  differences: readonly ImportDifference[],
  host: HostSight | undefined,
): Consequences {
  const changes = differences
    .filter(({ remedy }) => remedy === "change")
    .map(({ argument }) => ({ argument, effect: effectOf(argument), isUnknown: false }));
  const isReinstalled = differences.some(({ remedy }) => remedy === "reinstall");
  const adopted = recordImport(order, knownPart(program), undefined);
  const { line, warnings } = changeConsequences(adopted, knownPart(program), changes, host);
  return {
    line: [...(isReinstalled ? ["reinstalled: all data is lost"] : []), ...line],
    warnings: [...(isReinstalled ? [importReinstallWarning(order)] : []), ...warnings],
  };
}
