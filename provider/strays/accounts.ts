import * as pulumi from "@pulumi/pulumi";
import { createClient } from "../api/client";
import { readEnvironment } from "../api/environment";
import { resolveSettings } from "../api/settings";
import type { SavedLedger, SavedStack } from "../plan/purchase/ownership";
import { Accounts } from "../schema/ledger";
import { type Account, type Found, lookForStrays } from "./look-for-strays";

/** An account of this run: how it is reached, and where in the program its servers are declared. */
export interface AccountInRun {
  /** The name of an explicit provider; absent for the default one. */
  readonly provider: string | undefined;
  /** By the full names of the settings; the default provider has the stack's own. */
  readonly config: Readonly<Record<string, string>> | undefined;
  readonly urns: readonly string[];
}

/**
 * Looks into each account of this run, and into those whose provider has left the program.
 *
 * @public Loaded by `require`, where no tool sees it used.
 */
export function lookIntoAccounts(
  run: string,
  state: SavedStack,
  ledger: SavedLedger,
  accounts: readonly AccountInRun[],
): Promise<Found> {
  const names = new Set(accounts.map(({ provider }) => provider));
  const former = Accounts.parse(JSON.parse(ledger.accounts ?? "[]"))
    .filter(({ name }) => !names.has(name))
    .map(({ name, config }): AccountInRun => ({ provider: name, config, urns: [] }));
  return lookForStrays(run, state, ledger.id, [...accounts, ...former].flatMap(opened));
}

/** Without a key, or with settings that cannot be used, nobody can be asked. */
function opened({ config, urns }: AccountInRun): Account[] {
  try {
    const stack = new pulumi.Config("rimuhosting");
    const settings = resolveSettings({
      config: config === undefined ? (name) => stack.get(name) : (name) => config[`rimuhosting:${name}`],
      env: readEnvironment(),
    });
    return settings.apiKey === undefined ? [] : [{ client: createClient(settings), urns }];
  } catch {
    return [];
  }
}
