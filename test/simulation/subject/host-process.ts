import type { Client } from "../../../provider/api/client";
import { createClient } from "../../../provider/api/client";
import type { Transport } from "../../../provider/api/connection/connection";
import { createRedactor } from "../../../provider/api/redactor";
import { resolveSettings, type Settings } from "../../../provider/api/settings";
import { Limiter } from "../../../provider/apply/run/limiter";
import { RunMemory } from "../../../provider/apply/run/run-memory";
import { SharedRead } from "../../../provider/apply/run/shared-read";
import type { Narrator, World } from "../../../provider/apply/run/world";
import type { ProcessWorld } from "../../../provider/dynamic/process-world";
import type { AboutOrder } from "../../../provider/schema/order/about-order";
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
  readonly conclude: (text: string) => void;
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
export function hostProcess(surroundings: Surroundings, client: Client): ProcessWorld {
  const { config, warn, conclude } = surroundings;
  const settings = settingsFrom(config);
  const narrator: Narrator = {
    progress: () => undefined,
    conclude: (_urn, text) => conclude(text),
    warn: (_urn, text) => warn(text),
  };
  const shared = { settings, narrator, memory: new RunMemory() };
  const world = worldIn(surroundings, client, shared);
  return {
    redactor: createRedactor(),
    narrator,
    memory: shared.memory,
    settings: () => settings,
    acting: () => world,
    accounts: (remembered) => [
      { name: "the account of the default provider", acting: () => world },
      ...remembered.map(({ name }) => {
        const other = surroundings.ofProvider(name as ProviderName);
        return { name, acting: () => worldIn(other, clientIn(other), shared) };
      }),
    ],
  };
}

function worldIn(
  { nowMs, sleep, newId, isEngineThere }: Surroundings,
  client: Client,
  shared: Pick<World, "settings" | "narrator" | "memory">,
): World {
  return {
    ...shared,
    client,
    nowMs,
    sleep,
    newId,
    askEngine: async () => ((await isEngineThere()) ? "runs" : "is-gone"),
    purchases: new Limiter(shared.settings.maxConcurrentPurchases),
    census: new SharedRead<AboutOrder[]>(() => client.listOrders({ includeInactive: false })),
  };
}
