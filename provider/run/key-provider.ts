import { randomInt, randomUUID } from "node:crypto";
import type * as pulumi from "@pulumi/pulumi";
import { cleanErrors } from "../host/guard";
import type { Host } from "../host/host";
import { textIn } from "../pulumi/properties";
import { lookForStrays } from "../purchase/last-look";
import { environmentVariable, readEnvironment } from "../service/environment";

type Properties = Readonly<Record<string, unknown>>;

/**
 * The idempotency key of a server, which the engine saves before the server is bought. Creating it makes no call, so that nothing can come
 * between its creation and its saving.
 */
export const idempotencyKeyProvider = (
  host: () => Host,
  newValues = () => newIdempotencyKey(Date.now()),
): pulumi.dynamic.ResourceProvider => ({
  check: async (_olds: Properties, news: Properties) => ({ inputs: news }),

  diff: async () => ({ changes: false }),

  create: async (inputs: Properties) => {
    const values = newValues();
    host().memory.ofKey(values.key).isNew = true;
    return { id: values.key, outs: { ...inputs, ...values } };
  },

  read: async (id: string, properties: Properties) => ({ id, props: properties }),

  delete: cleanErrors(host, async (id: string, properties: Properties) => {
    const { context, reporter } = host();
    // A destroy uses the settings of the last `up`, and nobody could change those any more: the environment can, for this one run.
    const policy = readEnvironment()[environmentVariable("straysOnDelete")] === "warn" ? "warn" : undefined;
    await lookForStrays(context, reporter, textIn(properties, "key") ?? id, policy);
  }),
});

/** What is saved before a server is bought. */
interface IdempotencyKeyValues {
  readonly key: string;
  /** A root password, for a server whose program sets none. */
  readonly password: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Letters and digits that nobody mistakes for each other. */
const alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";

export const newIdempotencyKey = (nowMs: number): IdempotencyKeyValues => ({
  key: randomUUID(),
  password: newPassword(),
  createdAt: new Date(nowMs).toISOString(),
});

/** About 128 bits. Starts with a letter, and has every character class that password rules ask for. */
function newPassword(): string {
  const letters = Array.from({ length: 22 }, () => alphabet[randomInt(alphabet.length)]);
  return `r${letters.join("")}X7`;
}
