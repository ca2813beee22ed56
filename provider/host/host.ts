import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { connectEngine, type EngineConnection } from "../engine/engine-connection";
import { loadedSdk } from "../engine/probes";
import { listenForStop } from "../engine/stop-request";
import { createClient } from "../service/client";
import { readEnvironment, variableProblems } from "../service/environment";
import { createRedactor, type Redactor } from "../service/redactor";
import { requireApiKey, resolveSettings, type Settings, SettingsError, unusedVariables } from "../service/settings";
import { createTransport } from "../service/transport";
import type { ProviderContext, Reporter } from "./context";
import { HostMemory } from "./memory";
import { engineReporter } from "./reporter";
import { endWithEngine } from "./run-end";
import { SharedRead } from "./sharing";
import { tryPort } from "./waiting";

/** Returns the value of a stack configuration key such as `rimuhosting:apiKey`. */
export type ReadConfig = (key: string) => string | undefined;

/** Everything that the resources of one host process share. A host process serves one provider instance in one run. */
export interface Host {
  readonly redactor: Redactor;
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  /** Throws if a setting cannot be used. A missing key is no such fault: without a change nothing needs it. */
  readonly requireSettings: () => Settings;
  /** Says once which variables a refresh or a destroy does not use, although whoever set them for it may think so. */
  readonly sayWhatIsUnused: (urn: string | undefined) => void;
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
  const askEngine = engineAsker(engine, engine.hasEngine ? listenForStop(loadedSdk()) : () => false);
  const shared = { redactor, reporter, memory: new HostMemory(), askEngine, countChange };
  let read: Settings | undefined;
  let created: ProviderContext | undefined;
  const requireSettings = () => {
    read ??= readSettings(readConfig);
    return read;
  };
  let hasSaid = false;
  return {
    ...shared,
    requireSettings,
    sayWhatIsUnused: (urn) => {
      // With the program, the settings are not the saved ones.
      if (hasSaid || shared.memory.checked.size > 0) return;
      hasSaid = true;
      const unused = unusedVariables({ config: (name) => readConfig(`rimuhosting:${name}`), env: readEnvironment() });
      if (unused.length > 0) reporter.summary(urn, unusedMessage(unused));
    },
    context: () => {
      created ??= createContext(requireSettings(), shared);
      return created;
    },
  };
}

const unusedMessage = (variables: readonly string[]): string =>
  `${variables.join(" and ")} ${variables.length === 1 ? "is" : "are"} not used: refresh and destroy take what the last "pulumi up" saved.`;

function readSettings(readConfig: ReadConfig): Settings {
  const env = readEnvironment();
  const problems = variableProblems(env);
  if (problems.length > 0) throw new SettingsError(problems);
  return resolveSettings({ config: (name) => readConfig(`rimuhosting:${name}`), env });
}

/** Buy only if the result will be saved, and nobody has called it off. */
function engineAsker({ isThere }: EngineConnection, isToStop: () => boolean): ProviderContext["askEngine"] {
  const presence = new SharedRead(isThere);
  return async () => (!isToStop() && (await presence.ask()) ? "runs" : "is-gone");
}

function createContext(settings: Settings, { redactor, countChange, ...shared }: SharedParts): ProviderContext {
  requireApiKey(settings);
  const send = createTransport(settings.baseUrl, readEnvironment());
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
