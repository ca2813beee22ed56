import { randomBytes, randomUUID } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";

type Bag = Record<string, unknown>;

/**
 * The ledger of a stack: an id, saved before any server is bought, and a secret to derive passwords and fingerprints
 * from. It makes no call when it is created, so that nothing can come between its making and its saving.
 */
export function ledgerProvider(): pulumi.dynamic.ResourceProvider {
  return {
    check: async (_olds: Bag, news: Bag) => ({ inputs: news }),
    diff: async () => ({ changes: false }),
    create: async () => ({ id: randomUUID(), outs: { secret: randomBytes(32).toString("hex") } }),
    read: async (id: string, properties: Bag) => ({ id, props: properties }),
  };
}
