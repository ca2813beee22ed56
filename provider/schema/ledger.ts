import * as z from "zod";
import { isReservedText } from "../engine/reserved";
import { ifValid } from "./parts";

const text = z.string().refine((value) => !isReservedText(value));

/** One explicit provider: its name, and its settings as the engine's host looks them up. */
const Account = z.object({ name: z.string(), config: z.record(z.string(), z.string()) });
export type Account = z.infer<typeof Account>;

/** The accounts that a stack uses in addition to the default one; JSON, because the state holds it as one secret. */
const Accounts = z.array(Account);

/** The accounts that a ledger's state remembers. */
export const rememberedAccounts = (json: string | undefined): Account[] => Accounts.parse(JSON.parse(json ?? "[]"));

/**
 * All accounts, as the ledger remembers them. An account outlives its provider, because an interrupted purchase may have left an
 * order there.
 */
export function allAccounts(remembered: string | undefined, declared: string | undefined): string | undefined {
  if (declared === undefined) return remembered;
  const named = [...rememberedAccounts(remembered), ...rememberedAccounts(declared)].map(
    (account) => [account.name, account] as const,
  );
  const all = [...new Map(named).values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  return all.length === 0 ? undefined : JSON.stringify(all);
}

/** The ledger as the state held it when the program started. */
const Saved = z.object({ id: text, secret: text, accounts: ifValid(text) });

/** What a program passes with its ledger. Never saved: the secrets of an input would show in a saved plan that is violated. */
export const LedgerRunInputs = z.object({
  __saved: ifValid(Saved),
  /** The accounts of the explicit providers that the program declares. Absent if this run does not know them. */
  __accounts: ifValid(text),
});
export type LedgerRunInputs = z.infer<typeof LedgerRunInputs>;

export const LedgerOutputs = z.object({
  __provider: ifValid(z.string()),
  ledgerId: ifValid(text),
  secret: ifValid(text),
  __accounts: ifValid(text),
});
export type LedgerOutputs = z.infer<typeof LedgerOutputs>;
