import { type Desired, type Kind, urnOf } from "../desired";
import { copyOf, type Entry, type Properties } from "../stack-state";
import type { Chosen, EngineContext } from "./context";
import type { Deletion } from "./deletion";
import type { HostCalls, Made } from "./host-calls";
import type { WorkingState } from "./working-state";

/** What the engine has decided to do for one resource. */
type Plan =
  | { readonly kind: "create"; readonly inputs: Properties; readonly replaced: Entry | undefined }
  | { readonly kind: "update" | "same"; readonly inputs: Properties; readonly old: Entry }
  /** Not among the targets: the provider is not called, and what does not exist yet is left out (read in Pulumi's source: `continueStepsFromImport`). */
  | { readonly kind: "untargeted"; readonly old: Entry | undefined };

/** The engine's work for what a program declares: what it calls in which order, and what it saves when. */
export class Registration {
  readonly #context: EngineContext;
  readonly #calls: HostCalls;
  readonly #state: WorkingState;
  readonly #deletion: Deletion;
  readonly #chosen: Chosen;
  /** Steps are generated one at a time: no check or diff starts before the previous one has ended (read in Pulumi's source). */
  #generating: Promise<unknown> = Promise.resolve();

  constructor(parts: {
    readonly context: EngineContext;
    readonly calls: HostCalls;
    readonly state: WorkingState;
    readonly deletion: Deletion;
    readonly chosen: Chosen;
  }) {
    this.#context = parts.context;
    this.#calls = parts.calls;
    this.#state = parts.state;
    this.#deletion = parts.deletion;
    this.#chosen = parts.chosen;
  }

  /** A server depends on its key, which is saved before anything of the server starts (measured). Returns the entries that stay. */
  async register(desired: Desired): Promise<Entry[]> {
    const { keyInputs, vpsInputs } = this.#context.variant.program;
    const { stack } = this.#context;
    const key = await this.#settle("key", desired, keyInputs(stack, desired));
    const server = await this.#settle("vps", desired, vpsInputs(stack, desired, key?.outputs, false));
    return [key, server].filter((entry) => entry !== undefined);
  }

  /** The same checks and diffs; nothing is created, deleted or saved. */
  async preview(desired: Desired): Promise<void> {
    const { keyInputs, vpsInputs } = this.#context.variant.program;
    const { stack } = this.#context;
    const key = await this.#generate("key", desired, keyInputs(stack, desired));
    const outputs = key.kind === "create" ? undefined : key.old?.outputs;
    await this.#generate("vps", desired, vpsInputs(stack, desired, outputs, true));
  }

  async #settle(kind: Kind, desired: Desired, news: Properties): Promise<Entry | undefined> {
    const plan = await this.#generate(kind, desired, news);
    switch (plan.kind) {
      case "untargeted":
        return plan.old;
      case "create":
        return this.#create(kind, desired, plan.inputs, plan.replaced);
      case "update":
        return this.#update(desired, plan.old, plan.inputs);
      case "same":
        plan.old.inputs = plan.inputs;
        this.#adjust(desired, plan.old);
        await this.#state.save(`${plan.old.urn} as it is`);
        return plan.old;
      default:
        return plan satisfies never;
    }
  }

  #generate(kind: Kind, desired: Desired, news: Properties): Promise<Plan> {
    const planned = this.#generating.catch(() => undefined).then(() => this.#plan(kind, desired, news));
    this.#generating = planned;
    return planned;
  }

  async #plan(kind: Kind, desired: Desired, news: Properties): Promise<Plan> {
    const { targets, replace } = this.#chosen;
    const old = this.#state.find(this.#context.stack, kind, desired);
    if (targets !== undefined && !targets.has(desired.name)) return { kind: "untargeted", old };
    const check = (olds: Properties): Promise<Properties> => this.#calls.check(kind, desired, olds, news);
    if (old === undefined) return { kind: "create", inputs: await check({}), replaced: undefined };
    // Neither `--replace` nor a taint calls diff, or check with the old inputs (measured).
    const isAsked = replace?.names.has(desired.name) === true && (kind === "vps" || replace.what === "both");
    if (isAsked || old.isTainted) return { kind: "create", inputs: await check({}), replaced: old };
    const inputs = await check(old.inputs);
    const { changes, replaces = [] } = await this.#calls.diff(old, desired, inputs);
    if (replaces.length > 0 || old.isPendingReplacement)
      return { kind: "create", inputs: await check({}), replaced: old };
    return { kind: changes === true || old.initErrors.length > 0 ? "update" : "same", inputs, old };
  }

  async #create(kind: Kind, desired: Desired, inputs: Properties, replaced: Entry | undefined): Promise<Entry> {
    const { stack, hostOf, newSerial, run, variant } = this.#context;
    const urn = urnOf(stack, kind, desired);
    const isDeletedFirst = kind === "vps" && variant.deletesBeforeReplace(desired);
    if (replaced !== undefined && !replaced.isPendingReplacement && isDeletedFirst) {
      await this.#deletion.deleteForReplacement(replaced);
    }
    const host = hostOf(desired.provider);
    const create = async (): Promise<Made> => {
      const { id, outs } = await host[kind].create(copyOf(inputs));
      return { id, outputs: copyOf({ ...outs, __provider: inputs["__provider"] }), initErrors: [] };
    };
    // The second try has the same inputs, and nothing of what the first one returned (measured).
    const isRetried = kind === "vps" && desired.retriesByHook === true;
    const made = await (isRetried
      ? this.#calls.retried(host, `create ${urn}`, create)
      : this.#calls.settled(host, `create ${urn}`, create));
    await run.cliMoment("between creation and saving");
    const entry: Entry = {
      serial: newSerial(),
      kind,
      urn,
      ...made,
      inputs,
      provider: desired.provider,
      isToBeDeleted: false,
      isPendingReplacement: false,
      isTainted: false,
      isRetained: false,
    };
    this.#adjust(desired, entry);
    if (replaced?.isPendingReplacement === true) this.#state.forget(replaced);
    else if (replaced !== undefined) replaced.isToBeDeleted = true;
    this.#state.entries.push(entry);
    await this.#state.save(`${urn} created`);
    this.#calls.failIfInitFailed(made);
    return entry;
  }

  async #update(desired: Desired, old: Entry, inputs: Properties): Promise<Entry> {
    const host = this.#context.hostOf(desired.provider);
    this.#calls.requireProvider(old);
    const made: Made = await this.#calls.settled(host, `update ${old.urn}`, async () => {
      const result = await host[old.kind].update?.(old.id, old.outputs, copyOf(inputs));
      return { id: old.id, outputs: copyOf({ ...result?.outs, __provider: inputs["__provider"] }), initErrors: [] };
    });
    // An update cannot change the id (measured). After a partial failure the engine keeps the previous inputs.
    Object.assign(old, { outputs: made.outputs, initErrors: made.initErrors });
    if (made.initErrors.length === 0) old.inputs = inputs;
    this.#adjust(desired, old);
    await this.#state.save(`${old.urn} updated`);
    this.#calls.failIfInitFailed(made);
    return old;
  }

  /** The options that the state holds are the program's. */
  #adjust(desired: Desired, entry: Entry): void {
    entry.urn = urnOf(this.#context.stack, entry.kind, desired);
    entry.provider = desired.provider;
    entry.isRetained = desired.retainOnDelete === true;
  }
}
