import type * as pulumi from "@pulumi/pulumi";
import { readServer } from "../apply/change/reading";
import { updateServer } from "../apply/change/updating";
import { isImporting, previewImport } from "../apply/order/adoption-by-import";
import { cancel, holderOf } from "../apply/order/cancellation";
import { createServer } from "../apply/order/creation";
import { Preview } from "../apply/preview/preview";
import { checkVps } from "../plan/argument/check";
import { diffVps } from "../plan/change/diff";
import { unspokenDrift } from "../plan/change/unspoken-drift";
import type { Desired, Known, Properties } from "../plan/model";
import { isOwned, recordedFrom } from "../schema/vps/recorded";
import { cleanErrors } from "./clean-errors";
import { desiredFrom, hiddenFrom, ownershipFrom, plain, received, requireKnown } from "./parsing";
import type { ProcessWorld } from "./process-world";

type Bag = Record<string, unknown>;

/** What the engine calls for a `Vps`. Each method parses, asks the plan, and acts through `apply`. */
export function vpsProvider(process: () => ProcessWorld): pulumi.dynamic.ResourceProvider {
  const preview = new Preview(process);
  /** What its check was handed over for this resource goes with it: the engine calls both in one process. */
  const programmed = (inputs: Bag): Desired => {
    const asked = received(inputs);
    return desiredFrom(asked, process().memory.ownershipOf(hiddenFrom(asked).__declaredUrn ?? ""));
  };
  const decided = (inputs: Bag): Known<Desired> => requireKnown(programmed(inputs));
  return {
    check: cleanErrors(process, async (olds: Bag, news: Bag) => {
      // Another one in each run, so it is not let through: what is saved must be the same in a run that changes nothing.
      const { __ownership: handedOver, ...given } = news;
      const ownership = ownershipFrom(handedOver);
      const [before, asked] = [received(olds), received(given)];
      const { inputs, failures } = checkVps(before, asked, { ...hiddenFrom(asked), __ownership: ownership });
      const checked = { ...given, ...inputs, ...kept(before) };
      if (failures.length > 0) return { inputs: checked, failures: [...failures] };
      const desired = desiredFrom(received(checked), ownership);
      process().memory.declare(desired.__declaredUrn ?? "", ownership);
      const isAdopted = isImporting(desired) && before["domainName"] === undefined;
      const found = isAdopted ? await previewImport(process().acting(), desired) : await preview.check(before, desired);
      return { inputs: checked, failures: [...found] };
    }),

    // Never throws and never calls the service: a refresh and cascades ask it too.
    diff: async (_id: string, olds: Bag, news: Bag) => {
      const recorded = recordedFrom(olds);
      if (isOwned(recorded)) process().memory.hold(recorded.orderOid, holderOf(recorded));
      const desired = programmed(news);
      const diff = diffVps(recorded, desired);
      preview.tell(recorded, desired, diff);
      await process().narrator.heard?.();
      // A refresh asks with what it has read, before the program declares anything.
      const isOfProgram = process().memory.isDeclared(desired.__declaredUrn ?? "");
      const hasDrifted = !isOfProgram && isOwned(recorded) && unspokenDrift(recorded).length > 0;
      return { changes: diff.hasChanges || hasDrifted, replaces: [...diff.replaces] };
    },

    create: cleanErrors(process, async (inputs: Bag) => {
      const { id, outputs } = await createServer(process().acting(), decided(inputs));
      return { id, outs: plain(outputs) };
    }),

    update: cleanErrors(process, async (id: string, olds: Bag, news: Bag) => ({
      outs: plain(await updateServer(process().acting(), id, recordedFrom(olds), decided(news))),
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
 * What was given once and stays with a server in whatever stack it is declared later: the secret that its recorded
 * digests are keyed with, as another one would make first-boot data look changed.
 */
function kept(before: Properties): Bag {
  const { __ledgerSecret: secret } = before;
  return typeof secret === "string" ? { __ledgerSecret: secret } : {};
}
