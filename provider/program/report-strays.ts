import * as pulumi from "@pulumi/pulumi";
import { keepProgramAlive, knownValue, type ProgramRun, turn } from "./run";
import type { AccountInRun } from "./search-accounts";

/**
 * Names, in each preview and up that has a key, every billed order of the stack that its state does not know, also one whose
 * resource has left the program. Beside the run and never in its way: where nobody answers, nothing is said.
 */
export function reportStrays(run: ProgramRun): void {
  const done = keepProgramAlive();
  report(run)
    .catch((error: unknown) => {
      // Nobody waits for this promise, so the run fails of it.
      if (pulumi.RunError.isInstance(error)) throw error;
    })
    .finally(done);
}

async function report(run: ProgramRun): Promise<void> {
  const state = await run.state;
  // Without a ledger this stack has bought nothing yet.
  if (state?.ledger === undefined) return;
  await turn();
  // Loaded when it is needed: schemas and client are most of the package's loading time.
  const { searchAccounts } = require("./search-accounts") as typeof import("./search-accounts");
  const { warnings, errors } = await searchAccounts(run.id, state, state.ledger, await accountsOf(run));
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
