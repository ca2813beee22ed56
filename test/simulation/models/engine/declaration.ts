import { type Desired, type Kind, urnOf } from "../desired";
import type { ProgramSide } from "../provider-under-test";
import type { Properties, ProviderName } from "../stack-state";
import type { EngineContext, Program } from "./context";

/** One resource, as a program registers it. */
export interface Declaration {
  readonly kind: Kind;
  readonly name: string;
  readonly urn: string;
  /** Further URNs under which the state may have it. */
  readonly aliases: readonly string[];
  readonly inputs: Properties;
  readonly provider: ProviderName;
  readonly deletesBeforeReplace: boolean;
  readonly isRetained: boolean;
  /** Whether a hook asks for a failed creation once more. */
  readonly isRetried?: boolean;
  readonly isProtected?: boolean;
  readonly ignoreChanges?: readonly string[];
}

/** What a declared server registers: its idempotency key and then, with what is known of that, the server itself. */
export function declarationsOf(
  { stack, variant, state }: Pick<EngineContext, "stack" | "variant" | "state">,
  desired: Desired,
  program: Program,
) {
  const { keyInputs, vpsInputs } = variant.program;
  const declared = (kind: "key" | "vps", inputs: Properties): Declaration => ({
    kind,
    name: desired.name,
    urn: urnOf(stack, kind, desired),
    aliases: desired.aliases.map((place) => urnOf(stack, kind, place)),
    inputs,
    provider: desired.provider,
    deletesBeforeReplace: kind === "vps" && variant.deletesBeforeReplace(desired),
    isRetained: desired.retainOnDelete === true,
    isRetried: kind === "vps" && desired.retriesByHook === true,
    // The key does not get the option.
    isProtected: kind === "vps" && desired.isProtected === true,
  });
  return {
    key: (): Declaration => declared("key", keyInputs(stack, desired, state)),
    vps: (...known: KnownOfKey): Declaration => declared("vps", vpsInputs(stack, desired, program, state, ...known)),
  };
}

type KnownOfKey =
  Parameters<ProgramSide["vpsInputs"]> extends [unknown, unknown, unknown, unknown, ...infer Rest] ? Rest : never;
