import type * as pulumi from "@pulumi/pulumi";
import { clearReverseDns, readReverseDns, setReverseDns } from "../apply/reverse-dns";
import { checkReverseDns, diffReverseDns } from "../plan/reverse-dns";
import { ReverseDnsInputs, ReverseDnsOutputs } from "../schema/reverse-dns";
import { cleanErrors } from "./clean-errors";
import { plain } from "./parsing";
import type { ProcessWorld } from "./process-world";

type Bag = Record<string, unknown>;

/** What the engine calls for a `ReverseDns`. */
export function reverseDnsProvider(process: () => ProcessWorld): pulumi.dynamic.ResourceProvider {
  return {
    check: cleanErrors(process, async (_olds: Bag, news: Bag) => ({
      inputs: news,
      failures: [...checkReverseDns(news)],
    })),

    diff: async (_id: string, olds: Bag, news: Bag) => diffReverseDns(ReverseDnsOutputs.parse(olds), news),

    create: cleanErrors(process, async (inputs: Bag) => {
      const outputs = await setReverseDns(process().acting(), desiredFrom(inputs));
      return { id: `${outputs.orderOid}/${outputs.ip}`, outs: plain(outputs) };
    }),

    update: cleanErrors(process, async (_id: string, olds: Bag, news: Bag) => ({
      outs: plain(await setReverseDns(process().acting(), desiredFrom(news), ReverseDnsOutputs.parse(olds))),
    })),

    read: cleanErrors(process, async (id: string, properties: Bag) => {
      const seen = await readReverseDns(process().acting(), ReverseDnsOutputs.parse(properties));
      return seen === undefined ? { id: "", props: {} } : { id, props: plain(seen), inputs: inputsOf(seen) };
    }),

    delete: cleanErrors(process, async (_id: string, properties: Bag) => {
      await clearReverseDns(process().acting(), ReverseDnsOutputs.parse(properties));
    }),
  };
}

/** The engine has no word for absent arguments but null. */
const desiredFrom = (inputs: Bag): ReverseDnsInputs =>
  ReverseDnsInputs.parse(Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null)));

/** What the program had set, in its own terms. */
const inputsOf = ({ __provider, orderOid, name, __setFor, __isFirstIp }: ReverseDnsOutputs): Bag => ({
  ...(__provider === undefined ? {} : { __provider }),
  orderOid,
  name,
  ...(__isFirstIp ? {} : { ip: __setFor }),
});
