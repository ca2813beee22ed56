import { randomBytes, randomUUID } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";
import { MissingKeyError } from "../api/settings";
import { refuseLeftovers } from "../apply/order/leftovers";
import { cleanErrors } from "./clean-errors";
import type { ProcessWorld } from "./process-world";

type Bag = Record<string, unknown>;

/** The ledger is saved at every run; of a long history the newest part is enough. */
const mostRemembered = 500;

/**
 * The ledger of a stack: an id, saved before any server is bought, and a secret to derive passwords and fingerprints
 * from. It makes no call when it is created, so that nothing can come between its making and its saving.
 *
 * Its inputs also remember which orders the state has held. An order with this stack's tag that was never among them
 * comes from an interrupted run; one that was among them and is no longer has been given away.
 */
export function ledgerProvider(process: () => ProcessWorld): pulumi.dynamic.ResourceProvider {
  return {
    check: async (olds: Bag, news: Bag) => {
      const seen = [...new Set([...oids(olds["__seen"]), ...oids(news["__seen"])])].slice(-mostRemembered);
      process().memory.rememberOnceOwned(seen);
      return { inputs: { ...news, __seen: seen } };
    },

    // What it remembers is saved without a word: nobody is to see a change where there is none.
    diff: async () => ({ changes: false }),

    create: async () => ({ id: randomUUID(), outs: { secret: randomBytes(32).toString("hex") } }),

    read: async (id: string, properties: Bag) => ({ id, props: properties }),

    delete: cleanErrors(process, async (id: string) => {
      try {
        await refuseLeftovers(process().acting(), id);
      } catch (error) {
        if (!(error instanceof MissingKeyError)) throw error;
        process().narrator.warn(
          undefined,
          "No API key is set for the default provider, so nobody could look whether orders of this stack are left over and still billed. Look at the service.",
        );
      }
    }),
  };
}

const oids = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((oid): oid is number => typeof oid === "number") : [];
