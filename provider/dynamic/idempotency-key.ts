import type * as pulumi from "@pulumi/pulumi";
import { readEnvironment } from "../api/environment";
import { lookAgain } from "../purchase/last-look";
import { textIn } from "../schema/saved-state";
import { environmentVariable } from "../schema/setting-names";
import { cleanErrors } from "./guard";
import type { Host } from "./host";

type Properties = Readonly<Record<string, unknown>>;

/**
 * The idempotency key of a server, which the engine saves before the server is bought. Creating it makes no call, so that nothing can come
 * between its creation and its saving.
 */
export const idempotencyKeyProvider = (host: () => Host): pulumi.dynamic.ResourceProvider => ({
  check: async (_olds: Properties, news: Properties) => ({ inputs: news }),

  diff: async () => ({ changes: false }),

  create: async (inputs: Properties) => {
    const values = host().newIdempotencyKey();
    host().memory.newKeys.add(values.key);
    return { id: values.key, outs: { ...inputs, ...values } };
  },

  read: async (id: string, properties: Properties) => ({ id, props: properties }),

  delete: cleanErrors(host, async (id: string, properties: Properties) => {
    const { context, reporter } = host();
    // A destroy uses the settings of the last `up`, and nobody could change those any more: the environment answers for this one run.
    const policy = readEnvironment()[environmentVariable("straysOnDelete")] === "warn" ? "warn" : undefined;
    await lookAgain(context, reporter, textIn(properties, "key") ?? id, policy);
  }),
});
