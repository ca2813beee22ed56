import { type PortState, type ProviderContext, SharedRead } from "../../../provider/host/context";
import { HostMemory } from "../../../provider/host/memory";
import { PartialFailure } from "../../../provider/host/outcomes";
import { updateServer } from "../../../provider/run/change-server";
import { resumePurchase } from "../../../provider/run/create";
import { argumentsWith } from "../../../provider/server/arguments";
import { type Program as PreviewedProgram, type Resolved, VpsInputs } from "../../../provider/server/program";
import { isOwned, type Recorded } from "../../../provider/server/server";
import { ConnectionError } from "../../../provider/service/calls";
import { createClient } from "../../../provider/service/client";
import { resolveSettings } from "../../../provider/service/settings";
import { createTransport } from "../../../provider/service/transport";
import { type ManualClock, manualClock, type Simulator, startSimulator } from "../../../simulator/src/index";

/** The service of a test file, reset before each test: without orders. Its clock is never set back. */
export let simulator: Simulator;
export let clock: ManualClock;

let usualVariants: Simulator["variants"];

/** What is between the provider and the rest of the world, as usual again before each test. */
interface Surroundings {
  /** Whether a request that changes something meets a network that refuses the connection. */
  refusesConnection: () => boolean;
  engine: () => Awaited<ReturnType<ProviderContext["askEngine"]>>;
  /** Ctrl-C. */
  stop: AbortController;
  /** What a server does with a connection to one of its ports. */
  port: (address: string, port: number) => PortState;
}

const usual = (): Surroundings => ({
  refusesConnection: () => false,
  engine: () => (surroundings.stop.signal.aborted ? "stopped" : "runs"),
  stop: new AbortController(),
  port: () => "open",
});

export const surroundings: Surroundings = usual();

beforeAll(async () => {
  clock = manualClock();
  simulator = await startSimulator({ clock, latency: "none" });
  usualVariants = { ...simulator.variants };
  // The first call loads the HTTP client, which takes a busy machine longer than a test may take.
  await newContext().client.listOrders({ includeInactive: false });
}, 60_000);
afterAll(() => simulator.close());
beforeEach(() => {
  simulator.reset();
  Object.assign(simulator.variants, usualVariants);
  Object.assign(surroundings, usual());
});

export interface TestContext extends ProviderContext {
  /** The warnings that stay in the log. */
  readonly warnings: string[];
  /** What is said of a server once a step is done. */
  readonly summaries: string[];
  /** What a resource's line says meanwhile. */
  readonly progress: string[];
}

/** How long a change takes the service: long enough for a server to boot. */
const workMs = 20_000;

/**
 * One run of the provider against the simulator, with the simulator's clock: waiting advances it, and takes no real time. The run's own
 * clock may be ahead of it or behind.
 */
export function newContext(given: Readonly<Record<string, string>> = {}, aheadMs = 0): TestContext {
  const nowMs = (): number => clock.now() + aheadMs;
  const config: Readonly<Record<string, string>> = { apiKey: "12345", baseUrl: simulator.url, ...given };
  const settings = resolveSettings({ config: (name) => config[name] });
  const sleep = async (durationMs: number): Promise<void> => {
    clock.advance(durationMs);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const connection = createTransport(settings.baseUrl, {});
  const transport: typeof connection = (request) => {
    if (request.method === "GET" || request.url.includes("pricing")) return connection(request);
    if (surroundings.refusesConnection()) return Promise.reject(new ConnectionError("not-sent", "ECONNREFUSED"));
    clock.advance(workMs);
    return connection(request);
  };
  const askEngine: ProviderContext["askEngine"] = async () => surroundings.engine();
  const isStillWanted = async () => (await askEngine()) === "runs";
  const client = createClient(settings, { transport, clock: nowMs, sleep, random: () => 0.5, isStillWanted });
  const warnings: string[] = [];
  const summaries: string[] = [];
  const progress: string[] = [];
  let ids = 0;
  return {
    client,
    settings,
    warnings,
    summaries,
    progress,
    reporter: {
      progress: (_urn, text) => void progress.push(text),
      summary: (_urn, text) => void summaries.push(text),
      warn: (_urn, text) => void warnings.push(text),
      flush: async () => undefined,
    },
    memory: new HostMemory(),
    nowMs,
    sleep,
    askEngine,
    stop: surroundings.stop.signal,
    tryPort: async (address, port) => surroundings.port(address, port),
    newId: () => `attempt-${clock.now()}-${++ids}`,
    orderList: new SharedRead(() => client.listOrders({ includeInactive: false })),
  };
}

/** A run that has just made the keys of these servers: nothing can have been sent under them. */
export function contextWithKeysOf(names: readonly string[], given: Readonly<Record<string, string>> = {}): TestContext {
  const context = newContext(given);
  for (const name of names) context.memory.ofKey(keyOf(name)).isNew = true;
  return context;
}

/** How many purchases the service has received. */
export const sendings = (): number => simulator.journal.calls("new-vps").length;

/** The orders that are billed with no end in sight. */
export const active = (): number[] => simulator.world.activeOrders().map(({ orderOid }) => orderOid);

export async function partialFailureOf(work: Promise<unknown>): Promise<PartialFailure<Recorded>> {
  const error: unknown = await work.catch((reason: unknown) => reason);
  if (error instanceof PartialFailure) return error as PartialFailure<Recorded>;
  throw error instanceof Error ? error : new Error("it was to fail");
}

/** Another host of the data centre in which the first order's server is. */
export function otherHost(): string {
  const [order] = simulator.world.orders();
  const host = simulator.world.hosts.find(
    ({ hostServerOid, locationCode }) => locationCode === order?.locationCode && hostServerOid !== order.hostServerOid,
  );
  if (host === undefined) throw new Error("the simulator has too few hosts");
  return String(host.hostServerOid);
}

const keyOf = (name: string): string => `key-of-${name}`;

/** The inputs of create and update for a declared server, whose key an earlier run has saved. */
export const desiredOf = (name: string, args: Partial<VpsInputs> = {}) => ({
  ...VpsInputs.parse({ domainName: `${name}.example.com`, ...args }),
  __provider: "the provider's code",
  __urn: `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::${name}`,
  __key: keyOf(name),
  __keyPassword: "made-with-the-key-1",
  __saved: { isKeySaved: true, others: {}, newestOrders: {} },
});

/** An update whose diff has announced everything. */
export function announcedUpdate(
  context: TestContext,
  id: string,
  recorded: Recorded,
  program: Resolved<PreviewedProgram>,
) {
  if (isOwned(recorded))
    context.memory.ofOrder(recorded.orderOid).announced = new Set([
      "move",
      "reinstall",
      ...argumentsWith("resize").map((size) => `resize of ${size}`),
    ]);
  return update(context, id, recorded, program);
}

/** An update that no diff has announced. */
export const update = (
  context: ProviderContext,
  id: string,
  recorded: Recorded,
  program: Resolved<PreviewedProgram>,
) => (isOwned(recorded) ? updateServer(context, recorded, program) : resumePurchase(context, id, recorded, program));
