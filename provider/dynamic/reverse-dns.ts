import type * as pulumi from "@pulumi/pulumi";
import { ReverseDnsPreview } from "../apply/preview/preview-reverse-dns";
import { clearReverseDns, RunAddresses, readReverseDns, setReverseDns } from "../apply/reverse-dns";
import type { Properties } from "../plan/model";
import {
  checkReverseDns,
  declaredReverseDns,
  diffReverseDns,
  recordedReverseDns,
  recordToSet,
} from "../plan/reverse-dns";
import { ReverseDnsInputs, type ReverseDnsOutputs } from "../schema/reverse-dns";
import { cleanErrors, cleanSavedErrors } from "./guard";
import type { Host } from "./host";
import { plain, received } from "./properties";

/** What the engine calls for a `ReverseDns`. */
export function reverseDnsProvider(host: () => Host): pulumi.dynamic.ResourceProvider {
  const addresses = new RunAddresses();
  const preview = new ReverseDnsPreview();
  return {
    check: cleanErrors(host, async (olds: Properties, news: Properties) => {
      const [before, asked] = [received(olds), received(news)];
      const { urn, ip } = declaredReverseDns(asked);
      if (urn !== undefined) addresses.declare(urn, ip);
      const failures = checkReverseDns(asked);
      const record = failures.length > 0 ? undefined : recordToSet(before, asked);
      const found = record === undefined ? [] : await preview.check(host().context, record, urn);
      return { inputs: news, failures: [...failures, ...found] };
    }),

    // Never throws and never calls the service, because a refresh calls it too.
    diff: async (id: string, olds: Properties, news: Properties) => {
      const recorded = recordedReverseDns(id, olds);
      const { urn, ip } = declaredReverseDns(received(news));
      // The inputs do not include the server's first address; the state does.
      if (urn !== undefined && ip === undefined && addresses.isDeclared(urn)) addresses.declare(urn, recorded.ip);
      return diffReverseDns(recorded, received(news));
    },

    create: cleanErrors(host, async (inputs: Properties) => {
      const outputs = await setReverseDns(host().context(), addresses, desiredFrom(inputs));
      return { id: `${outputs.orderOid}/${outputs.ip}`, outs: plain(outputs) };
    }),

    update: cleanErrors(host, async (id: string, olds: Properties, news: Properties) => {
      const recorded = recordedReverseDns(id, olds);
      return { outs: plain(await setReverseDns(host().context(), addresses, desiredFrom(news), recorded)) };
    }),

    read: cleanSavedErrors(host, async (id, properties) => {
      const seen = await readReverseDns(host().context(), recordedReverseDns(id, properties));
      return seen === undefined ? { id: "", props: {} } : { id, props: plain(seen), inputs: inputsOf(seen) };
    }),

    delete: cleanSavedErrors(host, async (id, properties) => {
      await clearReverseDns(host().context(), addresses, recordedReverseDns(id, properties));
    }),
  };
}

/** The engine sends absent arguments as null. */
const desiredFrom = (inputs: Properties): ReverseDnsInputs =>
  ReverseDnsInputs.strip().parse(Object.fromEntries(Object.entries(inputs).filter(([, value]) => value !== null)));

/** The inputs as the program set them. */
const inputsOf = ({ __provider, __urn, orderOid, name, __setFor, __isFirstIp }: ReverseDnsOutputs): Properties =>
  plain({ __provider, __urn, orderOid, name, ...(__isFirstIp === true ? {} : { ip: __setFor }) });
