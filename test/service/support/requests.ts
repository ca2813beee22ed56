import { requestToWire } from "../../../provider/server/request";
import type { Client } from "../../../provider/service/client";
import type { CallOptions } from "../../../provider/service/send";

/** Sends an order for a server with these arguments. */
export const orderVps = (
  client: Pick<Client, "newVps">,
  request: Parameters<typeof requestToWire>[0] & { domainName: string },
  options?: CallOptions,
) => client.newVps(request.domainName, requestToWire(request), options);
