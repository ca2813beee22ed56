import { z } from "zod";
import { isReservedText } from "./reserved";

/** What does not fit, or is not known yet in a preview, is absent. */
const known = <T extends z.ZodType>(schema: T) => schema.optional().catch(undefined);

const text = z.string().refine((value) => !isReservedText(value));

/** One explicit provider: its name, and its settings as the engine's host looks them up. */
const Account = z.object({ name: z.string(), config: z.record(z.string(), z.string()) });
export type Account = z.infer<typeof Account>;

/** The accounts that a stack uses in addition to the default one; JSON, because the state holds it as one secret. */
const Accounts = z.array(Account);

/** The accounts that a ledger's state remembers. */
export const rememberedAccounts = (json: string | undefined): Account[] => Accounts.parse(JSON.parse(json ?? "[]"));

/** The ledger as the state held it when the program started. */
const Identity = z.object({ id: text, secret: text });

export const LedgerInputs = z.object({ __identity: known(Identity), __accounts: known(text) });
export type LedgerInputs = z.infer<typeof LedgerInputs>;

export const LedgerOutputs = z.object({
  __provider: known(z.string()),
  ledgerId: known(text),
  secret: known(text),
  __accounts: known(text),
});
export type LedgerOutputs = z.infer<typeof LedgerOutputs>;
