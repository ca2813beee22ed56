import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "../api/client";
import { readEnvironment } from "../api/environment";
import { createRedactor, type Redactor } from "../api/redactor";
import { requireApiKey, resolveSettings, type Settings } from "../api/settings";
import { createTransport } from "../api/transport";
import type { UsedAccount } from "../apply/cancel/cancel";
import type { ProviderContext, Reporter } from "../apply/context";
import { HostMemory } from "../apply/host-memory";
import { tryPort } from "../apply/server/wait-for-port";
import { Limiter, SharedRead } from "../apply/sharing";
import { connectEngine, type EngineConnection } from "../engine/engine-connection";
import { stopRequest } from "../engine/stop-request";
import { accountName } from "../plan/purchase/purchase-messages";
import type { RememberedAccount } from "../schema/ledger";
import { engineReporter } from "./reporter";
import { endWithEngine } from "./run-end";

/** Returns the value of a stack configuration key such as `rimuhosting:apiKey`. */
export type ReadConfig = (key: string) => string | undefined;

/** Everything that the resources of one host process share. A host process serves one provider instance in one run. */
export interface Host {
  readonly redactor: Redactor;
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  readonly settings: () => Settings;
  /** What `apply` needs to act, created when first needed, so that wrong settings fail the resource that needs them. */
  readonly context: () => ProviderContext;
  /** The account of this provider instance, and the accounts that a ledger remembers. */
  readonly accounts: (remembered: readonly RememberedAccount[]) => readonly UsedAccount[];
}

interface SharedParts extends Pick<Host, "redactor" | "reporter" | "memory">, Pick<ProviderContext, "askEngine"> {
  /** Counts the calls under way that change something. */
  readonly changesUnderWay: Limiter;
}

export function createHost(readConfig: ReadConfig, engineAddress: string | undefined): Host {
  const redactor = createRedactor();
  const engine = connectEngine(engineAddress);
  const reporter = engineReporter(engine, redactor.clean);
  const changesUnderWay = new Limiter(Number.POSITIVE_INFINITY);
  endWithEngine({ engine, isBusy: () => changesUnderWay.running > 0 });
  const shared = {
    redactor,
    reporter,
    memory: new HostMemory(),
    askEngine: askEngine(engine),
    changesUnderWay,
  };
  let created: ProviderContext | undefined;
  const context = (): ProviderContext => {
    created ??= createContext(readConfig, shared);
    return created;
  };
  return {
    ...shared,
    settings: () => settingsFrom(readConfig),
    context,
    accounts: (remembered) => [
      { name: accountName(undefined), context },
      ...remembered.map(({ name, config, isFormer }) => ({
        name: accountName(name, isFormer),
        context: () => createContext((key) => config[key], shared),
      })),
    ],
  };
}

const settingsFrom = (readConfig: ReadConfig): Settings =>
  resolveSettings({
    config: (name) => readConfig(`rimuhosting:${name}`),
    env: readEnvironment(),
  });

/** Buy only if the result will be saved: the engine is running, and nobody has asked it to stop. */
function askEngine({ isThere }: EngineConnection): ProviderContext["askEngine"] {
  const stop = stopRequest();
  const presence = new SharedRead(isThere);
  return async () => {
    if (stop.aborted) return "stops";
    return (await presence.ask()) ? "runs" : "is-gone";
  };
}

/** Purchases that run at the same time reach the same point within moments, and then one list serves them all. */
const batchMs = 50;

function createContext(readConfig: ReadConfig, { redactor, changesUnderWay, ...shared }: SharedParts): ProviderContext {
  const settings = settingsFrom(readConfig);
  requireApiKey(settings);
  const send = createTransport(settings.baseUrl, readEnvironment());
  const transport: typeof send = (request) =>
    request.method === "GET" ? send(request) : changesUnderWay.run(() => send(request));
  const isStillWanted = async () => (await shared.askEngine()) === "runs";
  const onWait = (notice: string) => shared.reporter.progress(undefined, notice);
  const client = createClient(settings, { redactor, transport, isStillWanted, onWait });
  const purchases = new Limiter(settings.maxConcurrentPurchases);
  const waitForOthers = async () => (purchases.running > 1 ? wait(batchMs) : undefined);
  return {
    ...shared,
    client,
    settings,
    nowMs: Date.now,
    sleep: (durationMs) => wait(durationMs),
    newId: () => randomBytes(6).toString("hex"),
    tryPort,
    purchases,
    changeGroups: new Map(),
    orderList: new SharedRead(() => client.listOrders({ includeInactive: false }), waitForOthers),
  };
}
