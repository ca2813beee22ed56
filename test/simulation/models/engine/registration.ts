import type { Desired } from "../desired";
import { copyOf, type Entry, type Properties } from "../stack-state";
import type { Chosen, EngineContext, Program } from "./context";
import { type Declaration, declarationsOf } from "./declaration";
import type { Deletion } from "./deletion";
import type { HostCalls, Made } from "./host-calls";
import type { WorkingState } from "./working-state";

/** What the engine has decided to do for one resource. */
type Plan =
  | { readonly kind: "create"; readonly inputs: Properties; readonly replaced: Entry | undefined }
  | { readonly kind: "update" | "same"; readonly inputs: Properties; readonly old: Entry }
  /** Not among the targets: the provider is not called, and what does not exist yet is left out (read in Pulumi's source: `continueStepsFromImport`). */
  | { readonly kind: "untargeted"; readonly old: Entry | undefined };

/** What a program is told of a resource that it has registered: in a preview, as far as it is known. */
export interface Registered {
  readonly id: string | undefined;
  readonly outputs: Properties;
}

/** The engine's work for what a program declares: what it calls in which order, and what it saves when. */
export class Registration {
  /** What the program keeps or creates. */
  readonly kept = new Set<Entry>();
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

  /** A server depends on its key, which is saved before anything of the server starts (measured). */
  async registerServer(desired: Desired, program: Program): Promise<void> {
    const { key, vps } = declarationsOf(this.#context, desired, program);
    const made = await this.#settle(key());
    await this.#settle(vps(made?.outputs, false));
  }

  /** The same checks and diffs; nothing is created, deleted or saved. */
  async previewServer(desired: Desired, program: Program): Promise<void> {
    const { key, vps } = declarationsOf(this.#context, desired, program);
    const plan = await this.#generate(key());
    const outputs = plan.kind === "create" ? undefined : plan.old?.outputs;
    await this.#generate(vps(outputs, true));
  }

  async register(declaration: Declaration): Promise<Registered> {
    const entry = await this.#settle(declaration);
    return { id: entry?.id, outputs: entry?.outputs ?? declaration.inputs };
  }

  async preview(declaration: Declaration): Promise<Registered> {
    const plan = await this.#generate(declaration);
    const { old, inputs } = { old: undefined, inputs: declaration.inputs, ...plan };
    if (old !== undefined) this.kept.add(old);
    if (plan.kind === "create") {
      if (plan.replaced !== undefined) this.kept.add(plan.replaced);
      this.#tellReplacement(declaration, plan);
    }
    if (plan.kind === "update" || plan.kind === "same") this.#begin(plan.kind, declaration, plan.old, plan.inputs);
    if (plan.kind !== "untargeted") this.#end(declaration);
    // The host takes no part in a preview of a change: only the inputs are known (measured).
    return { id: old?.id, outputs: plan.kind === "same" ? plan.old.outputs : inputs };
  }

  async #settle(declaration: Declaration): Promise<Entry | undefined> {
    const entry = await this.#perform(declaration);
    if (entry !== undefined) this.kept.add(entry);
    return entry;
  }

  async #perform(declaration: Declaration): Promise<Entry | undefined> {
    const plan = await this.#generate(declaration);
    switch (plan.kind) {
      case "untargeted":
        return plan.old;
      case "create":
        return this.#create(declaration, plan.inputs, plan.replaced);
      case "update":
        return this.#update(declaration, plan.old, plan.inputs);
      case "same":
        this.#begin("same", declaration, plan.old, plan.inputs);
        plan.old.inputs = plan.inputs;
        this.#adjust(declaration, plan.old);
        await this.#state.save(`${plan.old.urn} as it is`);
        this.#end(declaration);
        return plan.old;
      default:
        return plan satisfies never;
    }
  }

  #generate(declaration: Declaration): Promise<Plan> {
    const planned = this.#generating.catch(() => undefined).then(() => this.#plan(declaration));
    this.#generating = planned;
    return planned;
  }

  async #plan(declared: Declaration): Promise<Plan> {
    const { kind, name } = declared;
    const { targets, replace } = this.#chosen;
    const old = this.#state.find(declared);
    if (targets !== undefined && !targets.has(name)) return { kind: "untargeted", old };
    const declaration = { ...declared, inputs: withIgnored(declared, old) };
    const check = (olds: Properties): Promise<Properties> => this.#calls.check(declaration, olds);
    if (old === undefined) return { kind: "create", inputs: await check({}), replaced: undefined };
    // Neither `--replace` nor a taint calls diff, or check with the old inputs (measured).
    const isAsked = replace?.names.has(name) === true && (kind !== "key" || replace.what === "both");
    if (isAsked || old.isTainted) return this.#replace(old, await check({}));
    const inputs = await check(old.inputs);
    const { changes, replaces = [] } = await this.#calls.diff(old, declaration, inputs);
    if (replaces.length > 0 || old.isPendingReplacement) return this.#replace(old, await check({}));
    return { kind: changes === true || old.initErrors.length > 0 ? "update" : "same", inputs, old };
  }

  /** The saved option counts (measured). */
  #replace(old: Entry, inputs: Properties): Plan {
    if (old.isProtected === true && !old.isPendingReplacement)
      this.#calls.fail(old.urn, `unable to replace resource "${old.urn}"\nas it is currently marked for protection.`);
    return { kind: "create", inputs, replaced: old };
  }

  async #create(declaration: Declaration, inputs: Properties, replaced: Entry | undefined): Promise<Entry> {
    const { hostOf, newSerial, run } = this.#context;
    const { kind, urn, provider, deletesBeforeReplace } = declaration;
    if (replaced !== undefined && !replaced.isPendingReplacement && deletesBeforeReplace)
      await this.#deletion.deleteForReplacement(replaced);
    this.#begin(replaced === undefined ? "create" : "create-replacement", declaration, replaced, inputs);
    const host = hostOf(provider);
    const create = async (): Promise<Made> => {
      const { id, outs } = (await host[kind]?.create(copyOf(inputs))) ?? { id: "", outs: {} };
      return { id, outputs: copyOf({ ...outs, __provider: inputs["__provider"] }), initErrors: [] };
    };
    // The second try has the same inputs, and nothing of what the first one returned (measured).
    const settled = declaration.isRetried ? "retried" : "settled";
    const made = await this.#calls[settled](host, urn, `create ${urn}`, create);
    await run.cliMoment("between creation and saving");
    const entry: Entry = {
      serial: newSerial(),
      kind,
      urn,
      ...made,
      inputs,
      provider,
      isToBeDeleted: false,
      isPendingReplacement: false,
      isTainted: false,
      isRetained: false,
    };
    this.#adjust(declaration, entry);
    if (replaced?.isPendingReplacement === true) this.#state.forget(replaced);
    else if (replaced !== undefined) replaced.isToBeDeleted = true;
    this.#state.entries.push(entry);
    await this.#state.save(`${urn} created`);
    this.#calls.failIfInitFailed(urn, made);
    this.#end(declaration);
    // The engine calls it replaced once the new one is there; the old one may still have to be deleted.
    if (replaced !== undefined && !deletesBeforeReplace) {
      this.#begin("replace", declaration, replaced, inputs);
      this.#end(declaration);
    }
    return entry;
  }

  async #update(declaration: Declaration, old: Entry, inputs: Properties): Promise<Entry> {
    const host = this.#context.hostOf(declaration.provider);
    this.#begin("update", declaration, old, inputs);
    this.#calls.requireProvider(old);
    const made: Made = await this.#calls.settled(host, declaration.urn, `update ${old.urn}`, async () => {
      const result = await host[old.kind]?.update?.(old.id, old.outputs, copyOf(inputs));
      return { id: old.id, outputs: copyOf({ ...result?.outs, __provider: inputs["__provider"] }), initErrors: [] };
    });
    // An update cannot change the id (measured). After a partial failure the engine keeps the previous inputs.
    Object.assign(old, { outputs: made.outputs, initErrors: made.initErrors });
    if (made.initErrors.length === 0) old.inputs = inputs;
    this.#adjust(declaration, old);
    await this.#state.save(`${old.urn} updated`);
    this.#calls.failIfInitFailed(declaration.urn, made);
    this.#end(declaration);
    return old;
  }

  /** The options that the state holds are the program's. */
  #adjust({ urn, provider, isRetained, isProtected }: Declaration, entry: Entry): void {
    Object.assign(entry, { urn, provider, isRetained });
    if (isProtected !== undefined) entry.isProtected = isProtected;
  }

  #begin(
    op: "same" | "create" | "update" | "create-replacement" | "replace",
    { urn, provider, isProtected = false }: Declaration,
    old: Entry | undefined,
    inputs: Properties,
  ): void {
    const shown = { urn, new: { inputs, provider, isProtected }, ...(old && { old: { ...old } }) };
    this.#context.onEvent?.({ kind: "begins", op, ...shown });
  }

  #end({ urn }: Declaration): void {
    this.#context.onEvent?.({ kind: "ends", urn });
  }

  /** What a preview shows of a creation. */
  #tellReplacement(declaration: Declaration, { inputs, replaced }: Extract<Plan, { kind: "create" }>): void {
    this.#begin(replaced === undefined ? "create" : "create-replacement", declaration, replaced, inputs);
    // What takes the place of another before that one goes is shown as the deletion that comes last.
    if (replaced === undefined || replaced.isPendingReplacement || declaration.deletesBeforeReplace) return;
    this.#context.onEvent?.({ kind: "begins", urn: declaration.urn, op: "delete-replaced", old: replaced });
  }
}

/** `ignoreChanges`: the engine puts the saved inputs in the place of the program's. */
function withIgnored({ inputs, ignoreChanges = [] }: Declaration, old: Entry | undefined): Properties {
  if (old === undefined || ignoreChanges.length === 0) return inputs;
  const kept: Properties = { ...inputs };
  for (const name of ignoreChanges) {
    if (name in old.inputs) kept[name] = old.inputs[name];
    else delete kept[name];
  }
  return kept;
}
