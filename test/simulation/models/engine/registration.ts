import { type Declared, urnOf } from "../declared";
import { copyOf, type Entry, orderOf, type Properties } from "../stack-state";
import type { EngineContext, ProgramOfRun, UpOptions } from "./context";
import type { Deletion } from "./deletion";
import type { HostCalls } from "./host-calls";
import type { WorkingState } from "./working-state";

/** What the engine has decided to do for one declared resource. */
type Plan =
  | { readonly kind: "create"; readonly inputs: Properties; readonly replaced: Entry | undefined }
  | { readonly kind: "update" | "same"; readonly inputs: Properties; readonly old: Entry }
  /** Not among the targets: the provider is not called, and what does not exist yet is left out (read in Pulumi's source: `continueStepsFromImport`). */
  | { readonly kind: "untargeted"; readonly old: Entry | undefined };

/** The engine's work for the resources that a program declares: what it calls in which order, and what it saves when. */
export class Registration {
  readonly #context: EngineContext;
  readonly #calls: HostCalls;
  readonly #state: WorkingState;
  readonly #deletion: Deletion;
  readonly #program: ProgramOfRun;
  /** Steps are generated one at a time: no check or diff starts before the previous one has ended (read in Pulumi's source). */
  #generating: Promise<unknown> = Promise.resolve();
  #isLedgerSkipped = false;

  constructor(parts: {
    readonly context: EngineContext;
    readonly calls: HostCalls;
    readonly state: WorkingState;
    readonly deletion: Deletion;
    readonly program: ProgramOfRun;
  }) {
    this.#context = parts.context;
    this.#calls = parts.calls;
    this.#state = parts.state;
    this.#deletion = parts.deletion;
    this.#program = parts.program;
  }

  async registerLedger({ targets }: UpOptions, isPreview: boolean): Promise<void> {
    const { random, hostOf } = this.#context;
    const saved = this.#state.ledger;
    if (targets !== undefined) {
      this.#isLedgerSkipped = saved === undefined;
      return;
    }
    const host = hostOf("default");
    const news = this.#program.run.ledgerInputs();
    const checked = await this.#calls.call(host, () => host.ledger.check?.(saved?.inputs ?? {}, news), "check ledger");
    const inputs = copyOf({ ...checked?.inputs });
    if (isPreview) return;
    if (saved === undefined) {
      const made = await this.#calls.call(host, () => host.ledger.create(inputs), "create ledger");
      // Replaces the provider's random seed by one that is the same for the same history.
      const id = `ledger-${random.hex(8)}`;
      this.#state.ledger = { id, outputs: copyOf({ ...made.outs, ledgerId: id, secret: random.hex(16) }), inputs };
    } else {
      const { id, outputs } = saved;
      const diff = await this.#calls.call(host, () => host.ledger.diff?.(id, outputs, inputs), "diff ledger");
      const update = () => host.ledger.update?.(id, outputs, inputs);
      const changed = diff?.changes === true ? await this.#calls.call(host, update, "update ledger") : undefined;
      this.#state.ledger = { id, outputs: copyOf(changed?.outs) ?? outputs, inputs };
    }
    await this.#state.save("ledger");
  }

  /** Creates, updates or keeps one declared resource. Returns the entries not to be deleted at the end. */
  async register(declared: Declared, options: UpOptions): Promise<Entry[]> {
    const plan = await this.#generate(declared, options);
    switch (plan.kind) {
      case "untargeted":
        return plan.old === undefined ? [] : [plan.old];
      case "create":
        return [await this.#create(declared, plan.inputs, plan.replaced)];
      case "update":
        return [await this.#update(declared, plan.old, plan.inputs)];
      case "same":
        plan.old.inputs = plan.inputs;
        this.#settle(declared, plan.old);
        await this.#state.save(`${declared.name} as it is`);
        return [plan.old];
      default:
        return plan satisfies never;
    }
  }

  /** Previews one declared resource with the same checks and diffs. Returns whether its outputs are known. */
  async preview(declared: Declared, options: UpOptions): Promise<boolean> {
    const plan = await this.#generate(declared, options);
    return plan.kind !== "create" && (plan.kind !== "untargeted" || plan.old !== undefined);
  }

  #generate(declared: Declared, options: UpOptions): Promise<Plan> {
    const before = this.#generating;
    const planned = (async () => {
      await before.catch(() => undefined);
      return this.#plan(declared, options);
    })();
    this.#generating = planned;
    return planned;
  }

  async #plan(declared: Declared, { replace, targets }: UpOptions): Promise<Plan> {
    const { stack, hostOf } = this.#context;
    const old = this.#state.find(stack, declared);
    if (targets !== undefined && !targets.has(declared.name)) return { kind: "untargeted", old };
    if (this.#isLedgerSkipped) this.#calls.fail("untargeted create: the ledger was not specified in --target");
    const host = hostOf(declared.provider);
    const news = this.#program.run.vpsInputs(declared, this.#state.ledger);
    const check = (olds: Properties): Promise<Properties> => this.#calls.check(host, olds, news, declared.name);
    if (old === undefined) return { kind: "create", inputs: await check({}), replaced: undefined };
    // Neither `--replace` nor a taint calls diff, or check with the old inputs.
    if (replace.has(declared.name) || old.isTainted) return { kind: "create", inputs: await check({}), replaced: old };
    const inputs = await check(old.inputs);
    const diff = await this.#calls.call(
      host,
      () => host.vps.diff?.(old.id, old.outputs, inputs),
      `diff ${declared.name}`,
    );
    if ((diff?.replaces?.length ?? 0) > 0 || old.isPendingReplacement)
      return { kind: "create", inputs: await check({}), replaced: old };
    return { kind: diff?.changes === true || old.initErrors.length > 0 ? "update" : "same", inputs, old };
  }

  async #create(declared: Declared, inputs: Properties, replaced: Entry | undefined): Promise<Entry> {
    const { stack, hostOf, newSerial, onEnded, run } = this.#context;
    const urn = urnOf(stack, declared);
    if (replaced !== undefined && !replaced.isPendingReplacement && declared.deleteBeforeReplace) {
      const ending = await this.#deletion.callDelete(replaced);
      replaced.isPendingReplacement = true;
      await this.#state.save(`${declared.name} deleted`);
      onEnded(replaced, ending);
    }
    const host = hostOf(declared.provider);
    const made = await this.#calls.settled(
      host,
      async () => {
        const { id, outs } = await host.vps.create(inputs);
        return { id, outputs: copyOf({ ...outs, __provider: inputs["__provider"] }), initErrors: [] };
      },
      `create ${urn}`,
    );
    await run.cliMoment("between creation and saving");
    const entry: Entry = {
      serial: newSerial(),
      urn,
      ...made,
      inputs,
      provider: declared.provider,
      isToBeDeleted: false,
      isPendingReplacement: false,
      isTainted: false,
      isRetained: false,
      deletedWith: undefined,
    };
    this.#settle(declared, entry);
    if (replaced?.isPendingReplacement === true) this.#state.forget(replaced);
    else if (replaced !== undefined) replaced.isToBeDeleted = true;
    this.#state.entries.push(entry);
    await this.#state.save(`${urn} created`);
    this.#context.onHeld(entry);
    this.#calls.failIfInitFailed(made);
    return entry;
  }

  async #update(declared: Declared, old: Entry, inputs: Properties): Promise<Entry> {
    const host = this.#context.hostOf(declared.provider);
    this.#calls.requireProvider(old);
    const before = orderOf(old);
    const made = await this.#calls.settled(
      host,
      async () => {
        const result = await host.vps.update?.(old.id, old.outputs, inputs);
        return { id: old.id, outputs: copyOf({ ...result?.outs, __provider: inputs["__provider"] }), initErrors: [] };
      },
      `update ${old.urn}`,
    );
    // After a partial failure the engine keeps the previous inputs.
    Object.assign(old, { outputs: made.outputs, initErrors: made.initErrors });
    if (made.initErrors.length === 0) old.inputs = inputs;
    this.#settle(declared, old);
    if (orderOf(old) !== before) this.#context.onHeld(old);
    await this.#state.save(`${old.urn} updated`);
    this.#calls.failIfInitFailed(made);
    return old;
  }

  /** The options that the state holds are the program's. */
  #settle(declared: Declared, entry: Entry): void {
    const { stack } = this.#context;
    entry.urn = urnOf(stack, declared);
    entry.provider = declared.provider;
    entry.isRetained = declared.retainOnDelete === true;
    const other = this.#program.declared.find(({ name }) => name === declared.deletedWith);
    entry.deletedWith = other && urnOf(stack, other);
  }

  /** If a constructor throws, the program ends before anything is registered. */
  construct(): void {
    for (const declared of this.#program.declared) {
      const refusal = this.#program.run.refusal(declared);
      if (refusal !== undefined) this.#calls.fail(refusal);
    }
  }
}
