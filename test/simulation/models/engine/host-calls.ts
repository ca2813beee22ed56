import type * as pulumi from "@pulumi/pulumi";
import { types } from "../desired";
import { copyOf, type Entry, type Properties } from "../stack-state";
import { type EngineContext, type Host, StepFailure } from "./context";
import type { Declaration } from "./declaration";

/** The host's error for a partial creation or change. */
interface InitFailure {
  readonly id: string;
  readonly properties: Properties;
  readonly reasons: readonly string[];
}

const isInitFailure = (error: unknown): error is InitFailure =>
  typeof error === "object" && error !== null && "reasons" in error;

/** What a creation or an update gives the state. */
export type Made = Pick<Entry, "id" | "outputs" | "initErrors">;

/** An error of the model or the provider, which no run may hide. */
const programmingError = /is not a function|Cannot read|is not defined|is not iterable/;

/** The engine's calls to its provider hosts. */
export class HostCalls {
  readonly #context: EngineContext;
  #hasFailed = false;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  /**
   * Ends the run: running steps continue, and nothing new is started (read in Pulumi's source: `cancelDueToError`).
   *
   * @param shown what the CLI prints of it
   */
  fail(urn: string, text: string, shown: readonly string[] = [text]): never {
    this.#hasFailed = true;
    this.#context.run.report(text);
    for (const each of shown) this.#context.onEvent?.({ kind: "error", urn, text: each });
    throw new StepFailure(text);
  }

  /** Calls a host. One that dies leaves nothing but an error. */
  async call<T>(host: Host, urn: string, what: string, work: () => Promise<T> | undefined): Promise<T | undefined> {
    const { run, trace } = this.#context;
    if (this.#hasFailed || run.stop.aborted) throw new StepFailure("the run has failed already, or was stopped");
    await run.cliMoment(what);
    try {
      const isGone = host.life.died.then(() => {
        throw new Error("the provider's process ended");
      });
      return await Promise.race([host.life.isOver ? isGone : (work() ?? Promise.resolve(undefined)), isGone]);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      if (programmingError.test(message)) throw error;
      trace(`  ${what} failed`);
      return this.fail(urn, message);
    }
  }

  async check({ kind, name, urn, provider, inputs: news }: Declaration, olds: Properties): Promise<Properties> {
    const host = this.#context.hostOf(provider);
    const checked = await this.call(host, urn, `check ${kind} ${name}`, () =>
      host[kind]?.check?.(copyOf(olds), copyOf(news)),
    );
    const reasons = (checked?.failures ?? []).map(({ reason }) => reason);
    if (reasons.length > 0) {
      const shown = reasons.map((reason) => `${types[kind]} resource '${name}' has a problem: ${reason}`);
      this.fail(urn, reasons.join("\n"), shown);
    }
    return copyOf({ ...checked?.inputs, __provider: news["__provider"] });
  }

  async diff(
    entry: Entry,
    { name, provider, urn }: Declaration,
    inputs: Properties,
  ): Promise<pulumi.dynamic.DiffResult> {
    const host = this.#context.hostOf(provider);
    const { id, kind, outputs } = entry;
    const diff = () => host[kind]?.diff?.(id, outputs, inputs);
    return (await this.call(host, urn, `diff ${kind} ${name}`, diff)) ?? {};
  }

  /** A failure that names a state is a result; any other ends the step. */
  async settled(host: Host, urn: string, what: string, work: () => Promise<Made>): Promise<Made> {
    const made = await this.call(host, urn, what, async () => {
      try {
        return await work();
      } catch (error) {
        if (!isInitFailure(error)) throw error;
        return { id: error.id, outputs: copyOf(error.properties), initErrors: error.reasons };
      }
    });
    if (made === undefined) throw new Error(`${what} made nothing`);
    return made;
  }

  /** Once more after any failure. */
  async retried(host: Host, urn: string, what: string, work: () => Promise<Made>): Promise<Made> {
    return this.settled(host, urn, what, async () => {
      try {
        return await work();
      } catch (error) {
        this.#context.trace(`  ${what} is tried again`);
        this.#context.run.report(isInitFailure(error) ? error.reasons.join("\n") : String(error));
        await this.#context.run.cliMoment(`${what} again`);
        return await work();
      }
    });
  }

  failIfInitFailed(urn: string, { initErrors }: Made): void {
    if (initErrors.length === 0) return;
    const errors = initErrors.length === 1 ? "1 error" : `${initErrors.length} errors`;
    this.fail(urn, initErrors.join("\n"), [
      `${errors} occurred:\n${initErrors.map((text) => `\t* ${text}`).join("\n")}`,
    ]);
  }

  /** The host runs the code that the state holds: without it a resource can be neither changed nor deleted. */
  requireProvider({ kind, urn, outputs }: Entry): void {
    if (kind !== "provider" && outputs["__provider"] === undefined) this.fail(urn, `${urn} has no provider`);
  }
}

/** Runs everything at the same time; running steps finish before a failure ends the run. */
export async function together(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const results = await Promise.allSettled(works.map((work) => work()));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
