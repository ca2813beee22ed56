import { type ProviderContext, type Reporter, SharedRead } from "../../../provider/host/context";
import type { Host } from "../../../provider/host/host";
import { HostMemory } from "../../../provider/host/memory";
import { connectionErrorOf } from "../../../provider/service/calls";
import { type Client, createClient } from "../../../provider/service/client";
import { createRedactor } from "../../../provider/service/redactor";
import { resolveSettings, type Settings } from "../../../provider/service/settings";
import type { Transport } from "../../../provider/service/transport";
import type { Surroundings } from "../models/provider-under-test";
import { type Exchange, NetworkFault } from "../models/service/network";

type Config = Surroundings["config"];

const settingsOf = new WeakMap<Config, Settings>();

/** Created once for each configuration, because there are many processes. */
function settingsFrom(config: Config): Settings {
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

export const clientIn = ({ config, exchange, nowMs, random, sleep, ...engine }: Surroundings): Client =>
  createClient(settingsFrom(config), {
    transport: transportOver(exchange),
    clock: nowMs,
    random,
    sleep,
    redactor: createRedactor(),
    isStillWanted: () => runs(engine),
  });

const runs = async ({ stop, isEngineThere }: Pick<Surroundings, "stop" | "isEngineThere">): Promise<boolean> =>
  !stop.aborted && (await isEngineThere());

export const newKeyIn = ({ newId, nowMs }: Surroundings) => ({
  key: `key-${newId()}`,
  password: `r${newId()}X7`,
  createdAt: new Date(nowMs()).toISOString(),
});

/** A fresh provider host, as the engine starts one for each provider of a run: it remembers nothing from the previous run. */
export function hostProcess(surroundings: Surroundings, client: Client): Host {
  const { config, providerName, report, nowMs, sleep, newId, stop } = surroundings;
  const settings = settingsFrom(config);
  const reporter: Reporter = {
    progress: () => undefined,
    summary: () => undefined,
    warn: (_urn, text) => report(text),
    flush: async () => undefined,
  };
  const memory = new HostMemory();
  const context: ProviderContext = {
    settings,
    reporter,
    memory,
    client,
    nowMs,
    sleep,
    newId,
    stop,
    askEngine: async () => ((await runs(surroundings)) ? "runs" : "stopped"),
    tryPort: async () => "open",
    orderList: new SharedRead(() => client.listOrders({ includeInactive: false })),
  };
  return {
    redactor: createRedactor(),
    reporter,
    memory,
    providerName,
    requireSettings: () => context.settings,
    context: () => context,
  };
}
