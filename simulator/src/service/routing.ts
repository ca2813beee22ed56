import { CALL_NAMES, CALLS, type CallName } from "../calls";
import { withoutMatrix } from "../wire/requests/matrix";

/** What a path asks for, and of which order. */
export type Route = { readonly call: CallName; readonly orderOid: number | undefined };

/** Every route. Some clients ask for the price of the default sizes with a GET. */
export const ROUTES = CALL_NAMES.map((call) => {
  const { method, path } = CALLS[call];
  const methods: readonly string[] = call === "new-vm-pricing" ? [method, "GET"] : [method];
  return { call, path, methods, pattern: new RegExp(`^${path.replace(":order", "([^/]+)")}/?$`) };
});

/** Undefined for a path that the service does not have, or a method that it does not know there. */
export function findRoute({ method, path }: { method: string; path: string }): Route | undefined {
  const bare = withoutMatrix(path);
  for (const route of ROUTES) {
    if (!route.methods.includes(method)) continue;
    const match = route.pattern.exec(bare);
    if (match !== null) return { call: route.call, orderOid: orderOidIn(match[1] ?? "") };
  }
  return undefined;
}

/** Empty for a path that the service does not have. */
export function methodsAt(path: string): string[] {
  const bare = withoutMatrix(path);
  return ROUTES.filter(({ pattern }) => pattern.test(bare)).flatMap(({ methods }) => methods);
}

const ORDER_SEGMENT = /^order-([0-9]{1,15})(?:-(.*))?$/s;

/** `order-{oid}-{anything}`: the domain may be empty or missing. */
export function orderOidIn(segment: string): number | undefined {
  const oid = ORDER_SEGMENT.exec(segment)?.[1];
  return oid === undefined ? undefined : Number(oid);
}
