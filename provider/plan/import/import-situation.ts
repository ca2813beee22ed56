import type { ImportSituation } from "../../schema/vps/import-situation";
import type { OwnState } from "../purchase/own-state";

/** What is taken from the state for create and check, which see only their own resource. */
export function importSituation(imported: string, urn: string, own: OwnState): ImportSituation | undefined {
  if (own === undefined) return undefined;
  // An entry without a key is a `Vps.get`: it reads the order and does not hold it.
  const held = own.filter((entry) => entry.key !== undefined);
  const ownOrder = held.find((entry) => entry.urn === urn)?.orderOid;
  return {
    heldBy: held.filter((entry) => String(entry.orderOid) === imported).map((entry) => entry.urn),
    ...(ownOrder === undefined ? {} : { ownOrder }),
  };
}
