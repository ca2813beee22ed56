import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { connect, createServer } from "node:http2";
import { member } from "./sdk";

const channel = "http2.server.stream.start";
const cancelPath = "/pulumirpc.ResourceProvider/Cancel";

let controller: AbortController | undefined;

/**
 * Aborted once the user asks the run to stop, with one Ctrl-C or SIGTERM. The engine then starts nothing more and tells
 * its hosts, but Pulumi's host answers without telling its providers. Node publishes each request that its HTTP/2 servers
 * receive, so this subscribes to those. Older versions of Node do not, and there the request goes unnoticed.
 *
 * The same request also comes at the end of every run, when nothing is under way. A failed resource sends none.
 */
export function stopRequest(): AbortSignal {
  if (controller === undefined) {
    const stop = new AbortController();
    controller = stop;
    subscribe(channel, (message) => {
      if (member(member(message, "headers"), ":path") === cancelPath) stop.abort();
    });
  }
  return controller.signal;
}

/** Whether this Node publishes what its HTTP/2 servers receive: tried with a request to itself. */
export async function noticesRequests(): Promise<boolean> {
  let hasNoticed = false;
  const notice = (): void => {
    hasNoticed = true;
  };
  subscribe(channel, notice);
  const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const client = connect(`http://127.0.0.1:${member(server.address(), "port")}`);
  try {
    await new Promise((resolve) => client.on("error", resolve).request().on("close", resolve).resume().end());
  } finally {
    client.close();
    server.close();
    unsubscribe(channel, notice);
  }
  return hasNoticed;
}
