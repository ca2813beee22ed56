import { CALL_NAMES, CALLS } from "../calls";
import type { Delivery } from "../faults/delivery";
import { noteOutcome } from "../journal";
import { withoutMatrix } from "../wire/requests/matrix";
import { type Destination, orderOidIn, type PlainRequest, type Reception, receive } from "./reception";
import type { Service } from "./service";

const ROUTES = CALL_NAMES.map((call) => {
  const { method, path } = CALLS[call];
  return { call, method, pattern: new RegExp(`^${path.replace(":order", "([^/]+)")}/?$`) };
});

/** Undefined for a path that the service does not have. */
export function destinationOf({ method, path }: Pick<PlainRequest, "method" | "path">): Destination | undefined {
  const bare = withoutMatrix(path);
  for (const route of ROUTES) {
    if (route.method !== method) continue;
    const match = route.pattern.exec(bare);
    if (match !== null) return { call: route.call, orderOid: orderOidIn(match[1] ?? "") };
  }
  return undefined;
}

/**
 * A request of the same process: the routes, the world and the wire form as over HTTP, without a socket between. What
 * ends a connection is handed over like an answer. Rejects where the simulator itself is at fault.
 */
export function handOver(
  service: Service,
  request: PlainRequest,
  reception: Omit<Reception, "send">,
): Promise<Delivery> {
  return new Promise((resolve, reject) => {
    receive(service, service.era, request, {
      ...reception,
      send: (delivery, entry) => {
        noteOutcome(entry, delivery);
        resolve(delivery);
      },
    }).catch(reject);
  });
}
