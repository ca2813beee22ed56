import type { Delivery } from "../faults/delivery";
import { noteOutcome } from "../journal";
import { type PlainRequest, type Reception, receive } from "./reception";
import type { Service } from "./service";

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
