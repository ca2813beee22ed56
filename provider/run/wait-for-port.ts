import type { PortState, ProviderContext } from "../host/context";
import { keepingState, PartialFailure } from "../host/outcomes";
import type { Program, Resolved } from "../server/program";
import { isPortAwaited, type OwnedServer } from "../server/server";
import { describeServer, elapsed, inOneLine, monthly } from "../service/wire/messages";

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
  program: Resolved<Program>,
  limitMs = context.settings.setupTimeoutMinutes * 60_000,
): Promise<OwnedServer> {
  const { waitForPort: port, __urn: urn } = program;
  const { __awaitsPort: _, ...reached } = outputs;
  if (port === undefined || !isPortAwaited(outputs, program)) return reached;
  const startMs = context.nowMs();
  // The state may have an address that the server no longer has: an update leaves that to a refresh.
  const order = await keepingState(outputs, unknownAddressMessage(outputs, port), () =>
    context.client.getOrder(outputs),
  );
  const server = { ...outputs, primaryIp: order.allocatedIps?.primaryIp };
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

/** How a wait for a port ended without a connection. */
type Unreached = Exclude<PortState, "open"> | "no-address" | "stopped";

/** For the resource's own line. */
const portLine = ({ orderOid, primaryIp, monthlyCost }: OwnedServer, port: number): string =>
  `${inOneLine([primaryIp, monthly(monthlyCost), `order ${orderOid}`])}: port ${port} accepts connections`;

/** For a wait for a port that could not begin. */
const unknownAddressMessage =
  (server: OwnedServer, port: number) =>
  (why: string): string =>
    `${describeServer(server)} is installed and in the state, but its address could not be read, so port ${port} was not tried. ${why} ${triedAgain}`;

const ends = {
  refused: "refuses connections: nothing listens there",
  silent: "does not answer: a firewall may drop connections from this machine",
  "no-address": "could not be tried, because the service shows no address for it",
  stopped: "did not accept a connection before the run was stopped",
} as const satisfies Record<Unreached, string>;

/** The resource then counts as not initialised, and the engine updates it in the next run even if nothing else changes. */
const unreachedMessage = (server: OwnedServer, port: number, end: Unreached, took: string): string =>
  `${describeServer(server)} is installed and in the state, but after ${took} port ${port} ${ends[end]}. ${triedAgain}`;

const triedAgain =
  'The server is billed. The next "pulumi up" tries the port again; it neither buys nor reinstalls anything.';
