import * as z from "zod";
import { isReservedText } from "../engine/reserved";
import { ifValid } from "./parts";

const text = z.string().refine((value) => !isReservedText(value));

/** One explicit provider: its name, and its settings as the engine's host looks them up. */
const Account = z.object({ name: z.string(), config: z.record(z.string(), z.string()) });
export type Account = z.infer<typeof Account>;

/** The accounts that a stack uses in addition to the default one; JSON, because the state holds it as one secret. */
const Accounts = z.array(Account);

const accountsIn = (json: string | undefined): Account[] => Accounts.parse(JSON.parse(json ?? "[]"));

/** An account that a ledger's state remembers. */
export interface RememberedAccount extends Account {
  /** Whether its provider has had other settings since. What the stack holds with that provider is not in this account. */
  readonly isFormer: boolean;
}

/** The accounts that a ledger's state remembers. */
export const rememberedAccounts = (json: string | undefined): RememberedAccount[] =>
  accountsIn(json).map((account, index, all) => ({
    ...account,
    isFormer: all.slice(index + 1).some(({ name }) => name === account.name),
  }));

/** The same for two accounts whose settings differ only in what says nothing of the account, such as a time-out. */
export const accountId = ({
  name,
  config = {},
}: {
  readonly name: string | undefined;
  readonly config: Partial<Account["config"]> | undefined;
}): string => JSON.stringify([name, config["rimuhosting:apiKey"], config["rimuhosting:baseUrl"]]);

/**
 * The providers whose accounts a ledger's state does not remember.
 *
 * @public Loaded with `require`, which tools do not see as a use.
 */
export function providersUnknownTo(remembered: string | undefined, declared: string): string[] {
  const known = new Set(accountsIn(remembered).map(accountId));
  return accountsIn(declared).flatMap((account) => (known.has(accountId(account)) ? [] : [account.name]));
}

/**
 * All accounts, as the ledger remembers them, the present one last of its name. An account outlives its provider, and the settings
 * that its provider had for it, because an interrupted purchase may have left an order there.
 */
export function allAccounts(remembered: string | undefined, declared: string | undefined): string | undefined {
  if (declared === undefined) return remembered;
  const present = new Map(accountsIn(declared).map((account) => [accountId(account), account]));
  const others = accountsIn(remembered).filter((account) => !present.has(accountId(account)));
  const all = [...others, ...present.values()].sort((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return all.length === 0 ? undefined : JSON.stringify(all);
}

/** The ledger as the state held it when the program started: its identity outlives a replacement of the resource. */
const SavedLedger = z.object({
  id: text,
  secret: text,
  /** The accounts of the explicit providers that the stack has used, as JSON. */
  accounts: ifValid(text),
});
export type SavedLedger = z.infer<typeof SavedLedger>;

/** What a program passes with its ledger. Never saved: the secrets of an input would show in a saved plan that is violated. */
export const LedgerRunInputs = z.object({
  __saved: ifValid(SavedLedger),
  /** The accounts of the explicit providers that the program declares. Absent if this run does not know them. */
  __declaredAccounts: ifValid(text),
});
export type LedgerRunInputs = z.infer<typeof LedgerRunInputs>;

export const LedgerOutputs = z.object({
  __provider: ifValid(z.string()),
  ledgerId: ifValid(text),
  secret: ifValid(text),
  __accounts: ifValid(text),
});
export type LedgerOutputs = z.infer<typeof LedgerOutputs>;
