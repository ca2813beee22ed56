import type * as pulumi from "@pulumi/pulumi";
import { clearReverseDns, RunAddresses, readReverseDns, setReverseDns } from "../apply/reverse-dns";
import { checkReverseDns, declaredReverseDns, diffReverseDns, recordedReverseDns } from "../plan/reverse-dns";
import { ReverseDnsInputs, type ReverseDnsOutputs } from "../schema/reverse-dns";
import { cleanErrors } from "./guard";
import type { Host } from "./host";
import { plain } from "./properties";

type Properties = Record<string, unknown>;

/** What the engine calls for a `ReverseDns`. */
export function reverseDnsProvider(process: () => Host): pulumi.dynamic.ResourceProvider {
  const addresses = new RunAddresses();
  return {
    check: cleanErrors(process, async (_olds: Properties, news: Properties) => {
      const { urn, ip } = declaredReverseDns(news);
      if (urn !== undefined) addresses.declare(urn, ip);
      return { inputs: news, failures: [...checkReverseDns(news)] };
    }),

    // Never throws and never calls the service: a refresh asks it too.
    diff: async (id: string, olds: Properties, news: Properties) => {
      const recorded = recordedReverseDns(id, olds);
      const { urn, ip } = declaredReverseDns(news);
      // The first address of a server is not among the inputs; the state has it.
      if (urn !== undefined && ip === undefined && addresses.isDeclared(urn)) addresses.declare(urn, recorded.ip);
      return diffReverseDns(recorded, news);
    },

    create: cleanErrors(process, async (inputs: Properties) => {
      const outputs = await setReverseDns(process().acting(), addresses, desiredFrom(inputs));
      return { id: `${outputs.orderOid}/${outputs.ip}`, outs: plain(outputs) };
    }),

    update: cleanErrors(process, async (id: string, olds: Properties, news: Properties) => {
      const recorded = recordedReverseDns(id, olds);
      return { outs: plain(await setReverseDns(process().acting(), addresses, desiredFrom(news), recorded)) };
    }),

    read: cleanErrors(process, async (id: string, properties: Properties) => {
      const seen = await readReverseDns(process().acting(), recordedReverseDns(id, properties));
      return seen === undefined ? { id: "", props: {} } : { id, props: plain(seen), inputs: inputsOf(seen) };
    }),

    delete: cleanErrors(process, async (id: string, properties: Properties) => {
      await clearReverseDns(process().acting(), addresses, recordedReverseDns(id, properties));
    }),
  };
}

/** The engine has no word for absent arguments but null. */
const desiredFrom = (inputs: Properties): ReverseDnsInputs =>
  ReverseDnsInputs.strip().parse(Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null)));

/** What the program had set, in its own terms. */
const inputsOf = ({
  __provider,
  __declaredUrn,
  orderOid,
  name,
  __setFor,
  __isFirstIp,
}: ReverseDnsOutputs): Properties =>
  plain({ __provider, __declaredUrn, orderOid, name, ...(__isFirstIp === true ? {} : { ip: __setFor }) });
