import * as pulumi from "@pulumi/pulumi";
import { isMocked, resolvedValue, savedOutputs } from "../pulumi/program";
import { field, isObject, textIn } from "../pulumi/properties";
import { idempotencyKeyType, vpsType } from "../pulumi/resource-types";
import type { SavedState } from "../server/program";
import { definedParts, getOrInsertComputed } from "../service/names";

/** What the stack's saved state has of this package's resources. */
interface Saved {
  /** The outputs of each server, by its URN. */
  readonly servers: ReadonlyMap<string, object>;
  /** The same by the number of the order, and by the idempotency key: two may have one, as after an edit. */
  readonly serversOfOrder: ReadonlyMap<string, readonly object[]>;
  readonly serversOfKey: ReadonlyMap<string | undefined, readonly object[]>;
  readonly keys: ReadonlySet<string | undefined>;
  readonly newestOrders: SavedState["newestOrders"];
}

/** A cache: all servers of a program ask for the same. */
const saved = new WeakMap<pulumi.Resource, Promise<Saved | undefined>>();

/** The stack's saved state. The engine's function for it is undocumented: `undefined` if it fails. */
export function savedState(): Promise<Saved | undefined> {
  const stack = pulumi.runtime.getStackResource();
  return stack === undefined || isMocked() ? Promise.resolve(undefined) : getOrInsertComputed(saved, stack, readState);
}

const readState = (): Promise<Saved | undefined> => savedOutputs().then(savedIn, () => undefined);

function savedIn(answer: unknown): Saved | undefined {
  if (answer === undefined) return undefined;
  const resources = Object.entries({ ...Object(field(answer, "outputs")) });
  const ofType = (type: string): readonly (readonly [string, object])[] =>
    resources.flatMap(([urn, resource]) => {
      const outputs = field(resource, "outputs");
      return field(resource, "type") === type && isObject(outputs) ? [[urn, outputs]] : [];
    });
  const servers = new Map(ofType(vpsType));
  return {
    servers,
    serversOfOrder: Map.groupBy(servers.values(), (outputs) => String(field(outputs, "orderOid"))),
    serversOfKey: Map.groupBy(servers.values(), (outputs) => textIn(outputs, "__key")),
    keys: new Set(ofType(idempotencyKeyType).map(([, outputs]) => textIn(outputs, "key"))),
    newestOrders: newestIn([...servers.values()]),
  };
}

/** What the saved state tells of the server of an idempotency key, and of the accounts. */
export async function savedStateFor(
  urn: string | Promise<string>,
  key: pulumi.Output<string>,
): Promise<SavedState | undefined> {
  const state = await savedState();
  if (state === undefined) return undefined;
  const { servers, serversOfKey, keys, newestOrders } = state;
  const itsKey = await resolvedValue(key);
  const ofName = servers.get(await urn);
  if (itsKey === undefined || !keys.has(itsKey)) return { newestOrders, ...definedParts({ ofName: orderIn(ofName) }) };
  // An earlier run may have replaced the key of the server, which has its name then.
  const own = serversOfKey.get(itsKey)?.[0] ?? ofName;
  return { newestOrders, ...definedParts({ orderOid: orderIn(own), cancel: textIn(own, "cancel") }) };
}

function newestIn(servers: readonly object[]): Saved["newestOrders"] {
  const orders = servers.flatMap((outputs): (readonly [string, number])[] => {
    const orderOid = orderIn(outputs);
    return orderOid === undefined ? [] : [[textIn(outputs, "__providerName") ?? "", orderOid]];
  });
  return Object.fromEntries(orders.sort(([, one], [, other]) => one - other));
}

const orderIn = (outputs: unknown): number | undefined => {
  const orderOid = field(outputs, "orderOid");
  return typeof orderOid === "number" ? orderOid : undefined;
};
