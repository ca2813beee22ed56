import type { ProviderContext, Reporter } from "../host/context";
import { unlessUnusable } from "../host/failures";
import type { HostMemory } from "../host/memory";
import type { CheckFailure } from "../pulumi/properties";
import { type Desired, isForecast } from "../server/desired";
import { Look } from "./look";

/** The part of the host that a preview needs. Settings are read only if there is something to do. */
interface PreviewHost {
  readonly reporter: Reporter;
  readonly memory: HostMemory;
  readonly context: () => ProviderContext;
}

/** What one host process looks at before anything is done, in previews and at the beginning of an `up`, and how it says what it has found. */
export class Preview {
  readonly #host: () => PreviewHost;
  readonly #warned = new Set<string>();
  #look: Look | undefined;

  constructor(host: () => PreviewHost) {
    this.#host = host;
  }

  get memory(): HostMemory {
    return this.#host().memory;
  }

  /** What acts and reads, or why the settings cannot be used. */
  open(
    urn: string | undefined,
  ): { readonly context: ProviderContext; readonly look: Look } | { readonly failures: CheckFailure[] } {
    const { memory, context } = this.#host();
    return unlessUnusable(memory, urn, () => {
      const opened = context();
      this.#look ??= new Look(opened);
      return { context: opened, look: this.#look };
    });
  }

  /** The line comes after the warnings, so that it is the text that stays. An `up` says what it has done. */
  conclude(desired: Desired, words: readonly (string | undefined)[]): void {
    const line = words.filter((part) => part !== undefined && part !== "").join("; ");
    if (line !== "" && isForecast(desired)) this.#host().reporter.summary(desired.__urn, line);
  }

  /** Warns only in previews, and gives each warning once: at the first resource that it concerns. */
  warn(desired: Desired, warnings: readonly string[]): void {
    if (!isForecast(desired)) return;
    for (const warning of warnings.filter((text) => !this.#warned.has(text))) {
      this.#warned.add(warning);
      this.#host().reporter.warn(desired.__urn, warning);
    }
  }
}
