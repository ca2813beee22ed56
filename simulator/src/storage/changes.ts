import { z } from "zod";
import { WorldState } from "../world/context";
import { Charge } from "../world/money/money";
import { Order } from "../world/order";

const Rest = WorldState.omit({ orders: true, charges: true, ptrRecords: true });
type Rest = z.infer<typeof Rest>;

/** One line of the log. A line that the snapshot already includes has a number that is not higher than the snapshot's. */
export const Change = z.object({
  number: z.number().int(),
  /** As they are afterwards; new ones are added at the end. */
  orders: z.array(Order).optional(),
  /** Those that were added. */
  charges: z.array(Charge).optional(),
  /** Null for one that was cleared. */
  ptrRecords: z.record(z.string(), z.string().nullable()).optional(),
  rest: Rest.optional(),
});
export type Change = z.infer<typeof Change>;

/** Finds what has changed since the last call. Orders are too many to compare, so the caller names those that changed. */
export class ChangeFinder {
  readonly #state: WorldState;
  #chargeCount: number;
  #ptrRecords: { [ip: string]: string };
  #rest: string;

  constructor(state: WorldState) {
    this.#state = state;
    this.#chargeCount = state.charges.length;
    this.#ptrRecords = { ...state.ptrRecords };
    this.#rest = JSON.stringify(restOf(state));
  }

  since(orders: readonly Order[]): Omit<Change, "number"> {
    const { charges, ptrRecords } = this.#state;
    const newCharges = charges.slice(this.#chargeCount);
    this.#chargeCount = charges.length;
    const changedRecords = differences(this.#ptrRecords, ptrRecords);
    if (changedRecords !== undefined) this.#ptrRecords = { ...ptrRecords };
    const rest = restOf(this.#state);
    const restText = JSON.stringify(rest);
    const isRestNew = restText !== this.#rest;
    this.#rest = restText;
    return {
      ...(orders.length > 0 ? { orders: [...orders] } : {}),
      ...(newCharges.length > 0 ? { charges: newCharges } : {}),
      ...(changedRecords === undefined ? {} : { ptrRecords: changedRecords }),
      ...(isRestNew ? { rest } : {}),
    };
  }
}

function restOf(state: WorldState): Rest {
  const { orders: _orders, charges: _fees, ptrRecords: _ptrRecords, ...rest } = state;
  return rest;
}

type Records = { readonly [ip: string]: string };

function differences(before: Records, after: Records): { [ip: string]: string | null } | undefined {
  const found: { [ip: string]: string | null } = {};
  for (const ip in before) if (!(ip in after)) found[ip] = null;
  for (const ip in after) if (after[ip] !== before[ip]) found[ip] = after[ip] ?? null;
  return Object.keys(found).length > 0 ? found : undefined;
}

/** Brings a world up to date. */
export function applyChanges(state: WorldState, changes: Iterable<Change>): void {
  const places = new Map(state.orders.map((order, index) => [order.orderOid, index]));
  for (const { orders = [], charges = [], ptrRecords = {}, rest = {} } of changes) {
    for (const order of orders) {
      const place = places.get(order.orderOid) ?? state.orders.length;
      places.set(order.orderOid, place);
      state.orders[place] = order;
    }
    state.charges.push(...charges);
    for (const [ip, name] of Object.entries(ptrRecords)) {
      if (name === null) delete state.ptrRecords[ip];
      else state.ptrRecords[ip] = name;
    }
    Object.assign(state, rest);
  }
}
