import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "../api/client";
import { readEnvironment } from "../api/environment";
import { createRedactor, type Redactor } from "../api/redactor";
import { requireApiKey, resolveSettings, type Settings } from "../api/settings";
import { createTransport } from "../api/transport";
import type { Account } from "../apply/order/leftovers";
import { Limiter } from "../apply/run/limiter";
import { RunMemory } from "../apply/run/run-memory";
import { SharedRead } from "../apply/run/shared-read";
import type { Narrator, World } from "../apply/run/world";
import type { Account as RememberedAccount } from "../schema/ledger";
import type { AboutOrder } from "../schema/order/about-order";
import { claimsBesideOtherHosts } from "./claims";
import { endWithEngine } from "./engine/end-with-engine";
import { connectEngine, type EngineConnection } from "./engine/engine-connection";
import { engineNarrator } from "./engine/engine-log";
import { stopRequest } from "./engine/stop-request";

/** How much is being done. */
class UnderWay {
  count = 0;

  async during<T>(work: () => Promise<T>): Promise<T> {
    this.count++;
    try {
      return await work();
    } finally {
      this.count--;
    }
  }
}

/** Gives the value of a stack configuration key such as `rimuhosting:apiKey`. */
export type ReadConfig = (key: string) => string | undefined;

/** One host process serves one provider instance of one run. Everything that its resources share is here. */
export interface ProcessWorld {
  readonly redactor: Redactor;
  readonly narrator: Narrator;
  readonly memory: RunMemory;
  readonly settings: () => Settings;
  /** What can act, made on first need: wrong settings are then the error of the resource that needs them. */
  readonly acting: () => World;
  /** The account of this provider instance, and those that a ledger remembers. */
  readonly accounts: (remembered: readonly RememberedAccount[]) => readonly Account[];
}

interface Surroundings extends Pick<ProcessWorld, "redactor" | "narrator" | "memory">, Pick<World, "askEngine"> {
  readonly changesUnderWay: UnderWay;
}

export function createProcessWorld(readConfig: ReadConfig, engineAddress: string | undefined): ProcessWorld {
  const redactor = createRedactor();
  const engine = connectEngine(engineAddress);
  const narrator = engineNarrator(engine, redactor.clean);
  const changesUnderWay = new UnderWay();
  endWithEngine({ engine, isBusy: () => changesUnderWay.count > 0 });
  const surroundings = {
    redactor,
    narrator,
    memory: new RunMemory(claimsBesideOtherHosts),
    askEngine: askEngine(engine),
    changesUnderWay,
  };
  let world: World | undefined;
  const acting = (): World => {
    world ??= createWorld(readConfig, surroundings);
    return world;
  };
  return {
    ...surroundings,
    settings: () => settingsFrom(readConfig),
    acting,
    accounts: (remembered) => [
      { name: "the account of the default provider", acting },
      ...remembered.map(({ name, config }) => ({
        name: `the account of the provider "${name}"`,
        acting: () => createWorld((key) => config[key], surroundings),
      })),
    ],
  };
}

const settingsFrom = (readConfig: ReadConfig): Settings =>
  resolveSettings({ config: (name) => readConfig(`rimuhosting:${name}`), env: readEnvironment() });

/** A purchase is made only where somebody will save it: the engine runs, and nobody has asked it to stop. */
function askEngine({ isThere }: EngineConnection): World["askEngine"] {
  const stop = stopRequest();
  return async () => {
    if (stop.aborted) return "stops";
    return (await isThere()) ? "runs" : "is-gone";
  };
}

function createWorld(readConfig: ReadConfig, { redactor, changesUnderWay, ...surroundings }: Surroundings): World {
  const settings = settingsFrom(readConfig);
  requireApiKey(settings);
  const send = createTransport(settings.baseUrl, readEnvironment());
  const transport: typeof send = (request) =>
    request.method === "GET" ? send(request) : changesUnderWay.during(() => send(request));
  const client = createClient(settings, { redactor, transport });
  return {
    ...surroundings,
    client,
    settings,
    nowMs: Date.now,
    sleep: (durationMs) => wait(durationMs),
    newId: randomUUID,
    purchases: new Limiter(settings.maxConcurrentPurchases),
    census: new SharedRead<AboutOrder[]>(() => client.listOrders({ includeInactive: false })),
  };
}
