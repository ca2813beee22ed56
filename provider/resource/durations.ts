import type * as pulumi from "@pulumi/pulumi";
import type { HiddenInputs } from "../schema/hidden-inputs";

const unitMs: Record<string, number> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/** A duration as Pulumi's options spell it: `90s`, `10m`, `1h30m`. */
function durationMs(text: string): number {
  const parts = [...text.matchAll(/(\d+(?:\.\d+)?)(ms|s|m|h)/g)];
  if (parts.length === 0 || parts.map(([part]) => part).join("") !== text) {
    throw new Error(`customTimeouts: "${text}" is not a duration such as "90s", "10m" or "1h30m"`);
  }
  return parts.reduce((total, [, count, unit]) => total + Number(count) * (unitMs[unit ?? ""] ?? 0), 0);
}

/** The host passes no time-outs on, so they go to the provider as an input. */
export function timeoutsOf(timeouts: pulumi.CustomTimeouts | undefined): HiddenInputs["__timeouts"] {
  if (timeouts === undefined) return undefined;
  return {
    ...(timeouts.create === undefined ? {} : { createMs: durationMs(timeouts.create) }),
    ...(timeouts.update === undefined ? {} : { updateMs: durationMs(timeouts.update) }),
    ...(timeouts.delete === undefined ? {} : { deleteMs: durationMs(timeouts.delete) }),
  };
}
