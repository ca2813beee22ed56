import * as pulumi from "@pulumi/pulumi";
import { importConsents } from "../schema/import-consent";
import { secretArguments } from "../schema/secret-inputs";

/**
 * Pulumi's own options, and how a server that exists is brought in. Those that mean something particular here are
 * listed.
 */
export interface VpsOptions extends pulumi.CustomResourceOptions {
  /**
   * The number of an order that exists, such as `"2853299702"`: this resource adopts it and buys nothing. The preview shows
   * a creation and lists what differs. Counts only until the server is in the state, and may be taken out afterwards.
   * Handled by this package: `pulumi import` cannot work for a resource without a plugin.
   */
  import?: pulumi.ID;
  /**
   * What an import does where the server differs from the program. `fail` (the default): nothing is adopted or changed.
   * `change`: the server is adopted and resized (restarts, billed pro rata), moved, started or stopped. `reinstall`: the image
   * is written anew as well, and ALL DATA ON THE SERVER IS LOST.
   */
  onImportDifference?: "fail" | "change" | "reinstall";
  /**
   * Forbids Pulumi to delete the server, and so to replace it, and forbids this provider to reinstall it: what would lose its
   * data is an error of the preview. Also where a component hands it down. Default: false.
   */
  protect?: boolean;
  /**
   * Whether a replacement cancels the old order before it buys the new one. Default: true, unlike elsewhere: two bills, and
   * the same domain name twice, would be the surprise. `false` buys first: no gap, and both are billed for a while.
   */
  deleteBeforeReplace?: boolean;
  /**
   * Let the server run, and be billed, when it leaves the program: its order is not cancelled, and no stack has it any more.
   * Counts from the run after the one that set it. Default: false.
   */
  retainOnDelete?: boolean;
  /**
   * Not possible, and an error at once: Pulumi would drop the server from its state without cancelling the order, which would
   * go on being billed.
   */
  deletedWith?: pulumi.Resource;
  /**
   * How long an order, each change and a cancellation may take, such as `{ create: "90m" }`. Default: the provider's settings
   * (`setupTimeoutMinutes`, `moveTimeoutMinutes`, `stateTimeoutMinutes`). A call that takes longer may have been done all the
   * same: the next run finds out before it does anything.
   */
  customTimeouts?: pulumi.CustomTimeouts;
  /**
   * Arguments whose changes replace the server: another order is bought, data and IP are lost. Default: those whose
   * documentation says so.
   */
  replaceOnChanges?: string[];
}

/** What cannot be, said at once. */
export function refuseOptions(name: string, { onImportDifference, deletedWith }: VpsOptions): void {
  if (deletedWith !== undefined)
    throw new pulumi.RunError(
      `Vps "${name}": the option deletedWith is not possible. Pulumi would drop the server from its state without cancelling the order, which would go on being billed.`,
    );
  if (onImportDifference !== undefined && !importConsents.includes(onImportDifference))
    throw new pulumi.RunError(
      `Vps "${name}": onImportDifference must be one of ${importConsents.join(", ")}, and is ${String(onImportDifference)}.`,
    );
}

/** The engine's own import cannot work for a dynamic provider, so the options about it stay here. */
export const optionsForEngine = ({
  import: _,
  onImportDifference,
  ...opts
}: VpsOptions): pulumi.CustomResourceOptions => ({
  deleteBeforeReplace: true,
  ...opts,
  additionalSecretOutputs: [...(opts.additionalSecretOutputs ?? []), ...secretArguments, "__ledgerSecret"],
});

/**
 * The places where the program declared this resource before. A purchase that was interrupted there left its order
 * under that place's name, and no entry in the state that a rename could carry over.
 */
export function aliasUrns(name: string, type: string, opts: pulumi.CustomResourceOptions): pulumi.Output<string[]> {
  const urns = (opts.aliases ?? []).map((given) =>
    pulumi.output(given).apply((alias) => {
      if (typeof alias === "string") return pulumi.output(alias);
      const parent = "parent" in alias ? alias.parent : opts.parent;
      return pulumi.createUrn(
        alias.name ?? name,
        alias.type ?? type,
        parent as pulumi.Resource,
        alias.project,
        alias.stack,
      );
    }),
  );
  return pulumi.all(urns);
}

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A duration as Pulumi's options spell it: `90s`, `10m`, `1h30m`. */
function durationMs(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) {
    throw new Error(`customTimeouts: "${text}" is not a duration such as "90s", "10m" or "1h30m"`);
  }
  return parts.reduce((total, [, count, unit]) => total + Number(count) * (unitMs[unit ?? ""] ?? 0), 0);
}

interface TimeoutsMs {
  readonly createMs?: number;
  readonly updateMs?: number;
  readonly deleteMs?: number;
}

/** The host passes no time-outs on, so they go to the provider as an input. */
export function timeoutsOf(timeouts: pulumi.CustomTimeouts | undefined): TimeoutsMs | undefined {
  if (timeouts === undefined) return undefined;
  return {
    ...(timeouts.create === undefined ? {} : { createMs: durationMs(timeouts.create) }),
    ...(timeouts.update === undefined ? {} : { updateMs: durationMs(timeouts.update) }),
    ...(timeouts.delete === undefined ? {} : { deleteMs: durationMs(timeouts.delete) }),
  };
}
