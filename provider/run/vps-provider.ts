import type * as pulumi from "@pulumi/pulumi";
import type { ProviderContext } from "../host/context";
import { cleanErrors, cleanSavedErrors } from "../host/guard";
import type { Host } from "../host/host";
import { Refusal, remediatedNote } from "../host/outcomes";
import { type CheckFailure, checkFailure, type Properties, plain, received } from "../pulumi/properties";
import { nameInUrn } from "../pulumi/resource-types";
import { orderSearchWarning, stateUnreadMessage } from "../purchase/purchase-messages";
import { notCancelledMessage } from "../server/cancellation";
import { checkVps, hiddenInputsTaken } from "../server/check";
import { importedElsewhere, sharedOrderMessage } from "../server/import-checks";
import { diffVps } from "../server/plan-change";
import {
  CheckedInputs,
  hiddenFrom,
  isChecked,
  type Program,
  programFrom,
  type Resolved,
  requireResolved,
  resolvedPart,
} from "../server/program";
import { driftWarnings } from "../server/refresh-words";
import { isOwned, isPending, programPassword, type Recorded, recordedFrom, type VpsOutputs } from "../server/server";
import { registerWhole } from "../service/redactor";
import { notBought, notChanged } from "../service/wire/messages";
import { announceChange } from "./announce-change";
import { announcePurchase } from "./announce-purchase";
import { announceReplacement } from "./announce-replacement";
import { cancel } from "./cancel";
import { updateServer } from "./change-server";
import { createServer, resumePurchase } from "./create";
import { announceImport, isImporting } from "./import";
import { Announcer } from "./look";
import { readServer } from "./read";

/** By URN, what each check took out of the inputs. A diff without an entry is not about the program: a refresh or a cascade has asked for it. */
type Checks = Map<string, CheckedInputs>;

/** What the engine calls for a `Vps`. Each method parses what it is given, and hands it to the file that decides or acts. */
export function vpsProvider(host: () => Host): pulumi.dynamic.ResourceProvider {
  const announcer = new Announcer(host);
  const checks: Checks = new Map();
  return {
    check: cleanErrors(host, (olds: Properties, news: Properties) => check(host(), announcer, checks, olds, news)),

    diff: cleanErrors(host, (_: string, olds: Properties, news: Properties) =>
      diff(host(), announcer, checks, olds, news),
    ),

    create: cleanErrors(host, async (inputs: Properties) => {
      const { id, outputs } = await createServer(host().context(), knownProgram(host(), checks, inputs));
      return { id, outs: outputsFor(outputs) };
    }),

    update: cleanErrors(host, async (id: string, olds: Properties, news: Properties) => {
      const recorded = recordedFrom(olds);
      const program = knownProgram(host(), checks, news, recorded);
      const context = host().context();
      const outputs = isOwned(recorded)
        ? await updateServer(context, recorded, program)
        : await resumePurchase(context, id, recorded, program);
      return { outs: outputsFor(outputs) };
    }),

    read: cleanSavedErrors(host, async (id, properties) => read(host().context(), id, recordedFrom(properties))),

    delete: cleanSavedErrors(
      host,
      async (_id, properties) => {
        await cancel(host().context(), recordedFrom(properties));
      },
      (properties) => notCancelledMessage(recordedFrom(properties)),
    ),
  };
}

/** In place of an output that is left out, the SDK shows the program its argument: of a password, the one for the next install. */
const outputsFor = (outputs: VpsOutputs): Properties =>
  plain(
    outputs.password === undefined && outputs.__nextPassword !== undefined ? { ...outputs, password: null } : outputs,
  );

/** What the program asks for, in an up. */
function knownProgram(host: Host, checks: Checks, inputs: Properties, recorded?: Recorded): Resolved<Program> {
  const program = programOf(host, checks, inputs);
  requireValid(inputs, program, recorded);
  return requireResolved(program);
}

async function check(
  host: Host,
  announcer: Announcer,
  checks: Checks,
  olds: Properties,
  news: Properties,
): Promise<pulumi.dynamic.CheckResult> {
  const given = Object.fromEntries(Object.entries(news).filter(([name]) => !isChecked(name)));
  const checked = CheckedInputs.parse(news);
  for (const name of checked.__secret ?? [])
    for (const properties of [olds, given]) registerWhole(host.redactor, properties[name]);
  // Every `Vps` says whether this is a preview. Without that, something (`ignoreChanges: ["*"]`) has put the hidden inputs of the
  // state in place of the program's.
  if (checked.__isPreview === undefined && typeof given["__key"] === "string")
    return { inputs: given, failures: [checkFailure(hiddenInputsTaken)] };
  const [before, asked] = [received(olds), received(given)];
  const { inputs, failures } = checkVps(before, asked, { ...hiddenFrom(asked), ...checked });
  const all = { ...given, ...inputs };
  if (failures.length > 0) return { inputs: all, failures: [...failures] };
  const program = programFrom(received(all), checked, host.providerName);
  checks.set(program.__urn ?? "", checked);
  const taken = noteDeclared(host, program, checked);
  if (taken !== undefined) return { inputs: all, failures: [taken] };
  // An error even where nothing changes: the next change would need them.
  host.requireSettings();
  // The change of a server is judged by its diff, which knows what the state has.
  if (!isToBeOrdered(before)) return { inputs: all, failures: [] };
  if (!isImporting(program) && checked.__saved === undefined)
    return { inputs: all, failures: [checkFailure(stateUnreadMessage(resolvedPart(program).domainName))] };
  await announceReplacement(announcer, program);
  const found = isImporting(program)
    ? await announceImport(announcer, program)
    : await announcePurchase(announcer, program);
  return { inputs: all, failures: [...found] };
}

async function read(context: ProviderContext, id: string, recorded: Recorded): Promise<pulumi.dynamic.ReadResult> {
  const seen = await readServer(context, id, recorded);
  if (seen === undefined) return { id: "", props: {} };
  if (isPending(seen.outputs)) context.reporter.warn(seen.outputs.__urn, orderSearchWarning(seen.outputs));
  return { id: seen.id, props: outputsFor(seen.outputs), inputs: plain(seen.inputs) };
}

/**
 * Whether a check is about a server that is still to be ordered, for the first time or as a replacement: the engine then passes no old
 * inputs. Every saved resource has a domain name.
 */
const isToBeOrdered = (olds: Properties): boolean => olds["domainName"] === undefined;

/** Remembers what the program declares. Fails for a server whose order another one imports. */
function noteDeclared(
  { memory, providerName }: Host,
  program: Program,
  checked: CheckedInputs,
): CheckFailure | undefined {
  const { __isProtected: isProtected = false, __urn: urn = "", __key: key } = program;
  for (const [orderOid, importer] of Object.entries(checked.__importedElsewhere ?? {}))
    memory.ofOrder(Number(orderOid)).owners.add(importer);
  memory.savedOrder = checked.__saved?.newestOrders[providerName];
  for (const [orderOid, place] of Object.entries(checked.__saved?.others ?? {}))
    memory.ofOrder(Number(orderOid)).savedAs = place;
  if (key === undefined) return undefined;
  const { imported } = Object.assign(memory.ofKey(key), { isProtected, urn });
  return imported === undefined || imported.urn === urn
    ? undefined
    : checkFailure(importedElsewhere(imported.orderOid, nameInUrn(imported.urn), nameInUrn(urn)));
}

/**
 * A refresh and cascades call it too, before or without a check of what the program declares: for them it never throws, calls or says
 * anything. Nor does it replace: a cascade asks, with the inputs of the state, what becomes of a server if one that it depends on is replaced,
 * and would cancel it first. What the program's own inputs do is asked later.
 */
async function diff(
  host: Host,
  announcer: Announcer,
  checks: Checks,
  olds: Properties,
  news: Properties,
): Promise<pulumi.dynamic.DiffResult> {
  const recorded = recordedFrom(olds);
  const program = programOf(host, checks, news);
  const differences = diffVps(recorded, program);
  const changes = differences.hasChanges;
  const { __urn: urn = "", __key: key } = program;
  if (!checks.has(urn))
    return { changes: changes || (isOwned(recorded) && driftWarnings(recorded).length > 0), replaces: [] };
  const replaces = [...differences.replaces];
  if (isOwned(recorded) && key !== undefined)
    host.memory.ofKey(key).replacedOid = replaces.length > 0 ? recorded.orderOid : undefined;
  requireValid(news, program, recorded);
  const other = isOwned(recorded) ? host.memory.claim(recorded, urn, replaces.length === 0) : undefined;
  if (isOwned(recorded) && other !== undefined) throw new Refusal(sharedOrderMessage(recorded, urn, other));
  await announceChange(announcer, recorded, program, differences);
  return { changes, replaces };
}

/**
 * Fails for inputs that the check would not have let through: a policy that remediates changes them after it.
 *
 * @param recorded absent for a server that is still to be bought
 */
function requireValid(inputs: Properties, program: Program, recorded?: Recorded): void {
  const olds = recorded === undefined ? {} : { ...recorded, password: programPassword(recorded) };
  const { failures } = checkVps(olds, received(inputs), program);
  if (failures.length === 0) return;
  const what = recorded === undefined ? notBought(resolvedPart(program).domainName) : notChanged(recorded);
  throw new Refusal(`${what}: ${failures.map(({ reason }) => reason).join(" ")} ${remediatedNote}`);
}

/** Adds what `check` was given for this resource: the engine calls both in one process. */
function programOf({ providerName }: Host, checks: Checks, inputs: Properties): Program {
  const asked = received(inputs);
  return programFrom(asked, checks.get(hiddenFrom(asked).__urn ?? ""), providerName);
}
