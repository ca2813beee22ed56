import type { Client } from "../../../provider/api/client";
import { createClient } from "../../../provider/api/client";
import type { Transport } from "../../../provider/api/connection/connection";
import { connectionErrorOf } from "../../../provider/api/connection/connection-error";
import { createRedactor } from "../../../provider/api/redactor";
import { resolveSettings, type Settings } from "../../../provider/api/settings";
import { Limiter } from "../../../provider/apply/run/limiter";
import { RunMemory } from "../../../provider/apply/run/run-memory";
import { SharedRead } from "../../../provider/apply/run/shared-read";
import type { Narrator, World } from "../../../provider/apply/run/world";
import type { ProcessWorld } from "../../../provider/dynamic/process-world";
import { Accounts } from "../../../provider/schema/ledger";
import type { AboutOrder } from "../../../provider/schema/order/about-order";
import type { Surroundings } from "../models/provider-under-test";
import { type Exchange, NetworkFault } from "../models/service/network";
import type { ProviderName } from "../models/stack-state";

type Config = Surroundings["config"];

const settingsOf = new WeakMap<Config, Settings>();

/** Made once for each configuration: there are many processes. */
function settingsFrom(config: Config): Settings {
  const known = settingsOf.get(config);
  if (known !== undefined) return known;
  const settings = resolveSettings({ config: (name) => (name === "apiKey" ? "12345" : config[name]) });
  settingsOf.set(config, settings);
  return settings;
}

/** What a failed exchange means is for the provider's own code to say. */
const transportOver =
  (exchange: Exchange): Transport =>
  async (request) => {
    try {
      return await exchange(request);
    } catch (error) {
      throw error instanceof NetworkFault ? connectionErrorOf(error) : error;
    }
  };

export const clientIn = ({ config, exchange, nowMs, random, sleep }: Surroundings): Client =>
  createClient(settingsFrom(config), {
    transport: transportOver(exchange),
    clock: nowMs,
    random,
    sleep,
    redactor: createRedactor(),
  });

/** A fresh provider host, as the engine starts one for each provider of a run: nothing is remembered from the run before. */
export function hostProcess(surroundings: Surroundings, client: Client): ProcessWorld {
  const { config, warn, summarize } = surroundings;
  const settings = settingsFrom(config);
  const narrator: Narrator = {
    progress: () => undefined,
    conclude: (_urn, text) => summarize(text),
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
