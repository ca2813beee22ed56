import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "../api/client";
import { readEnvironment } from "../api/environment";
import { createRedactor, type Redactor } from "../api/secrets";
import { requireApiKey, resolveSettings, type Settings } from "../api/settings";
import { createTransport } from "../api/transport";
import type { Account } from "../apply/cancel/leftovers";
import type { ProviderContext, Reporter } from "../apply/context";
import { HostMemory } from "../apply/host-memory";
import { Limiter, SharedRead } from "../apply/sharing";
import { Accounts } from "../schema/ledger";
import type { AboutOrder } from "../schema/order";
import { connectEngine, type EngineConnection } from "./engine-connection";
import { engineReporter } from "./reporter";
import { fileReservations } from "./reservations";
import { endWithEngine, stopRequest } from "./run-end";

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
export interface Host {
  readonly redactor: Redactor;
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  readonly settings: () => Settings;
  /** What can act, made on first need: wrong settings are then the error of the resource that needs them. */
  readonly acting: () => ProviderContext;
  /** The account of this provider instance, and those that a ledger remembers. */
  readonly accounts: (remembered: string | undefined) => readonly Account[];
}

interface Surroundings extends Pick<Host, "redactor" | "reporter" | "memory">, Pick<ProviderContext, "askEngine"> {
  readonly changesUnderWay: UnderWay;
}

export function createHost(readConfig: ReadConfig, engineAddress: string | undefined): Host {
  const redactor = createRedactor();
  const engine = connectEngine(engineAddress);
  const reporter = engineReporter(engine, redactor.clean);
  const changesUnderWay = new UnderWay();
  endWithEngine({ engine, isBusy: () => changesUnderWay.count > 0 });
  const surroundings = {
    redactor,
    reporter,
    memory: new HostMemory(fileReservations),
    askEngine: askEngine(engine),
    changesUnderWay,
  };
  let context: ProviderContext | undefined;
  const acting = (): ProviderContext => {
    context ??= createContext(readConfig, surroundings);
    return context;
  };
  return {
    ...surroundings,
    settings: () => settingsFrom(readConfig),
    acting,
    accounts: (remembered) => [
      { name: "the account of the default provider", acting },
      ...Accounts.parse(JSON.parse(remembered ?? "[]")).map(({ name, config }) => ({
        name: `the account of the provider "${name}"`,
        acting: () => createContext((key) => config[key], surroundings),
      })),
    ],
  };
}

const settingsFrom = (readConfig: ReadConfig): Settings =>
  resolveSettings({ config: (name) => readConfig(`rimuhosting:${name}`), env: readEnvironment() });

/** A purchase is made only where somebody will save it: the engine runs, and nobody has asked it to stop. */
function askEngine({ isThere }: EngineConnection): ProviderContext["askEngine"] {
  const stop = stopRequest();
  return async () => {
    if (stop.aborted) return "stops";
    return (await isThere()) ? "runs" : "is-gone";
  };
}

function createContext(
  readConfig: ReadConfig,
  { redactor, changesUnderWay, ...surroundings }: Surroundings,
): ProviderContext {
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
    orderList: new SharedRead<AboutOrder[]>(() => client.listOrders({ includeInactive: false })),
  };
}
