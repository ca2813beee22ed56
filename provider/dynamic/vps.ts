import type * as pulumi from "@pulumi/pulumi";
import { cancel } from "../apply/cancel/cancel";
import { holderOf } from "../apply/host-memory";
import { isImporting, previewImport } from "../apply/import/adopt";
import { Preview } from "../apply/preview/preview";
import { createServer } from "../apply/server/create";
import { readServer } from "../apply/server/read";
import { updateServer } from "../apply/server/update";
import { checkVps } from "../plan/check/check-vps";
import { type Desired, isFirstOrder, type Known, type Properties } from "../plan/model";
import { diffVps } from "../plan/update/diff";
import { driftWarnings } from "../plan/update/update-messages";
import { isOwned, recordedFrom } from "../schema/vps-outputs";
import { cleanErrors, cleanSavedErrors } from "./guard";
import type { Host } from "./host";
import { desiredFrom, hiddenFrom, plain, received, requireKnown, runInputsFrom } from "./properties";

/** What the engine calls for a `Vps`. Each method parses, asks the plan, and acts through `apply`. */
export function vpsProvider(host: () => Host): pulumi.dynamic.ResourceProvider {
  const preview = new Preview(host);
  const knownDesiredOf = (inputs: Properties): Known<Desired> => requireKnown(desiredOf(host(), inputs));
  return {
    check: cleanErrors(host, (olds: Properties, news: Properties) => check(host(), preview, olds, news)),

    // Never calls the service, because a refresh and cascades call it too; for them it never throws either.
    diff: cleanErrors(host, async (_id: string, olds: Properties, news: Properties) =>
      diff(host(), preview, olds, news),
    ),

    create: cleanErrors(host, async (inputs: Properties) => {
      const { id, outputs } = await createServer(host().context(), knownDesiredOf(inputs));
      return { id, outs: plain(outputs) };
    }),

    update: cleanErrors(host, async (id: string, olds: Properties, news: Properties) => ({
      outs: plain(await updateServer(host().context(), id, recordedFrom(olds), knownDesiredOf(news))),
    })),

    read: cleanSavedErrors(host, async (id, properties) => {
      const seen = await readServer(host().context(), id, recordedFrom(properties));
      return seen === undefined
        ? { id: "", props: {} }
        : { id: seen.id, props: plain(seen.outputs), inputs: plain(seen.inputs) };
    }),

    delete: cleanSavedErrors(host, async (_id, properties) => {
      await cancel(host().context(), recordedFrom(properties));
    }),
  };
}

async function check(
  host: Host,
  preview: Preview,
  olds: Properties,
  news: Properties,
): Promise<pulumi.dynamic.CheckResult> {
  const { __ownership, __ledgerSecret, ...given } = news;
  const runInputs = runInputsFrom(received({ __ownership, __ledgerSecret }));
  const [before, asked] = [received(olds), received(given)];
  const { inputs, failures } = checkVps(before, asked, { ...hiddenFrom(asked), ...runInputs });
  const checked = { ...given, ...inputs };
  if (failures.length > 0) return { inputs: checked, failures: [...failures] };
  const desired = desiredFrom(received(checked), runInputs);
  host.memory.declared.set(desired.__declaredUrn ?? "", runInputs);
  const isImport = isImporting(desired) && isFirstOrder(before);
  const found = isImport ? await previewImport(host.context(), desired) : await preview.check(before, desired);
  if (isImport) await preview.finish(desired);
  return { inputs: checked, failures: [...found] };
}

async function diff(
  host: Host,
  preview: Preview,
  olds: Properties,
  news: Properties,
): Promise<pulumi.dynamic.DiffResult> {
  const recorded = recordedFrom(olds);
  if (isOwned(recorded)) host.memory.hold(recorded.orderOid, holderOf(recorded));
  const desired = desiredOf(host, news);
  const changes = diffVps(recorded, desired);
  await preview.reportChange(recorded, desired, changes);
  await host.reporter.flush();
  // A refresh calls with what it has read, before the program declares anything.
  const isOfProgram = host.memory.declared.has(desired.__declaredUrn ?? "");
  const hasDrifted = !isOfProgram && isOwned(recorded) && driftWarnings(recorded).length > 0;
  return { changes: changes.hasChanges || hasDrifted, replaces: [...changes.replaces] };
}

/** Adds what `check` was given for this resource: the engine calls both in one process. */
function desiredOf({ memory }: Host, inputs: Properties): Desired {
  const asked = received(inputs);
  return desiredFrom(asked, memory.declared.get(hiddenFrom(asked).__declaredUrn ?? "") ?? {});
}
