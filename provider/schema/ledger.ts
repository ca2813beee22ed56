import * as z from "zod";
import { isReservedText } from "../engine/reserved";
import { kept } from "./parts";

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

export const LedgerInputs = z.object({ __identity: kept(Identity), __accounts: kept(text) });
export type LedgerInputs = z.infer<typeof LedgerInputs>;

export const LedgerOutputs = z.object({
  __provider: kept(z.string()),
  ledgerId: kept(text),
  secret: kept(text),
  __accounts: kept(text),
});
export type LedgerOutputs = z.infer<typeof LedgerOutputs>;
