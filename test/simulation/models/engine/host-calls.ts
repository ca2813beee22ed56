import type * as pulumi from "@pulumi/pulumi";
import type { Desired, Kind } from "../desired";
import { copyOf, type Entry, type Properties } from "../stack-state";
import { type EngineContext, type Host, StepFailure } from "./context";

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

  /** Ends the run: running steps continue, and nothing new is started (read in Pulumi's source: `cancelDueToError`). */
  fail(text: string): never {
    this.#hasFailed = true;
    this.#context.run.report(text);
    throw new StepFailure(text);
  }

  /** Calls a host. One that dies leaves nothing but an error. */
  async call<T>(host: Host, what: string, work: () => Promise<T> | undefined): Promise<T | undefined> {
    const { run, trace } = this.#context;
    if (this.#hasFailed) throw new StepFailure("the run has failed already");
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
      return this.fail(message);
    }
  }

  async check(kind: Kind, desired: Desired, olds: Properties, news: Properties): Promise<Properties> {
    const host = this.#context.hostOf(desired.provider);
    const checked = await this.call(host, `check ${kind} ${desired.name}`, () =>
      host[kind].check?.(copyOf(olds), copyOf(news)),
    );
    const reasons = (checked?.failures ?? []).map(({ reason }) => reason);
    if (reasons.length > 0) this.fail(reasons.join("\n"));
    return copyOf({ ...checked?.inputs, __provider: news["__provider"] });
  }

  async diff(entry: Entry, desired: Desired, inputs: Properties): Promise<pulumi.dynamic.DiffResult> {
    const host = this.#context.hostOf(desired.provider);
    const { id, kind, outputs } = entry;
    return (await this.call(host, `diff ${kind} ${desired.name}`, () => host[kind].diff?.(id, outputs, inputs))) ?? {};
  }

  /** A failure that names a state is a result; any other ends the step. */
  async settled(host: Host, what: string, work: () => Promise<Made>): Promise<Made> {
    const made = await this.call(host, what, async () => {
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
  async retried(host: Host, what: string, work: () => Promise<Made>): Promise<Made> {
    return this.settled(host, what, async () => {
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

  failIfInitFailed({ initErrors }: Made): void {
    if (initErrors.length > 0) this.fail(initErrors.join("\n"));
  }

  /** The host runs the code that the state holds: without it a resource can be neither changed nor deleted. */
  requireProvider(entry: Entry): void {
    if (entry.outputs["__provider"] === undefined) this.fail(`${entry.urn} has no provider`);
  }
}

/** Runs everything at the same time; running steps finish before a failure ends the run. */
export async function together(works: readonly (() => Promise<unknown>)[]): Promise<void> {
  const results = await Promise.allSettled(works.map((work) => work()));
  for (const result of results) if (result.status === "rejected") throw result.reason;
}
