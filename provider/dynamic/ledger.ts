import { randomBytes, randomUUID } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";
import { refuseLeftovers } from "../apply/cancel/cancel";
import { isUnknown } from "../engine/reserved";
import type { Properties } from "../plan/model";
import { LedgerInputs, LedgerOutputs, rememberedAccounts } from "../schema/ledger";
import { cleanErrors } from "./guard";
import type { Host } from "./host";
import { plain } from "./properties";

/**
 * The ledger of a stack: an id, saved before any server is bought, and a secret to derive passwords and fingerprints
 * from. Creating it makes no call, so that nothing can come between its creation and its saving.
 *
 * Replaced or tainted, it keeps its id and secret, which the program reads from the state, because every order's tags
 * depend on them. It also remembers the accounts of the explicit providers: a destroy knows only the state, and searches
 * each of them.
 */
export function ledgerProvider(host: () => Host): pulumi.dynamic.ResourceProvider {
  return {
    check: async (_olds: Properties, news: Properties) => {
      const { __identity: identity } = inputsFrom(news);
      if (identity !== undefined) host().memory.declareLedger(identity.id);
      return { inputs: news };
    },

    // An account whose settings are not known yet may turn out to be a remembered one.
    diff: async (_id: string, olds: Properties, news: Properties) => {
      const { __accounts: accounts } = news;
      return { changes: !isUnknown(accounts) && inputsFrom(news).__accounts !== outputsFrom(olds).__accounts };
    },

    create: async (inputs: Properties) => {
      const { __identity: kept, __accounts } = inputsFrom(inputs);
      const identity = kept ?? { id: randomUUID(), secret: randomBytes(32).toString("hex") };
      host().memory.declareLedger(identity.id);
      return { id: identity.id, outs: plain({ ledgerId: identity.id, secret: identity.secret, __accounts }) };
    },

    update: async (_id: string, olds: Properties, news: Properties) => ({
      outs: plain({ ...outputsFrom(olds), __accounts: inputsFrom(news).__accounts }),
    }),

    read: async (id: string, properties: Properties) => ({ id, props: properties }),

    delete: cleanErrors(host, async (id: string, properties: Properties) => {
      const { memory, accounts, reporter, settings } = host();
      if (memory.isLedgerDeclared(id)) return;
      const remembered = rememberedAccounts(outputsFrom(properties).__accounts);
      await refuseLeftovers(accounts(remembered), reporter, id, settings().leftoversOnDestroy);
    }),
  };
}

const inputsFrom = (properties: Properties): LedgerInputs => LedgerInputs.parse(properties);

const outputsFrom = (properties: Properties): LedgerOutputs => LedgerOutputs.parse(properties);
