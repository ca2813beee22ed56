import { z } from "zod";
import type { AboutOrder } from "../schema/order/about-order";
import { cancellationMs } from "../schema/order/order-state";
import { describeOrder } from "./messages";
import type { OwnState } from "./own-state";
import { ownTags } from "./tags";

/** What the stack's saved state says about an order that a program imports. */
export const ImportSituation = z.object({
  /** The entries of the state that hold this very order. */
  heldBy: z.array(z.string()),
  /** The order that this declaration holds already. */
  ownOrder: z.number().optional(),
});
export type ImportSituation = z.infer<typeof ImportSituation>;

/** An order's number as the option gives it. */
export const ImportedOid = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/)
  .transform(Number);

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

/** Why an import cannot be, as far as the state alone can tell. */
export function situationObjection(
  imported: string,
  situation: ImportSituation | undefined,
  isNew: boolean,
): string | undefined {
  if (!ImportedOid.safeParse(imported).success)
    return `the option import must be the number of an order, such as "2853299702", and is "${imported}"`;
  if (isNew && situation !== undefined && situation.heldBy.length > 0) {
    return (
      `the option import names order ${imported}, which this stack's state holds already (${situation.heldBy.join(", ")}). ` +
      "Take the option out. A server that was imported is replaced only without it, or the order would be cancelled and then adopted; " +
      "one that has got another name in the program needs the option aliases instead"
    );
  }
  if (!isNew && situation?.ownOrder !== undefined && String(situation.ownOrder) !== imported)
    return otherOrderObjection(imported, situation.ownOrder);
  return undefined;
}

export const otherOrderObjection = (imported: string, ownOrder: number): string =>
  `the option import names order ${imported}, but this resource is order ${ownOrder} already. Take the option out, or import ${imported} under another name`;

export const replacedImportObjection = (imported: string, because: readonly string[]): string =>
  `${because.join(", ")} changed, which replaces the server, while the option import names order ${imported}: that order would be cancelled, and then nothing is left to adopt. ` +
  "Take the option out first; what it adopted stays in the state";

export interface ImportCandidate {
  readonly order: AboutOrder;
  readonly ledger: string | undefined;
  /** Orders of other ledgers that this stack may take over, by its settings. */
  readonly takeOver: readonly string[];
  readonly nowMs: number;
}

/** Why an order cannot be adopted by `import`, in words for people; `undefined` where it can. */
export function orderObjection({ order, ledger, takeOver, nowMs }: ImportCandidate): string | undefined {
  const what = describeOrder(order);
  if (order.serverType !== undefined && order.serverType !== "VPS")
    return `${what} is not a VPS (the service calls it ${order.serverType}): only a VPS can be managed here`;
  const endMs = cancellationMs(order);
  if (endMs !== undefined && endMs <= nowMs)
    return `${what} was cancelled at ${order.billingInfo?.cancellationDate}. Take the option import out to order a new server`;
  const tags = ownTags(order);
  const isClaimed = (tags.ledger ?? tags.key) !== undefined && tags.ledger !== ledger;
  if (!isClaimed || takeOver.includes(String(order.orderOid))) return undefined;
  return (
    `${what} was bought by another stack${tags.name === undefined ? "" : ` (${tags.name})`}, ledger ${tags.ledger ?? "unknown"}, which may still manage it and would cancel it. ` +
    `If that stack's state is lost, or the server was taken out of it with "pulumi state delete", confirm with "pulumi config set rimuhosting:takeOver ${order.orderOid}" (several: separated by commas)`
  );
}
