import { randomBytes, randomUUID } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";
import { refuseLeftovers } from "../apply/cancel/leftovers";
import { isUnknown } from "../plan/equality";
import { LedgerInputs, LedgerOutputs } from "../schema/ledger";
import { cleanErrors } from "./guard";
import type { Host } from "./host";
import { plain } from "./properties";

type Properties = Record<string, unknown>;

/**
 * The ledger of a stack: an id, saved before any server is bought, and a secret to derive passwords and fingerprints
 * from. It makes no call when it is created, so that nothing can come between its making and its saving.
 *
 * Replaced or tainted, it keeps id and secret, which the program reads out of the state: they are on every order. It also remembers the accounts
 * of the explicit providers, for a destroy to look into each: a destroy knows nothing but the state.
 */
export function ledgerProvider(process: () => Host): pulumi.dynamic.ResourceProvider {
  return {
    check: async (_olds: Properties, news: Properties) => {
      const { __identity: identity } = inputsFrom(news);
      if (identity !== undefined) process().memory.declareLedger(identity.id);
      return { inputs: news };
    },

    // An account whose settings are not known yet may turn out to be the one that is remembered.
    diff: async (_id: string, olds: Properties, news: Properties) => {
      const { __accounts: accounts } = news;
      return { changes: !isUnknown(accounts) && inputsFrom(news).__accounts !== outputsFrom(olds).__accounts };
    },

    create: async (inputs: Properties) => {
      const { __identity: kept, __accounts } = inputsFrom(inputs);
      const identity = kept ?? { id: randomUUID(), secret: randomBytes(32).toString("hex") };
      process().memory.declareLedger(identity.id);
      return { id: identity.id, outs: plain({ ledgerId: identity.id, secret: identity.secret, __accounts }) };
    },

    update: async (_id: string, olds: Properties, news: Properties) => ({
      outs: plain({ ...outputsFrom(olds), __accounts: inputsFrom(news).__accounts }),
    }),

    read: async (id: string, properties: Properties) => ({ id, props: properties }),

    delete: cleanErrors(process, async (id: string, properties: Properties) => {
      if (process().memory.isLedgerDeclared(id)) return;
      const host = process();
      const accounts = host.accounts(outputsFrom(properties).__accounts);
      await refuseLeftovers(accounts, host.reporter, id, host.settings().leftoversOnDestroy);
    }),
  };
}

const inputsFrom = (properties: Properties): LedgerInputs => LedgerInputs.parse(properties);

const outputsFrom = (properties: Properties): LedgerOutputs => LedgerOutputs.parse(properties);
