import { createHmac } from "node:crypto";
import { argumentsWith } from "../argument/change-table";
import type { Arguments } from "../model";

const firstBootArguments = argumentsWith("first-boot");

/**
 * Digests of the first-boot data that a program asks for. The data itself cannot be read back from a server and the
 * password that is valid now may differ from the one recorded, so what was recorded is remembered in this form. Keyed,
 * because a state file shows it in clear.
 */
export function firstBootDigests(inputs: Arguments, secret: string): Record<string, string> {
  const digests: Record<string, string> = {};
  for (const argument of firstBootArguments) {
    const value = inputs[argument];
    if (value !== undefined) {
      digests[argument] = createHmac("sha256", secret)
        .update(`${argument}:${JSON.stringify(value)}`)
        .digest("hex")
        .slice(0, 12);
    }
  }
  return digests;
}
