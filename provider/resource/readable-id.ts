import * as pulumi from "@pulumi/pulumi";
import { vpsType } from "../engine/hosted-code";
import { knownValue, promiseOf } from "../engine/outputs";
import { runError } from "../engine/run-error";
import { managedEntry } from "../plan/purchase/ownership";
import { managedHereMessage, unreadBeforeReadingMessage } from "../plan/purchase/reading-messages";
import { type ProgramRun, programRun } from "../program/run";
import { placeOf } from "./declared-place";
import type { MadeResource } from "./hidden-inputs";
import type { VpsOptions } from "./options";

/**
 * Lets an order be read only where the state manages no server. The engine would put what it reads in the server's place, and delete the
 * server without asking the provider first, whether it is protected or not.
 */
export function withReadableId(name: string, opts: VpsOptions, made: Promise<MadeResource>): VpsOptions {
  const { id } = opts;
  const run = id === undefined || id === "" ? undefined : programRun();
  if (id === undefined || run === undefined) return opts;
  // The id comes last: a preview that does not know it has to refuse, too.
  return { ...opts, id: pulumi.output(requireUnmanaged(run, name, opts, made).then(() => id)) };
}

async function requireUnmanaged(
  run: ProgramRun,
  name: string,
  opts: VpsOptions,
  made: Promise<MadeResource>,
): Promise<void> {
  const place = placeOf(name, vpsType, opts, made, run);
  const [urn, { earlierUrns }, state] = await Promise.all([promiseOf(place.urn), place.earlier(), run.state]);
  if (state === undefined) throw runError(unreadBeforeReadingMessage(name));
  const entry = managedEntry(state, { urn, earlierUrns });
  if (entry === undefined) return;
  const id = await knownValue(pulumi.output(opts.id));
  throw runError(managedHereMessage(name, entry, id));
}
