import { nameIn, types, urnIn } from "../../simulation/models/desired";
import { type Chosen, type EngineContext, type Host, StepFailure } from "../../simulation/models/engine/context";
import { EngineModel } from "../../simulation/models/engine/engine-model";
import type { Variant } from "../../simulation/models/provider-under-test";
import { Run } from "../../simulation/models/run";
import {
  copyOf,
  type Entry,
  type Properties,
  type ProviderName,
  snapshotOf,
} from "../../simulation/models/stack-state";
import { VirtualClock } from "../../simulation/models/virtual-clock";
import { accountKeys, type Command, type Seen, type Stage, type StateResource, startMs } from "../runner/stage";
import { connect, type ModelAccount, openAccount } from "./accounts";
import { Display } from "./display";
import { hostProcess } from "./host";
import { runProgram } from "./sdk-program";

/** The engine as the simulation models it, the real SDK and the real host, on a virtual clock and in this process. */
export class ModelStage implements Stage {
  readonly account: ModelAccount;
  readonly second: ModelAccount;
  readonly ports: Stage["ports"] = new Map();
  readonly #clock = new VirtualClock(startMs);
  readonly #project = "shop";
  #stack = "dev";
  #state: readonly Entry[] = [];
  #program = "";
  #config: Record<string, string> = {};
  readonly #secretKeys = new Set<string>();
  #ids = 0;

  constructor() {
    const [one, other] = ["http://127.0.0.1:1001", "http://127.0.0.1:1002"];
    this.account = openAccount(this.#clock, one, { apiKeys: [accountKeys.account], randomSeed: 1 });
    this.second = openAccount(this.#clock, other, { apiKeys: [accountKeys.second], randomSeed: 2 });
  }

  advance(durationMs: number): Promise<void> {
    return this.#clock.pass(durationMs);
  }

  at(afterMs: number, happens: () => void): void {
    void this.#clock.sleep(afterMs).then(happens);
  }

  write(program: string): void {
    this.#program = program;
  }

  async configure(key: string, value: string | undefined, isSecret: boolean): Promise<void> {
    const { [key]: _, ...others } = this.#config;
    this.#config = value === undefined ? others : { ...others, [key]: value };
    if (isSecret) this.#secretKeys.add(key);
    else this.#secretKeys.delete(key);
  }

  async editState(edit: "delete" | "taint" | "unprotect", urn: string): Promise<void> {
    this.#state = this.#state.flatMap((entry) => {
      if (entry.urn !== urn) return [entry];
      if (edit === "delete") return [];
      return [edit === "taint" ? { ...entry, isTainted: true } : { ...entry, isProtected: false }];
    });
  }

  async rename(stack: string): Promise<void> {
    this.#stack = stack;
    const place = { project: this.#project, name: stack };
    this.#state = this.#state.map((entry) => ({ ...entry, urn: urnIn(place, entry.urn) }));
  }

  state(): readonly StateResource[] {
    return this.#state.map(({ kind, urn, id, outputs }) => ({
      type: types[kind],
      name: nameIn(urn),
      urn,
      id,
      outputs,
    }));
  }

  async run(command: Command): Promise<Seen> {
    const environment = {
      RIMUHOSTING_BASEURL: this.account.url,
      RIMUHOSTING_APIKEY: accountKeys.account,
      ...command.env,
    };
    const before = { ...process.env };
    Object.assign(process.env, environment);
    // The SDK notes where each of its promises is made, which takes longer than everything else together.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    try {
      return await this.#clock.runUntil(this.#perform(command));
    } finally {
      Error.stackTraceLimit = stackTraceLimit;
      for (const name of Object.keys(environment)) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  }

  async #perform(command: Command): Promise<Seen> {
    const { name, args, killedDuring } = command;
    const isMoment = (what: string): boolean => what === `${killedDuring}: the service works`;
    const plan = killedDuring === undefined ? undefined : ({ casualty: "both", isMoment } as const);
    const run = new Run(
      plan,
      () => this.#clock.nowMs,
      () => undefined,
    );
    const display = new Display(
      name === "preview",
      this.#urn("pulumi:pulumi:Stack", `${this.#project}-${this.#stack}`),
    );
    const work = this.#work(command, new EngineModel(this.#context(run, display)), display, chosenBy(args)).then(
      () => "done" as const,
      (error: unknown) => {
        if (error instanceof StepFailure) return "failed" as const;
        throw error;
      },
    );
    const end = await Promise.race([work, run.cli.died.then(() => "killed" as const)]);
    run.end();
    if (end === "killed") await this.#serviceFinishes();
    // Nobody reads what a killed run would have come to.
    return (end === "killed" ? new Display(false, "") : display).seen(end);
  }

  async #serviceFinishes(): Promise<void> {
    const isUnderWay = () => this.account.journal.entries.some(({ outcome }) => outcome === "pending");
    while (isUnderWay()) await this.#clock.sleep(1000);
  }

  async #work({ name, args }: Command, engine: EngineModel, display: Display, chosen: Chosen): Promise<void> {
    if (name === "refresh") return engine.refresh();
    if (name === "destroy") return engine.destroy(chosen);
    // What the engine reads back is what was there before its refresh (measured).
    const saved = this.state().map(({ urn, type, outputs }) => [urn, { type, outputs: copyOf(outputs) }] as const);
    if (args.includes("--refresh")) await engine.refresh();
    await engine[name](
      (register) =>
        runProgram(this.#program, {
          project: this.#project,
          stack: this.#stack,
          isPreview: name === "preview",
          config: this.#config,
          secretKeys: [...this.#secretKeys],
          register,
          log: (urn, severity, text) => display.say(urn, severity, text),
          savedOutputs: () => Object.fromEntries(saved),
        }),
      chosen,
    );
  }

  #context(run: Run, display: Display): EngineContext {
    const hosts = new Map<ProviderName, Host>();
    const explicit = new Map<string, Properties>();
    const hostOf = (provider: ProviderName): Host => {
      const known = hosts.get(provider);
      if (known !== undefined) return known;
      const config = provider === "default" ? this.#config : (explicit.get(provider) ?? this.#inputsOf(provider));
      const host = this.#startHost(run, display, config);
      hosts.set(provider, host);
      return host;
    };
    return {
      run,
      stack: { project: this.#project, name: this.#stack },
      state: snapshotOf(this.#state),
      variant: noVariant,
      save: (state) => {
        this.#state = state;
      },
      hostOf,
      newSerial: () => ++this.#ids,
      onDelete: () => undefined,
      onEnded: () => undefined,
      onEvent: (event) => {
        if (event.kind === "begins" && event.new && event.urn.includes(types.provider))
          explicit.set(nameIn(event.urn), copyOf(event.new.inputs));
        display.onEvent(event);
      },
      trace: () => undefined,
    };
  }

  #inputsOf(provider: string): Properties {
    const entry = this.#state.find(({ kind, urn }) => kind === "provider" && nameIn(urn) === provider);
    return entry?.inputs ?? {};
  }

  #startHost(run: Run, display: Display, config: Properties): Host {
    const clock = this.#clock;
    const life = run.startHost();
    const moment = (what: string): Promise<void> => run.hostMoment(life, what);
    const sleep = async (durationMs: number): Promise<void> => {
      await clock.sleep(durationMs);
      await moment("awakes");
    };
    const plugins = hostProcess({
      config,
      display,
      send: connect({ accounts: [this.account, this.second], clock, moment }),
      nowMs: () => clock.nowMs,
      sleep,
      nextId: () => ++this.#ids,
      portState: (port) => this.ports.get(port) ?? "open",
      isEngineThere: async () => run.isCliAlive,
    });
    return { ...plugins, life };
  }

  #urn(type: string, name: string): string {
    return `urn:pulumi:${this.#stack}::${this.#project}::${type}::${name}`;
  }
}

/** Programs run with the real SDK. */
const noVariant: Variant = {
  program: { keyInputs: () => ({}), vpsInputs: () => ({}) },
  deletesBeforeReplace: () => true,
  host: () => {
    throw new Error("not used");
  },
};

/** `--target '**::web'` and `--replace '**::web'`; `**Vps::web` is the server without its key. */
function chosenBy(args: readonly string[]): Chosen {
  const namesAfter = (option: string): string[] =>
    args.flatMap((arg, index) => (args[index - 1] === option ? [nameIn(arg)] : []));
  const [targets, replaced] = [namesAfter("--target"), namesAfter("--replace")];
  return {
    targets: targets.length === 0 ? undefined : new Set(targets),
    replace:
      replaced.length === 0
        ? undefined
        : { names: new Set(replaced), what: args.some((arg) => /Vps::\w+$/.test(arg)) ? "server" : "both" },
  };
}
