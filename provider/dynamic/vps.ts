import type * as pulumi from "@pulumi/pulumi";
import { cancel, holderOf } from "../apply/cancel/cancel";
import { isImporting, previewImport } from "../apply/import/adopt";
import { createServer } from "../apply/lifecycle/create";
import { readServer } from "../apply/lifecycle/read";
import { updateServer } from "../apply/lifecycle/update";
import { Preview } from "../apply/preview/preview";
import { checkVps } from "../plan/check/check-vps";
import { isUnknown } from "../plan/equality";
import type { Desired } from "../plan/model";
import { diffVps } from "../plan/update/diff";
import { unspokenDrift } from "../plan/update/update-messages";
import { cleanErrors } from "./guard";
import type { Host } from "./host";
import { desiredFrom, ownershipFrom, plain, recordedFrom } from "./properties";

type Properties = Record<string, unknown>;

/** What the engine calls for a `Vps`. Each method parses, asks the plan, and acts through `apply`. */
export function vpsProvider(process: () => Host): pulumi.dynamic.ResourceProvider {
  const preview = new Preview(process);
  /** What its check was handed over for this resource goes with it: the engine calls both in one process. */
  const programmed = (inputs: Properties): Desired => {
    const desired = desiredFrom(inputs);
    return { ...desired, __ownership: process().memory.ownershipOf(desired.__declaredUrn ?? "") };
  };
  return {
    check: cleanErrors(process, async (olds: Properties, news: Properties) => {
      // Another one in each run, so it is not let through: what is saved must be the same in a run that changes nothing.
      const { __ownership: handedOver, ...given } = news;
      const ownership = ownershipFrom(handedOver);
      const { inputs, failures } = checkVps(olds, given, ownership);
      const checked = { ...inputs, ...kept(olds) };
      if (failures.length > 0) return { inputs: checked, failures: [...failures] };
      const desired = { ...desiredFrom(checked), __ownership: ownership };
      process().memory.declare(desired.__declaredUrn ?? "", ownership);
      const isAdopted = isImporting(desired) && olds["domainName"] === undefined;
      const found = isAdopted ? await previewImport(process().acting(), desired) : await preview.check(olds, desired);
      return { inputs: checked, failures: [...found] };
    }),

    // Never throws and never calls the service: a refresh and cascades ask it too.
    diff: async (_id: string, olds: Properties, news: Properties) => {
      const recorded = recordedFrom(olds);
      if (recorded.orderOid !== undefined) process().memory.hold(recorded.orderOid, holderOf(recorded));
      const desired = programmed(news);
      const diff = diffVps(recorded, desired);
      preview.tell(recorded, desired, diff);
      await process().reporter.flush?.();
      // A refresh asks with what it has read, before the program declares anything.
      const isOfProgram = process().memory.isDeclared(desired.__declaredUrn ?? "");
      const hasDrifted = !isOfProgram && unspokenDrift(recorded).length > 0;
      return { changes: diff.hasChanges || hasDrifted, replaces: [...diff.replaces] };
    },

    create: cleanErrors(process, async (inputs: Properties) => {
      const { id, outputs } = await createServer(process().acting(), programmed(inputs));
      return { id, outs: plain(outputs) };
    }),

    update: cleanErrors(process, async (id: string, olds: Properties, news: Properties) => ({
      outs: plain(await updateServer(process().acting(), id, recordedFrom(olds), programmed(news))),
    })),

    read: cleanErrors(process, async (id: string, properties: Properties) => {
      const seen = await readServer(process().acting(), id, recordedFrom(properties));
      return seen === undefined
        ? { id: "", props: {} }
        : { id: seen.id, props: plain(seen.outputs), inputs: plain(seen.inputs) };
    }),

    delete: cleanErrors(process, async (_id: string, properties: Properties) => {
      await cancel(process().acting(), recordedFrom(properties));
    }),
  };
}

/**
 * What was given once and stays with a server in whatever stack it is declared later: the secret that its recorded
 * digests are keyed with, as another one would make first-boot data look changed.
 */
function kept(olds: Properties): Properties {
  const secret = olds["__ledgerSecret"];
  return typeof secret === "string" && !isUnknown(secret) ? { __ledgerSecret: secret } : {};
}
