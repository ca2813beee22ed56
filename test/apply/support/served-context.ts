import { createClient } from "../../../provider/api/client";
import { resolveSettings } from "../../../provider/api/settings";
import { createTransport } from "../../../provider/api/transport";
import type { ProviderContext } from "../../../provider/apply/context";
import { HostMemory } from "../../../provider/apply/host-memory";
import { Limiter, SharedRead } from "../../../provider/apply/sharing";
import { ownershipOf, type StateEntry } from "../../../provider/plan/purchase/ownership";
import { VpsInputs } from "../../../provider/schema/vps-inputs";
import type { ManualClock, Simulator } from "../../../simulator/src/index";

export interface ServedContext extends ProviderContext {
  /** The warnings that stay in the log. */
  readonly warnings: string[];
}

/** How long a change takes the service: long enough for a server to boot. */
const workMs = 20_000;

/**
 * One run of the provider against a simulator, with the simulator's clock: waiting advances it, and takes no real time. The run's own
 * clock may be ahead of it or behind.
 */
export function servedContext(
  simulator: Simulator,
  clock: ManualClock,
  given: Readonly<Record<string, string>> = {},
  aheadMs = 0,
): ServedContext {
  const nowMs = (): number => clock.now() + aheadMs;
  const config: Readonly<Record<string, string>> = { apiKey: "12345", baseUrl: simulator.url, ...given };
  const settings = resolveSettings({ config: (name) => config[name] });
  const sleep = async (durationMs: number): Promise<void> => {
    clock.advance(durationMs);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const connection = createTransport(settings.baseUrl, {});
  const transport: typeof connection = (request) => {
    if (request.method !== "GET") clock.advance(workMs);
    return connection(request);
  };
  const client = createClient(settings, { transport, clock: nowMs, sleep, random: () => 0.5 });
  const warnings: string[] = [];
  let ids = 0;
  return {
    client,
    settings,
    warnings,
    reporter: { progress: () => undefined, warn: (_urn, text) => void warnings.push(text) },
    memory: new HostMemory(),
    nowMs,
    sleep,
    askEngine: async () => "runs",
    newId: () => `attempt-${clock.now()}-${++ids}`,
    purchases: new Limiter(settings.maxConcurrentPurchases),
    orderList: new SharedRead(() => client.listOrders({ includeInactive: false })),
  };
}

const ledger = "a-ledger";
let runs = 0;

/** The inputs of create and update for a declared server; `entries` and `everHeld` are what the state held at the start. */
export function desiredOf(
  name: string,
  args: Partial<VpsInputs> = {},
  entries: readonly StateEntry[] | "unreadable" = [],
  everHeld: readonly number[] = [],
) {
  const urn = `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::${name}`;
  const state = entries === "unreadable" ? undefined : { entries, everHeld };
  return {
    ...VpsInputs.parse({ domainName: `${name}.example.com`, ...args }),
    __provider: "the provider's code",
    __declaredUrn: urn,
    __ledger: ledger,
    __ledgerSecret: "a secret",
    __ownership: ownershipOf(`run-${++runs}`, ledger, state, { urn, earlierUrns: [] }),
  };
}
