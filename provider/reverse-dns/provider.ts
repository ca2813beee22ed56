import type * as pulumi from "@pulumi/pulumi";
import { definedParts } from "../engine/parts";
import { type Properties, plain, received } from "../engine/properties";
import { Refusal, remediatedNote } from "../host/failures";
import { cleanErrors, cleanSavedErrors } from "../host/guard";
import type { Host } from "../host/host";
import {
  checkReverseDns,
  diffReverseDns,
  ReverseDnsInputs,
  type ReverseDnsOutputs,
  recordedReverseDns,
} from "./record";
import { checkAddress, clearRecord, RunRecords, readRecord, setRecord } from "./set-record";

/** What the engine calls for a `ReverseDns`. */
export function reverseDnsProvider(host: () => Host): pulumi.dynamic.ResourceProvider {
  const run = new RunRecords();
  return {
    check: cleanErrors(host, async (olds: Properties, news: Properties) => {
      const asked = received(news);
      const { __urn: urn, orderOid } = asked;
      if (typeof urn === "string") run.declare(urn);
      const failures = [...checkReverseDns(asked)];
      if (failures.length === 0)
        failures.push(...(await checkAddress(() => host().context(), run, received(olds), asked)));
      // In the form in which a refresh returns it: the id of a server is text.
      const oid = failures.length === 0 && typeof orderOid === "string" ? { orderOid: Number(orderOid) } : {};
      return { inputs: { ...news, ...oid }, failures };
    }),

    // Never calls the service, because a refresh calls it too; and throws only for what the program declares.
    diff: cleanErrors(host, async (id: string, olds: Properties, news: Properties) => {
      const recorded = recordedReverseDns(id, olds);
      const asked = received(news);
      const { changes, replaces, isSameAddress } = diffReverseDns(recorded, asked);
      const { __urn: urn } = asked;
      // The inputs do not include the server's first address; the state does.
      if (typeof urn === "string" && isSameAddress && recorded.__setFor !== undefined && run.declares(urn))
        run.claim(recorded.__setFor, urn);
      return { changes, replaces };
    }),

    create: cleanErrors(host, async (inputs: Properties) => {
      const outputs = await setRecord(host().context(), run, desiredFrom(inputs));
      return { id: `${outputs.orderOid}/${outputs.ip}`, outs: plain(outputs) };
    }),

    update: cleanErrors(host, async (id: string, olds: Properties, news: Properties) => ({
      outs: plain(await setRecord(host().context(), run, desiredFrom(news), recordedReverseDns(id, olds))),
    })),

    read: cleanSavedErrors(host, async (id, properties) => {
      const seen = await readRecord(host().context(), recordedReverseDns(id, properties));
      return seen === undefined ? { id: "", props: {} } : { id, props: plain(seen), inputs: inputsOf(seen) };
    }),

    delete: cleanSavedErrors(host, async (id, properties) =>
      clearRecord(host().context(), run, recordedReverseDns(id, properties)),
    ),
  };
}

/** A policy that remediates changes the inputs after the check. */
function desiredFrom(inputs: Properties): ReverseDnsInputs {
  const failures = checkReverseDns(inputs);
  if (failures.length > 0)
    throw new Refusal(`No record was set: ${failures.map(({ reason }) => reason).join(" ")} ${remediatedNote}`);
  return ReverseDnsInputs.strip().parse(definedParts(inputs));
}

/** The inputs as the program set them. */
const inputsOf = ({ __provider, __urn, orderOid, name, __setFor, __isFirstIp }: ReverseDnsOutputs): Properties =>
  plain({ __provider, __urn, orderOid, name, ...(__isFirstIp === true ? {} : { ip: __setFor }) });
