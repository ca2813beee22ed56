import * as pulumi from "@pulumi/pulumi";
import { knownValue } from "../engine/outputs";
import { type ProgramRun, turn } from "./run";
import type { AccountInRun } from "./search-accounts";

/**
 * Reports every order that is billed to this stack but missing from its state, even one whose resource has left the program.
 * Happens during every preview and up that has a key, without ever blocking it: if the service does not answer, nothing is
 * reported.
 */
export async function reportStrays(run: ProgramRun): Promise<void> {
  try {
    await report(run);
  } catch (error) {
    // What else goes wrong here is no reason to fail.
    if (pulumi.RunError.isInstance(error)) throw error;
  }
}

async function report(run: ProgramRun): Promise<void> {
  const state = await run.state;
  // Without a ledger this stack has bought nothing yet.
  if (state?.ledger === undefined) return;
  await turn();
  // Loaded on demand: schemas and client account for most of the package's loading time.
  const { searchAccounts } = require("./search-accounts") as typeof import("./search-accounts");
  const stack = new pulumi.Config("rimuhosting");
  const accounts = await accountsOf(run);
  const { warnings, errors } = await searchAccounts(run.id, state, state.ledger, accounts, (name) => stack.get(name));
  for (const warning of warnings) pulumi.log.warn(warning);
  if (errors.length > 0) throw new pulumi.RunError(errors.join("\n"));
}

async function accountsOf(run: ProgramRun): Promise<AccountInRun[]> {
  const urnsOf = async (provider: pulumi.ProviderResource | undefined): Promise<string[]> => {
    const own = run.servers.filter((server) => server.provider === provider);
    const urns = await Promise.all(own.map(({ urn }) => knownValue(urn).catch(() => undefined)));
    return urns.filter((urn) => urn !== undefined);
  };
  const explicit = run.providers.map(async ({ name, resource, settings }): Promise<AccountInRun[]> => {
    const config = await knownValue(settings);
    return config === undefined ? [] : [{ provider: name, config, urns: await urnsOf(resource) }];
  });
  const main = { provider: undefined, config: undefined, urns: await urnsOf(undefined) };
  return [main, ...(await Promise.all(explicit)).flat()];
}
