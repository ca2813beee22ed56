import * as pulumi from "@pulumi/pulumi";
import { withHeadline } from "./headline";
import { type InternalName, lacksMessage } from "./internals";
import { findsOutputs, findsReservedValues, findsStackResource, ownSdk, secretKeysIn, showsProtection } from "./probes";
import { isMocked } from "./program";

/** A cache: an SDK does not change while a program runs. */
let isUsable = false;

/** A cache: each run says it once. */
const told = new WeakMap<pulumi.Resource, Set<InternalName>>();

/** Warns of an internal that is missing. */
function tellOnce(stack: pulumi.Resource, internal: InternalName): void {
  const known = told.get(stack) ?? new Set();
  told.set(stack, known);
  if (known.has(internal)) return;
  known.add(internal);
  void pulumi.log.warn(withHeadline(lacksMessage(internal, ownSdk().version)));
}

/**
 * Fails before anything is declared if this SDK lacks what nothing here can do without. Whatever else it lacks is a warning, once a run:
 * the answers are then those that can do no harm.
 */
export function requireInternals(): void {
  const sdk = ownSdk();
  const vital = { outputs: findsOutputs, stackResource: findsStackResource, reservedValues: findsReservedValues };
  const lacking = isUsable ? [] : missing(vital, sdk);
  if (lacking[0] !== undefined) throw new pulumi.RunError(lacksMessage(lacking[0], sdk.version));
  isUsable = true;
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || told.has(stack) || isMocked()) return;
  told.set(stack, new Set());
  const others = {
    protection: () => showsProtection(stack),
    secretKeys: () => secretKeysIn(sdk) !== undefined,
  };
  for (const internal of missing(others, sdk)) tellOnce(stack, internal);
}

type Probe = (sdk: ReturnType<typeof ownSdk>) => boolean;

function missing(probes: { readonly [Name in InternalName]?: Probe }, sdk: ReturnType<typeof ownSdk>): InternalName[] {
  const names = Object.keys(probes) as InternalName[];
  return names.filter((name) => probes[name]?.(sdk) === false);
}
