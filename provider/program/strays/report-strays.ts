import * as pulumi from "@pulumi/pulumi";
import { isTransformedLast } from "../../engine/final-options";
import { withHeadline } from "../../engine/headline";
import { knownValue } from "../../engine/outputs";
import { runError } from "../../engine/run-error";
import type { StateEntry } from "../../plan/purchase/ownership";
import { notLookedAtMessage, unreadStateMessage } from "../../plan/purchase/search-messages";
import { nextEventLoopTurn, type ProgramRun } from "../run";
import { presentName } from "../stack-state";
import type { AccountToSearch } from "./search-accounts";

/**
 * Reports every order that is billed to this stack but missing from its state, even one whose resource has left the program.
 * Happens during every preview and up that has a key, without ever blocking it. A search that fails, or cannot look everywhere, says
 * so.
 *
 * @returns the service's time, if an answer told it
 */
export async function reportStrays(run: ProgramRun): Promise<number | undefined> {
  try {
    return await report(run);
  } catch (error) {
    // What goes wrong here is no reason to fail.
    warn(notLookedAtMessage(undefined, [`The search failed (${String(error)}).`]));
    return undefined;
  }
}

const warn = (text: string): void => void pulumi.log.warn(withHeadline(text));

async function report(run: ProgramRun): Promise<number | undefined> {
  const state = await run.state;
  if (state === undefined) {
    warn(unreadStateMessage);
    return undefined;
  }
  await nextEventLoopTurn();
  // Loaded on demand: schemas and client account for most of the package's loading time.
  const { searchAccounts } = require("./search-accounts") as typeof import("./search-accounts");
  const stack = new pulumi.Config("rimuhosting");
  const accounts = await accountsOf(run, state.entries);
  const searching = { id: run.id, here: presentName(), state };
  const { warnings, errors, serviceMs } = await searchAccounts(searching, accounts, (name) => stack.get(name));
  for (const warning of warnings) warn(warning);
  // Fails the run with nothing but this message. To the error of an output that waits for the search, the SDK would add words.
  if (errors.length > 0) void Promise.reject(runError(withHeadline(errors.join("\n"))));
  return serviceMs;
}

async function accountsOf(run: ProgramRun, entries: readonly StateEntry[]): Promise<AccountToSearch[]> {
  const declared = await Promise.all(
    run.servers.map(async ({ urn, provider }) => ({ provider, urn: await knownValue(urn).catch(() => undefined) })),
  );
  // A transform may have given a server another provider than its object shows: the state tells which one the last run used.
  const stack = pulumi.runtime.getStackResource();
  const isOpen = stack !== undefined && (await isTransformedLast(stack));
  const saved = new Map(entries.map(({ urn, providerName }) => [urn, providerName]));
  const urnsOf = (name: string | undefined, resource: pulumi.ProviderResource | undefined): string[] =>
    declared.flatMap(({ urn, provider }) => {
      const isHere = isOpen && urn !== undefined ? saved.get(urn) === name : provider === resource;
      return urn !== undefined && isHere ? [urn] : [];
    });
  const explicit = run.providers.map(async ({ name, resource, settings }): Promise<AccountToSearch[]> => {
    const config = await knownValue(settings);
    return config === undefined ? [] : [{ provider: name, config, urns: urnsOf(name, resource) }];
  });
  const main = { provider: undefined, config: undefined, urns: urnsOf(undefined, undefined) };
  return [main, ...(await Promise.all(explicit)).flat()];
}
