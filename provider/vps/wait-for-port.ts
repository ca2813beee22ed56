import type { PortState, ProviderContext } from "../host/context";
import { keepingState, PartialFailure } from "../host/failures";
import { elapsed } from "../service/wire/messages";
import type { Desired, Resolved } from "./desired";
import type { OwnedServer } from "./state";
import { portLine, unknownAddressMessage, unreachedMessage } from "./update-messages";

/** A firewall may drop a connection without a word. */
const tryMs = 5_000;

const pauseMs = 3_000;

/**
 * Waits, if the program asks for that and the server was installed since it was last reached, until a port of the server
 * takes a connection. A server that is not reached stays in the state, marked, so that the next run looks again.
 */
export async function waitForPort(
  context: ProviderContext,
  outputs: OwnedServer,
  desired: Resolved<Desired>,
  limitMs = context.settings.setupTimeoutMinutes * 60_000,
): Promise<OwnedServer> {
  const { waitForPort: port, __urn: urn } = desired;
  // Nothing answers on a server that the program wants stopped.
  const { __awaitsPort: isAwaited, ...reached } = outputs;
  if (isAwaited !== true || port === undefined || outputs.observedRunningState === "NOTRUNNING") return reached;
  const startMs = context.nowMs();
  // The state may have an address that the server no longer has: an update leaves that to a refresh.
  const order = await keepingState(outputs, unknownAddressMessage(outputs, port), () =>
    context.client.getOrder(outputs),
  );
  const server = { ...outputs, primaryIp: order.allocatedIps?.primaryIp ?? outputs.primaryIp };
  context.reporter.progress(urn, `waiting for port ${port}: ${server.primaryIp}`);
  const end = await untilOpen(context, server.primaryIp, port, limitMs);
  const took = elapsed(context.nowMs() - startMs);
  if (end !== "open") throw new PartialFailure(outputs, [unreachedMessage(server, port, end, took)]);
  context.reporter.summary(urn, portLine(server, port));
  return reached;
}

async function untilOpen(
  context: ProviderContext,
  address: string | undefined,
  port: number,
  limitMs: number,
): Promise<PortState | "no-address" | "stopped"> {
  if (address === undefined) return "no-address";
  const startMs = context.nowMs();
  for (;;) {
    const state = await context.tryPort(address, port, tryMs);
    if (state === "open") return state;
    if ((await context.askEngine()) !== "runs") return "stopped";
    if (context.nowMs() - startMs + pauseMs > limitMs) return state;
    await context.sleep(pauseMs);
  }
}
