import type { Client } from "../../../provider/api/client";
import { createClient } from "../../../provider/api/client";
import type { Transport } from "../../../provider/api/connection";
import { createRedactor } from "../../../provider/api/secrets";
import { resolveSettings, type Settings } from "../../../provider/api/settings";
import type { ProviderContext, Reporter } from "../../../provider/apply/context";
import { HostMemory } from "../../../provider/apply/host-memory";
import { Limiter, SharedRead } from "../../../provider/apply/sharing";
import type { Host } from "../../../provider/dynamic/host";
import { Accounts } from "../../../provider/schema/ledger";
import type { AboutOrder } from "../../../provider/schema/order";
import type { ProviderName } from "../models/stack-state";

type Config = Readonly<Record<string, string>>;

/** All that a process of the provider gets of its surroundings: a host's, or the program's. */
export interface Surroundings {
  /** The stack's configuration, by the names after `rimuhosting:`. */
  readonly config: Config;
  readonly transport: Transport;
  /** The machine's clock, which may be wrong by days. */
  readonly nowMs: () => number;
  readonly sleep: (durationMs: number) => Promise<void>;
  /** A random number from 0 to below 1. */
  readonly random: () => number;
  readonly newId: () => string;
  /** Shown to a person, for as long as the CLI lives. */
  readonly warn: (text: string) => void;
  /** The last word on a resource's own line. */
  readonly summary: (text: string) => void;
  /** Whether the engine still answers: a CLI that was killed does not (its address refuses connections). */
  readonly isEngineThere: () => Promise<boolean>;
  /** The same for an explicit provider, which may have another account. */
  readonly ofProvider: (name: ProviderName) => Surroundings;
}

const settingsOf = new WeakMap<Config, Settings>();

/** Made once for each configuration: there are many processes. */
function settingsFrom(config: Config): Settings {
  const known = settingsOf.get(config);
  if (known !== undefined) return known;
  const settings = resolveSettings({ config: (name) => (name === "apiKey" ? "12345" : config[name]) });
  settingsOf.set(config, settings);
  return settings;
}

export const clientIn = ({ config, transport, nowMs, random, sleep }: Surroundings): Client =>
  createClient(settingsFrom(config), { transport, clock: nowMs, random, sleep, redactor: createRedactor() });

/** A fresh provider host, as the engine starts one for each provider of a run: nothing is remembered from the run before. */
export function hostProcess(surroundings: Surroundings, client: Client): Host {
  const { config, warn, summary } = surroundings;
  const settings = settingsFrom(config);
  const reporter: Reporter = {
    progress: () => undefined,
    summary: (_urn, text) => summary(text),
    warn: (_urn, text) => warn(text),
  };
  const shared = { settings, reporter, memory: new HostMemory() };
  const world = worldIn(surroundings, client, shared);
  return {
    redactor: createRedactor(),
    reporter,
    memory: shared.memory,
    settings: () => settings,
    acting: () => world,
    accounts: (remembered) => [
      { name: "the account of the default provider", acting: () => world },
      ...Accounts.parse(JSON.parse(remembered ?? "[]")).map(({ name }) => {
        const other = surroundings.ofProvider(name as ProviderName);
        return { name, acting: () => worldIn(other, clientIn(other), shared) };
      }),
    ],
  };
}

function worldIn(
  { nowMs, sleep, newId, isEngineThere }: Surroundings,
  client: Client,
  shared: Pick<ProviderContext, "settings" | "reporter" | "memory">,
): ProviderContext {
  return {
    ...shared,
    client,
    nowMs,
    sleep,
    newId,
    askEngine: async () => ((await isEngineThere()) ? "runs" : "is-gone"),
    purchases: new Limiter(shared.settings.maxConcurrentPurchases),
    orderList: new SharedRead<AboutOrder[]>(() => client.listOrders({ includeInactive: false })),
  };
}
