import * as pulumi from "@pulumi/pulumi";
import { withHeadline } from "./engine-connection";
import { lacksMessage } from "./internals";
import { namesIn } from "./parts";
import {
  findsOutputs,
  findsReservedValues,
  findsStackResource,
  loadedSdk,
  secretKeysIn,
  showsProtection,
} from "./probes";
import { isMocked } from "./program";

/** A cache: an SDK does not change while a program runs. */
let isUsable = false;

/** A cache: each run says once what is missing. */
const warnedStacks = new WeakSet<pulumi.Resource>();

/**
 * Fails before anything is declared if this SDK lacks what nothing here can do without. Whatever else it lacks is a warning, once a run:
 * the answers are then those that can do no harm.
 */
export function requireInternals(): void {
  const sdk = loadedSdk();
  const vital = { outputs: findsOutputs, stackResource: findsStackResource, reservedValues: findsReservedValues };
  for (const internal of isUsable ? [] : namesIn(vital))
    if (!vital[internal](sdk)) throw new pulumi.RunError(lacksMessage(internal, sdk.version));
  isUsable = true;
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || warnedStacks.has(stack) || isMocked()) return;
  warnedStacks.add(stack);
  const warn = (internal: Parameters<typeof lacksMessage>[0]) =>
    void pulumi.log.warn(withHeadline(lacksMessage(internal, sdk.version)));
  if (!showsProtection(stack)) warn("protection");
  if (secretKeysIn(sdk) === undefined) warn("secretKeys");
}
