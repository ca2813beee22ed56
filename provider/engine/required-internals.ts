import * as pulumi from "@pulumi/pulumi";
import { withHeadline } from "./engine-connection";
import { lacksMessage } from "./internals";
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

/** What the run says of it, if this SDK does not show something. The answers are then those that can do no harm. */
const unseen = [
  {
    isSeen: showsProtection,
    without: "Every server without a protect of its own counts as protected: whatever would lose its data is refused.",
  },
  {
    isSeen: () => secretKeysIn(loadedSdk()) !== undefined,
    without: "The stack's configuration is not checked for an API key in plain text: look into its file.",
  },
];

/** Fails before anything is declared if this SDK lacks what nothing here can do without; warns, once a run, of whatever else it lacks. */
export function requireInternals(): void {
  const sdk = loadedSdk();
  isUsable ||= [findsOutputs, findsStackResource, findsReservedValues].every((finds) => finds(sdk));
  if (!isUsable) {
    const nothing = "The program ends before anything is declared: nothing was bought or changed.";
    throw new pulumi.RunError(lacksMessage(nothing, sdk.version));
  }
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || warnedStacks.has(stack) || isMocked()) return;
  warnedStacks.add(stack);
  for (const { isSeen, without } of unseen)
    if (!isSeen(stack)) void pulumi.log.warn(withHeadline(lacksMessage(without, sdk.version)));
}
