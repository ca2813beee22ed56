import * as pulumi from "@pulumi/pulumi";
import { findsAliases, loadedSdk } from "../pulumi/internals";
import { placeIn } from "../pulumi/places";
import { isMocked, resolvedValue, savedOutputs } from "../pulumi/program";
import { field, isObject, textIn } from "../pulumi/properties";
import { idempotencyKeyType, vpsType } from "../pulumi/resource-types";
import type { SavedState } from "../server/program";
import { sameDomainName } from "../service/domain-names";
import { definedParts, getOrInsertComputed } from "../service/names";

/** What the stack's saved state has of this package's resources. */
interface Saved {
  /** The URNs of all that is in it. */
  readonly urns: ReadonlySet<string>;
  /** The outputs of each server and of each idempotency key, by its URN. */
  readonly servers: ReadonlyMap<string, object>;
  readonly keys: ReadonlyMap<string, object>;
  /** The same by the number of the order, and by the idempotency key: two may have one, as after an edit. */
  readonly serversOfOrder: ReadonlyMap<string, readonly object[]>;
  readonly serversOfKey: ReadonlyMap<string | undefined, readonly object[]>;
  readonly newestOrders: SavedState["newestOrders"];
}

/** A cache: all servers of a program ask for the same. */
const saved = new WeakMap<pulumi.Resource, Promise<Saved | undefined>>();

/** The stack's saved state. The engine's function for it is undocumented: `undefined` if it fails, or if no resource could be found in it. */
export function savedState(): Promise<Saved | undefined> {
  const stack = pulumi.runtime.getStackResource();
  return stack === undefined || isMocked() || !findsAliases(loadedSdk())
    ? Promise.resolve(undefined)
    : getOrInsertComputed(saved, stack, readState);
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
    urns: new Set(resources.map(([urn]) => urn)),
    servers,
    keys: new Map(ofType(idempotencyKeyType)),
    serversOfOrder: Map.groupBy(servers.values(), (outputs) => String(field(outputs, "orderOid"))),
    serversOfKey: Map.groupBy(servers.values(), (outputs) => textIn(outputs, "__key")),
    newestOrders: newestIn([...servers.values()]),
  };
}

/** What the saved state tells of a server that a program has just declared, and of the accounts. */
export async function savedStateFor(
  server: pulumi.Resource,
  urn: string | Promise<string>,
  key: pulumi.Output<string>,
  domainName: pulumi.Input<string>,
): Promise<SavedState | undefined> {
  const state = await savedState();
  if (state === undefined) return undefined;
  const { urns, servers, serversOfKey, keys, newestOrders } = state;
  const itsKey = await resolvedValue(key);
  const isKeySaved = itsKey !== undefined && [...keys.values()].some((outputs) => textIn(outputs, "key") === itsKey);
  // A key that was edited out of the state is made anew: the server is found by its place.
  const own =
    (isKeySaved ? serversOfKey.get(itsKey)?.[0] : undefined) ?? servers.get((await placeIn(urns, server, urn)) ?? "");
  const orderOid = orderIn(own);
  const name = orderOid === undefined ? undefined : await resolvedValue(pulumi.output(domainName));
  const isTold = (outputs: object): boolean =>
    orderOid === undefined || sameDomainName(textIn(outputs, "domainName"), name);
  const others = [...servers].flatMap(([place, outputs]): (readonly [number, string])[] => {
    const other = orderIn(outputs);
    return other === undefined || outputs === own || !isTold(outputs) ? [] : [[other, place]];
  });
  return {
    newestOrders,
    isKeySaved,
    others: Object.fromEntries(others),
    ...definedParts({
      orderOid,
      isPending: (own !== undefined && orderOid === undefined) || undefined,
      isRetained: field(own, "__isRetained") === true || undefined,
      cancel: textIn(own, "cancel"),
    }),
  };
}

/** Whether the saved state has the idempotency key that a program has just declared. */
export async function isSavedKey(key: pulumi.Resource, urn: string | Promise<string>): Promise<boolean> {
  const state = await savedState();
  return state !== undefined && (await placeIn(state.urns, key, urn)) !== undefined;
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
