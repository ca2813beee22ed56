import { recordOutcome } from "../journal";
import type { WireResponse } from "../response";
import { handleRequest, type RequestOptions } from "./handle-request";
import type { ReceivedRequest } from "./request";
import type { Service } from "./service";

/**
 * A request from the same process: routes, world and wire form as over HTTP, without a socket. A fault that ends a
 * connection is returned like an answer. Rejects where the simulator itself is at fault.
 */
export function requestInProcess(
  service: Service,
  request: ReceivedRequest,
  options: Omit<RequestOptions, "send">,
): Promise<WireResponse> {
  return new Promise((resolve, reject) => {
    const send: RequestOptions["send"] = (response, entry) => {
      recordOutcome(entry, response);
      resolve(response);
    };
    handleRequest(service, request, { ...options, send }).catch(reject);
  });
}
