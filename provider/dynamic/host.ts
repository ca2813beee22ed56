import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "../api/client";
import { readEnvironment } from "../api/environment";
import { createRedactor, type Redactor } from "../api/redactor";
import { requireApiKey, resolveSettings } from "../api/settings";
import { createTransport } from "../api/transport";
import { tryPort } from "../apply/server/wait-for-port";
import { connectEngine, type EngineConnection } from "../engine/engine-connection";
import type { ProviderContext, Reporter } from "../host/context";
import { HostMemory } from "../host/memory";
import { SharedRead } from "../host/sharing";
import { type IdempotencyKeyValues, newIdempotencyKey } from "../purchase/idempotency-key";
import { engineReporter } from "./reporter";
import { endWithEngine } from "./run-end";

/** Returns the value of a stack configuration key such as `rimuhosting:apiKey`. */
export type ReadConfig = (key: string) => string | undefined;

/** Everything that the resources of one host process share. A host process serves one provider instance in one run. */
export interface Host {
  readonly redactor: Redactor;
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  readonly newIdempotencyKey: () => IdempotencyKeyValues;
  /** What it takes to act, created when first needed, so that wrong settings fail the resource that needs them. */
  readonly context: () => ProviderContext;
}

interface SharedParts extends Pick<Host, "redactor" | "reporter" | "memory">, Pick<ProviderContext, "askEngine"> {
  /** Told of each call that changes something, and of its end. */
  readonly countChange: <T>(call: () => Promise<T>) => Promise<T>;
}

export function createHost(readConfig: ReadConfig, engineAddress: string | undefined): Host {
  const redactor = createRedactor();
  const engine = connectEngine(engineAddress);
  const reporter = engineReporter(engine, redactor.clean);
  let changesUnderWay = 0;
  endWithEngine({ engine, isBusy: () => changesUnderWay > 0 });
  const countChange: SharedParts["countChange"] = async (call) => {
    changesUnderWay++;
    return call().finally(() => changesUnderWay--);
  };
  const shared = { redactor, reporter, memory: new HostMemory(), askEngine: askEngine(engine), countChange };
  let created: ProviderContext | undefined;
  return {
    ...shared,
    newIdempotencyKey: () => newIdempotencyKey(Date.now()),
    context: () => {
      created ??= createContext(readConfig, shared);
      return created;
    },
  };
}

/** Buy only if the result will be saved. */
function askEngine({ isThere }: EngineConnection): ProviderContext["askEngine"] {
  const presence = new SharedRead(isThere);
  return async () => ((await presence.ask()) ? "runs" : "is-gone");
}

function createContext(readConfig: ReadConfig, { redactor, countChange, ...shared }: SharedParts): ProviderContext {
  const env = readEnvironment();
  const settings = resolveSettings({ config: (name) => readConfig(`rimuhosting:${name}`), env });
  requireApiKey(settings);
  const send = createTransport(settings.baseUrl, env);
  const transport: typeof send = (request) =>
    request.method === "GET" ? send(request) : countChange(() => send(request));
  const isStillWanted = async () => (await shared.askEngine()) === "runs";
  const onWait = (notice: string) => shared.reporter.progress(undefined, notice);
  const client = createClient(settings, { redactor, transport, isStillWanted, onWait });
  return {
    ...shared,
    client,
    settings,
    nowMs: Date.now,
    sleep: (durationMs) => wait(durationMs),
    newId: () => randomBytes(6).toString("hex"),
    tryPort,
    orderList: new SharedRead(() => client.listOrders({ includeInactive: false })),
  };
}
