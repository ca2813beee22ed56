import type * as pulumi from "@pulumi/pulumi";
import { isAbsent } from "../pulumi/properties";
import { definedParts } from "../service/names";
import { insteadOfKeeping } from "../service/wire/messages";
import { durationMs } from "./resource-options";
import type { VpsArgs } from "./vps-args";

/** An argument of a `Vps`, a path into one, or `*` for all of them. */
export type VpsArgumentPath = keyof VpsArgs | `${keyof VpsArgs}.${string}` | `${keyof VpsArgs}[${string}` | "*";

/** Pulumi's options; only those that mean something special here are listed. */
export interface VpsOptions extends pulumi.CustomResourceOptions {
  /**
   * The number of an existing order, such as `"2853299702"`: the resource adopts that order and buys nothing. While it
   * does, a difference that the order shows is an error. Remove the option once the server is in the state. With
   * `undefined`, a server is bought.
   */
  import?: pulumi.ID;
  /** Forbids a replacement, a reinstall and, once an `up` has saved it, a deletion. A component passes it on. */
  protect?: boolean;
  /**
   * Always true: a replacement cancels the old order, and then buys the new one. To avoid a gap, declare the new server
   * under a new name, run `pulumi up`, and then remove the old one.
   */
  deleteBeforeReplace?: true;
  /**
   * Keeps the server running and billed when you remove it from the program, from the run after the one that sets it. Its
   * removal names no order; `npx pulumi-rimuhosting orders` lists it. A change that would replace it is
   * refused, as are `--replace` and `pulumi state taint`. If the option is inherited, a preview announces the loss all the
   * same; the `up` then refuses it, or keeps the server.
   */
  retainOnDelete?: boolean;
  /**
   * Not supported: an error. Don't set it on a component that holds a server either: the server would inherit it, and
   * Pulumi would forget the server without cancelling its order.
   */
  deletedWith?: never;
  /** Not supported: an error. */
  replaceWith?: never;
  /** Not supported: an error. */
  replacementTrigger?: never;
  /**
   * How long an order, each change and a cancellation may take, such as `{ create: "90m" }`. After a time-out, the run
   * still looks at what happened. Default: one hour for an order, a reinstall and a resize, at least six hours for a
   * move, 15 minutes for the rest.
   */
  customTimeouts?: pulumi.CustomTimeouts;
  /** Not supported: an error. Use `onImageChange: "replace"`, or `--replace` once. */
  replaceOnChanges?: never;
  /** Not supported: an error. `getOrder` reads an order, and the `import` option adopts one. */
  id?: never;
  /** Not supported: an error. */
  urn?: never;
  /**
   * Arguments whose changes in the program are ignored, such as `["distro"]`, a part such as `metaData.role` or
   * `sshAuthorizedKeys[0]`, or `*` for all.
   */
  ignoreChanges?: VpsArgumentPath[];
  /** Earlier names or parents: a resource that you rename or move keeps its server. */
  aliases?: pulumi.Input<pulumi.URN | pulumi.Alias>[];
  /**
   * A `rimuhosting.Provider`: the account and the settings to use in place of the stack's. It doesn't move a server
   * between accounts.
   */
  provider?: pulumi.ProviderResource;
}

const insteadOfReading = "getOrder reads an order, and the import option adopts one.";

/** Options of the engine that cannot work for a server. */
export const refusedForVps = {
  "deleteBeforeReplace: false": `A crash between the two halves would leave two servers billed. ${insteadOfKeeping}.`,
  deletedWith:
    "Pulumi would drop the server from its state without cancelling the order, which would still be billed. Take the option out; dependsOn or parent decides which resource comes first.",
  replaceWith:
    "Pulumi would cancel the server, with all its data, whenever another resource is replaced, and before anything could tell whether a new one can be bought.",
  replacementTrigger:
    'A change of the trigger would cancel the server, with all its data: to replace it, run "pulumi up --replace" once.',
  replaceOnChanges:
    'Pulumi does not pass it on, so it would have no effect: onImageChange: "replace" replaces the server for its image, and "pulumi up --replace" does it once.',
  id: insteadOfReading,
  urn: insteadOfReading,
} as const;

/** The engine's own import cannot work for a dynamic provider, so the options for it are not passed on. */
export const optionsForEngine = ({ import: _, ...opts }: VpsOptions): pulumi.CustomResourceOptions => ({
  ...opts,
  // Also where a program passes `undefined`, which would let the engine buy first.
  deleteBeforeReplace: true,
});

interface TimeoutsMs {
  readonly createMs?: number;
  readonly updateMs?: number;
  readonly deleteMs?: number;
}

/**
 * The host does not pass time-outs on, so the provider gets them as an input. A time-out for reads is left out: a refresh reads all servers with
 * one call, which none of them can limit alone.
 */
export function timeoutsOf(timeouts: pulumi.CustomTimeouts | undefined): TimeoutsMs | undefined {
  if (isAbsent(timeouts)) return undefined;
  const { create, update, delete: remove } = timeouts;
  return definedParts({ createMs: durationMs(create), updateMs: durationMs(update), deleteMs: durationMs(remove) });
}
