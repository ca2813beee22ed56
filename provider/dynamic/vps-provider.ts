import type * as pulumi from "@pulumi/pulumi";
import { readServer } from "../apply/change/reading";
import { updateServer } from "../apply/change/updating";
import { isImporting, previewImport } from "../apply/order/adoption-by-import";
import { cancel, holderOf } from "../apply/order/cancellation";
import { createServer } from "../apply/order/creation";
import { Preview } from "../apply/preview/preview";
import { checkVps } from "../plan/argument/check";
import { isUnknown } from "../plan/argument/values";
import { diffVps } from "../plan/change/diff";
import { unspokenDrift } from "../plan/change/unspoken-drift";
import { Claim } from "../schema/vps/claim";
import { cleanErrors } from "./clean-errors";
import { desiredFrom, plain, recordedFrom } from "./parsing";
import type { ProcessWorld } from "./process-world";

type Bag = Record<string, unknown>;

/** What the engine calls for a `Vps`. Each method parses, asks the plan, and acts through `apply`. */
export function vpsProvider(process: () => ProcessWorld): pulumi.dynamic.ResourceProvider {
  const preview = new Preview(process);
  return {
    check: cleanErrors(process, async (olds: Bag, news: Bag) => {
      const { inputs, failures } = checkVps(olds, news);
      const checked = { ...inputs, ...kept(olds, news) };
      if (failures.length > 0) return { inputs: checked, failures: [...failures] };
      const desired = desiredFrom(checked);
      process().memory.declare(desired.__declaredUrn ?? "");
      const isAdopted = isImporting(desired) && olds["domainName"] === undefined;
      const found = isAdopted ? await previewImport(process().acting(), desired) : await preview.check(olds, desired);
      return { inputs: checked, failures: [...found] };
    }),

    // Never throws and never calls the service: a refresh and cascades ask it too.
    diff: async (_id: string, olds: Bag, news: Bag) => {
      const recorded = recordedFrom(olds);
      if (recorded.orderOid !== undefined) process().memory.hold(recorded.orderOid, holderOf(recorded));
      const desired = desiredFrom(news);
      const diff = diffVps(recorded, desired);
      preview.tell(recorded, desired, diff);
      await process().narrator.heard?.();
      // A refresh asks with what it has read, before the program declares anything.
      const isOfProgram = process().memory.isDeclared(desired.__declaredUrn ?? "");
      const hasDrifted = !isOfProgram && unspokenDrift(recorded).length > 0;
      return { changes: diff.hasChanges || hasDrifted, replaces: [...diff.replaces] };
    },

    create: cleanErrors(process, async (inputs: Bag) => {
      const { id, outputs } = await createServer(process().acting(), desiredFrom(inputs));
      return { id, outs: plain(outputs) };
    }),

    update: cleanErrors(process, async (id: string, olds: Bag, news: Bag) => ({
      outs: plain(await updateServer(process().acting(), id, recordedFrom(olds), desiredFrom(news))),
    })),

    read: cleanErrors(process, async (id: string, properties: Bag) => {
      const seen = await readServer(process().acting(), id, recordedFrom(properties));
      return seen === undefined
        ? { id: "", props: {} }
        : { id: seen.id, props: plain(seen.outputs), inputs: plain(seen.inputs) };
    }),

    delete: cleanErrors(process, async (_id: string, properties: Bag) => {
      await cancel(process().acting(), recordedFrom(properties));
    }),
  };
}

/**
 * What was given once and stays with a server in whatever stack it is declared later: its name at the service, and the
 * secret that its recorded digests are keyed with, as another one would make first-boot data look changed.
 */
function kept(olds: Bag, news: Bag): Bag {
  const secret = olds["__ledgerSecret"];
  const key = keptKey(olds, news);
  return {
    ...(key === undefined ? {} : { __key: key }),
    ...(typeof secret === "string" && !isUnknown(secret) ? { __ledgerSecret: secret } : {}),
  };
}

/** A rename in the program keeps the name. A new one is the claim's choice: it knows which names renamed resources keep. */
function keptKey(olds: Bag, news: Bag): unknown {
  if (typeof olds["__key"] === "string") return olds["__key"];
  if (typeof news["__key"] === "string") return news["__key"];
  const claim = news["__claim"];
  return typeof claim !== "string" || isUnknown(claim) ? undefined : Claim.parse(JSON.parse(claim)).keys[0];
}
