import type { Client } from "../../../provider/api/client";
import { createClient } from "../../../provider/api/client";
import { connectionErrorOf, type Transport } from "../../../provider/api/connection";
import { createRedactor } from "../../../provider/api/redactor";
import { resolveSettings, type Settings } from "../../../provider/api/settings";
import type { ProviderContext, Reporter } from "../../../provider/apply/context";
import { HostMemory } from "../../../provider/apply/host-memory";
import { Limiter, SharedRead } from "../../../provider/apply/sharing";
import type { Host } from "../../../provider/dynamic/host";
import type { Surroundings } from "../models/provider-under-test";
import { type Exchange, NetworkFault } from "../models/service/network";
import type { ProviderName } from "../models/stack-state";

type Config = Surroundings["config"];

const settingsOf = new WeakMap<Config, Settings>();

/** Created once for each configuration, because there are many processes. */
export function settingsFrom(config: Config): Settings {
  const known = settingsOf.get(config);
  if (known !== undefined) return known;
  const settings = resolveSettings({ config: (name) => (name === "apiKey" ? "12345" : config[name]) });
  settingsOf.set(config, settings);
  return settings;
}

/** The provider's own code decides what a failed exchange means. */
const transportOver =
  (exchange: Exchange): Transport =>
  async (request) => {
    try {
      return await exchange(request);
    } catch (error) {
      throw error instanceof NetworkFault ? connectionErrorOf(error) : error;
    }
  };

export const clientIn = ({ config, exchange, nowMs, random, sleep, isEngineThere }: Surroundings): Client =>
  createClient(settingsFrom(config), {
    transport: transportOver(exchange),
    clock: nowMs,
    random,
    sleep,
    redactor: createRedactor(),
    isStillWanted: isEngineThere,
  });

/** A fresh provider host, as the engine starts one for each provider of a run: it remembers nothing from the previous run. */
export function hostProcess(surroundings: Surroundings, client: Client): Host {
  const { config, warn, summarize } = surroundings;
  const settings = settingsFrom(config);
  const reporter: Reporter = {
    progress: () => undefined,
    summary: (_urn, text) => summarize(text),
    warn: (_urn, text) => warn(text),
    flush: async () => undefined,
  };
  const shared = { settings, reporter, memory: new HostMemory() };
  const context = contextIn(surroundings, client, shared);
  return {
    redactor: createRedactor(),
    reporter,
    memory: shared.memory,
    settings: () => settings,
    context: () => context,
    accounts: (remembered) => [
      { name: "the account of the default provider", context: () => context },
      ...remembered.map(({ name }) => {
        const other = surroundings.ofProvider(name as ProviderName);
        return { name, context: () => contextIn(other, clientIn(other), shared) };
      }),
    ],
  };
}

function contextIn(
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
    tryPort: async () => "open",
    purchases: new Limiter(shared.settings.maxConcurrentPurchases),
    changeGroups: new Map(),
    orderList: new SharedRead(() => client.listOrders({ includeInactive: false })),
  };
}
