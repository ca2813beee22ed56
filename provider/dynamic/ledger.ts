import { randomBytes, randomUUID } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";
import { readEnvironment } from "../api/environment";
import { refuseStrays } from "../apply/cancel/cancel";
import type { Properties } from "../plan/model";
import { allAccounts, LedgerOutputs, LedgerRunInputs, rememberedAccounts, type SavedLedger } from "../schema/ledger";
import { environmentVariable } from "../schema/setting-names";
import { cleanSavedErrors } from "./guard";
import type { Host } from "./host";
import { plain } from "./properties";

/**
 * The ledger of a stack: an id, saved before any server is bought, and a secret to derive passwords and fingerprints
 * from. Creating it makes no call, so that nothing can come between its creation and its saving.
 *
 * Replaced or tainted, it keeps its id and secret, which the program reads from the state, because every order's tags
 * depend on them. It also remembers the accounts of all explicit providers that the stack has had: a destroy knows only the
 * state, and searches each of them. None of this is an input, which a saved plan would show.
 */
export function ledgerProvider(host: () => Host): pulumi.dynamic.ResourceProvider {
  return {
    check: async (_olds: Properties, news: Properties) => {
      const { __saved, __declaredAccounts, ...inputs } = news;
      host().memory.ledger = LedgerRunInputs.parse({ __saved, __declaredAccounts });
      return { inputs };
    },

    // An account whose settings are not known yet may turn out to be a remembered one.
    diff: async (_id: string, olds: Properties) => {
      const outputs = outputsFrom(olds);
      return { changes: withDeclared(host(), outputs).__accounts !== outputs.__accounts };
    },

    create: async () => {
      const { memory } = host();
      const { id, secret, accounts } = memory.ledger.__saved ?? newLedger();
      memory.ledger = { ...memory.ledger, __saved: { id, secret, accounts } };
      return { id, outs: plain(withDeclared(host(), { ledgerId: id, secret, __accounts: accounts })) };
    },

    update: async (_id: string, olds: Properties) => ({ outs: plain(withDeclared(host(), outputsFrom(olds))) }),

    read: async (id: string, properties: Properties) => ({ id, props: properties }),

    delete: cleanSavedErrors(host, async (id, properties) => {
      const { memory, accounts, reporter, settings } = host();
      // The program of this run declares this ledger: deleting it is a replacement, not the end of the stack.
      if (memory.ledger.__saved?.id === id) return;
      const remembered = rememberedAccounts(outputsFrom(properties).__accounts);
      // The environment answers for this one run. The setting is the one that the last `up` saved, and nobody could change that any more.
      const policy = readEnvironment()[environmentVariable("straysOnDestroy")] === "warn" ? "warn" : undefined;
      await refuseStrays(accounts(remembered), reporter, id, policy ?? settings().straysOnDestroy);
    }),
  };
}

const newLedger = (): SavedLedger => ({
  id: randomUUID(),
  secret: randomBytes(32).toString("hex"),
});

/** The outputs with the accounts that the program declares. What the state remembers is never left out, whatever the program could read. */
const withDeclared = ({ memory }: Host, outputs: LedgerOutputs): LedgerOutputs => ({
  ...outputs,
  __accounts: allAccounts(outputs.__accounts, memory.ledger.__declaredAccounts),
});

const outputsFrom = (properties: Properties): LedgerOutputs => LedgerOutputs.parse(properties);
