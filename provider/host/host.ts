import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { connectEngine, type EngineConnection, listenForStop } from "../pulumi/engine-connection";
import { loadedSdk } from "../pulumi/internals";
import { providerNameInput } from "../pulumi/resource-types";
import { createClient } from "../service/client";
import { readEnvironment, variableProblems } from "../service/environment";
import { createRedactor, type Redactor } from "../service/redactor";
import { requireApiKey, resolveSettings, type Settings, SettingsError } from "../service/settings";
import { createTransport } from "../service/transport";
import { type ProviderContext, type Reporter, SharedRead, tryPort } from "./context";
import { HostMemory } from "./memory";
import { engineReporter } from "./reporter";

/** Returns the value of a stack configuration key such as `rimuhosting:apiKey`. */
type ReadConfig = (key: string) => string | undefined;

/** Everything that the resources of one host process share. A host process serves one provider instance in one run. */
export interface Host {
  readonly redactor: Redactor;
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  /** The explicit provider that this process serves; empty for the stack's own. */
  readonly providerName: string;
  /** Throws if a setting cannot be used. A missing key is no such fault: without a change nothing needs it. */
  readonly requireSettings: () => Settings;
  /** What it takes to act, created when first needed, so that wrong settings fail the resource that needs them. */
  readonly context: () => ProviderContext;
}

/** What a process gets from its surroundings. */
interface Machine extends Pick<ProviderContext, "nowMs" | "sleep" | "newId" | "tryPort"> {
  readonly engine: EngineConnection;
  readonly createTransport: typeof createTransport;
  readonly random: () => number;
  /** Starts to listen for the engine's request to stop this run. */
  readonly listenForStop: (engine: EngineConnection) => AbortSignal;
  /** Ends the process when its engine is gone. */
  readonly endWithEngine: typeof endWithEngine;
}

const thisMachine = (engineAddress: string | undefined): Machine => ({
  engine: connectEngine(engineAddress),
  createTransport,
  nowMs: Date.now,
  sleep: (durationMs) => wait(durationMs),
  random: Math.random,
  newId: () => randomBytes(6).toString("hex"),
  tryPort,
  listenForStop: ({ hasEngine }) => (hasEngine ? listenForStop(loadedSdk()) : new AbortController().signal),
  endWithEngine,
});

interface SharedParts
  extends Pick<Host, "redactor" | "reporter" | "memory">,
    Pick<ProviderContext, "askEngine" | "stop"> {
  readonly machine: Machine;
  /** Told of each call that changes something, and of its end. */
  readonly countChange: <T>(call: () => Promise<T>) => Promise<T>;
}

/** @param surroundings the engine's address or, in tests, everything that is not this process */
export function createHost(readConfig: ReadConfig, surroundings: string | undefined | Machine): Host {
  const machine = typeof surroundings === "object" ? surroundings : thisMachine(surroundings);
  const { engine } = machine;
  const redactor = createRedactor();
  const reporter = engineReporter(engine, redactor.clean);
  let changesUnderWay = 0;
  machine.endWithEngine({ engine, isBusy: () => changesUnderWay > 0 });
  const countChange: SharedParts["countChange"] = async (call) => {
    changesUnderWay++;
    return call().finally(() => changesUnderWay--);
  };
  const stop = machine.listenForStop(engine);
  // Buy only if the result will be saved, and nobody has called it off.
  const askEngine = async () => (!stop.aborted && (await engine.isThere()) ? "runs" : "stopped");
  const shared = { redactor, reporter, memory: new HostMemory(), askEngine, stop };
  const providerName = readConfig(providerNameInput) ?? "";
  let read: Settings | undefined;
  let created: ProviderContext | undefined;
  const requireSettings = () => {
    read ??= readSettings(readConfig);
    return read;
  };
  return {
    ...shared,
    providerName,
    requireSettings,
    context: () => {
      created ??= createContext(requireSettings(), { ...shared, machine, countChange });
      return created;
    },
  };
}

function readSettings(readConfig: ReadConfig): Settings {
  const env = readEnvironment();
  const problems = variableProblems(env);
  if (problems.length > 0) throw new SettingsError(problems);
  const config = (name: string) => readConfig(`rimuhosting:${name}`);
  return resolveSettings({ config, configIs: "stack config or Provider", env });
}

function createContext(
  settings: Settings,
  { redactor, machine, countChange, ...shared }: SharedParts,
): ProviderContext {
  requireApiKey(settings);
  const { nowMs, sleep, newId, tryPort, random } = machine;
  const send = machine.createTransport(settings.baseUrl, readEnvironment());
  const transport: typeof send = (request) =>
    request.method === "GET" ? send(request) : countChange(() => send(request));
  const isStillWanted = async () => (await shared.askEngine()) === "runs";
  const onWait = (notice: string) => shared.reporter.progress(undefined, notice);
  const given = { redactor, transport, isStillWanted, onWait, clock: nowMs, sleep, random };
  const client = createClient(settings, given);
  return {
    ...shared,
    client,
    settings,
    nowMs,
    sleep,
    newId,
    tryPort,
    orderList: new SharedRead(() => client.listOrders({ includeInactive: false })),
  };
}

interface EndWithEngine {
  readonly engine: Pick<EngineConnection, "hasEngine" | "presence">;
  /** Whether a call that changes something is in progress: its outcome matters more than a tidy exit. */
  readonly isBusy: () => boolean;
  /** Default: 5 s. */
  readonly everyMs?: number;
  /** Default: ends this process. */
  readonly end?: () => void;
}

/**
 * Ends a host process whose engine is gone: a CLI that is killed alone leaves its hosts behind, and nothing else would ever end them. The
 * engine must be missing twice in a row, and work in progress finishes first. Does nothing in a process that no engine runs.
 */
export function endWithEngine({ engine, isBusy, everyMs = 5000, end = () => process.exit(0) }: EndWithEngine): void {
  if (!engine.hasEngine) return;
  let timesMissing = 0;

  const look = async (): Promise<void> => {
    timesMissing = (await engine.presence()) === "gone" ? timesMissing + 1 : 0;
    if (timesMissing >= 2 && !isBusy()) end();
    else lookLater();
  };

  // This timer never keeps the process alive.
  const lookLater = (): void => void setTimeout(() => void look(), everyMs).unref();

  lookLater();
}
