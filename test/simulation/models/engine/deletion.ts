import type { Entry } from "../stack-state";
import type { Ending, EngineContext } from "./context";
import { type HostCalls, together } from "./host-calls";
import type { WorkingState } from "./working-state";

/** How the engine removes resources from the state. */
export class Deletion {
  readonly #context: EngineContext;
  readonly #calls: HostCalls;
  readonly #state: WorkingState;

  constructor(context: EngineContext, calls: HostCalls, state: WorkingState) {
    this.#context = context;
    this.#calls = calls;
    this.#state = state;
  }

  /** What depends on others goes first: all servers, and then, if none of them failed, the keys. */
  async deleteAll(entries: readonly Entry[]): Promise<void> {
    for (const kind of ["ptr", "vps", "key", "provider"] as const)
      await together(entries.filter((entry) => entry.kind === kind).map((entry) => () => this.#delete(entry)));
  }

  /** What a preview says of the same. */
  previewAll(entries: readonly Entry[]): void {
    for (const entry of entries) {
      this.#begin(entry);
      this.#context.onEvent?.({ kind: "ends", urn: entry.urn });
    }
    for (const entry of entries) this.#refuseProtected(entry, "Preview failed: ");
  }

  async deleteForReplacement(entry: Entry): Promise<void> {
    this.#context.onEvent?.({ kind: "begins", urn: entry.urn, op: "delete-replaced", old: entry });
    const ending = await this.#callDelete(entry);
    this.#context.onEvent?.({ kind: "ends", urn: entry.urn });
    entry.isPendingReplacement = true;
    await this.#state.save(`${entry.urn} deleted`);
    this.#context.onEnded(entry, ending);
  }

  async #delete(entry: Entry): Promise<void> {
    this.#begin(entry);
    this.#refuseProtected(entry);
    // What is already deleted and waits for its replacement is dropped without a call.
    const ending = entry.isPendingReplacement ? undefined : await this.#callDelete(entry);
    this.#context.onEvent?.({ kind: "ends", urn: entry.urn });
    this.#state.forget(entry);
    await this.#state.save(`${entry.urn} gone`);
    if (ending !== undefined) this.#context.onEnded(entry, ending);
  }

  #begin(entry: Entry): void {
    const op = entry.isToBeDeleted || entry.isPendingReplacement ? "delete-replaced" : "delete";
    this.#context.onEvent?.({ kind: "begins", urn: entry.urn, op, old: entry });
  }

  /** In the engine's words. */
  #refuseProtected({ urn, isProtected }: Entry, before = ""): void {
    if (isProtected !== true) return;
    const text = [
      `${before}resource "${urn}" cannot be deleted`,
      "because it is protected. To unprotect the resource, either remove the `protect` flag from the resource in your Pulumi program and run `pulumi up`, or use the command:",
      `\`pulumi state unprotect '${urn}'\``,
    ];
    this.#calls.fail(urn, text.join("\n"));
  }

  /** Retained resources are dropped without a call: the saved option counts, not the program's (read in Pulumi's source: `DeleteStep.Apply`). */
  async #callDelete(entry: Entry): Promise<Ending> {
    const { hostOf, onDelete, run } = this.#context;
    const { kind, id, urn, isRetained, provider, outputs } = entry;
    if (isRetained) {
      await run.cliMoment(`drop ${urn}`);
      return "retained";
    }
    this.#calls.requireProvider(entry);
    onDelete(entry);
    const host = hostOf(provider);
    await this.#calls.call(host, urn, `delete ${urn}`, () => host[kind]?.delete?.(id, outputs));
    return "called";
  }
}
