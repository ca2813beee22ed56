import type * as pulumi from "@pulumi/pulumi";
import type { ProviderContext } from "../host/context";
import { cleanErrors, cleanSavedErrors } from "../host/guard";
import type { Host } from "../host/host";
import { carryOut, Refusal, remediatedNote } from "../host/outcomes";
import { type CheckFailure, checkFailure, type Properties, plain, received, Unknown } from "../pulumi/properties";
import { nameInUrn } from "../pulumi/resource-types";
import {
  addressFor,
  checkReverseDns,
  diffReverseDns,
  hasAddress,
  leftRecord,
  ReverseDnsInputs,
  ReverseDnsOutputs,
} from "../server/reverse-dns";
import { sameDomainName } from "../service/domain-names";
import { isUnanswered } from "../service/errors";
import { definedParts } from "../service/names";
import { type AboutOrder, isGone } from "../service/wire/order";
import { plainIp } from "../service/wire/values";

/** What the engine calls for a `ReverseDns`. */
export function reverseDnsProvider(host: () => Host): pulumi.dynamic.ResourceProvider {
  const run = new RunRecords();
  return {
    check: cleanErrors(host, (olds: Properties, news: Properties) => check(host(), run, olds, news)),

    diff: cleanErrors(host, async (_: string, olds: Properties, news: Properties) => diff(run, olds, news)),

    create: cleanErrors(host, async (inputs: Properties) => {
      const outputs = await setRecord(host().context(), run, programFrom(inputs));
      return { id: `${outputs.orderOid}/${outputs.ip}`, outs: plain(outputs) };
    }),

    update: cleanErrors(host, async (_: string, olds: Properties, news: Properties) => ({
      outs: plain(await setRecord(host().context(), run, programFrom(news), ReverseDnsOutputs.parse(olds))),
    })),

    read: cleanSavedErrors(host, async (id, properties) => {
      const seen = await readRecord(host().context(), ReverseDnsOutputs.parse(properties));
      return seen === undefined ? { id: "", props: {} } : { id, props: plain(seen), inputs: inputsOf(seen) };
    }),

    delete: cleanSavedErrors(host, async (_, properties) =>
      clearRecord(host().context(), run, ReverseDnsOutputs.parse(properties)),
    ),
  };
}

async function check(host: Host, run: RunRecords, olds: Properties, news: Properties) {
  const asked = received(news);
  const { __urn: urn, orderOid } = asked;
  if (typeof urn === "string") run.declared.add(urn);
  const failures = [...checkReverseDns(asked)];
  if (failures.length === 0) failures.push(...(await checkAddress(host.context, run, received(olds), asked)));
  // In the form in which a refresh returns it: the id of a server is text.
  const oid = failures.length === 0 && typeof orderOid === "string" ? { orderOid: Number(orderOid) } : {};
  return { inputs: { ...news, ...oid }, failures };
}

/** Never calls the service, because a refresh calls it too; and throws only for what the program declares. */
function diff(run: RunRecords, olds: Properties, news: Properties) {
  const recorded = ReverseDnsOutputs.parse(olds);
  const asked = received(news);
  const { changes, replaces, keptIp } = diffReverseDns(recorded, asked);
  const { __urn: urn, name, orderOid } = asked;
  // A cascade: the record's server is about to be replaced. Only before that can its address be cleared.
  if (orderOid instanceof Unknown && !run.declared.has(String(urn))) return { changes, replaces: ["orderOid"] };
  // The inputs do not include the server's first address; the state does.
  if (typeof urn !== "string" || keptIp === undefined || !run.declared.has(urn)) return { changes, replaces };
  run.claim(keptIp, urn, name);
  return { changes: changes || run.hasCleared(keptIp), replaces };
}

/** A policy that remediates changes the inputs after the check. */
function programFrom(inputs: Properties): ReverseDnsInputs {
  const failures = checkReverseDns(inputs);
  if (failures.length > 0)
    throw new Refusal(`No record was set: ${failures.map(({ reason }) => reason).join(" ")} ${remediatedNote}`);
  return ReverseDnsInputs.strip().parse(definedParts(inputs));
}

/** The inputs as the program set them. */
const inputsOf = ({ ip: _, __setFor, __isFirstIp, ...inputs }: ReverseDnsOutputs): Properties =>
  plain({ ...inputs, ...(__isFirstIp === true ? {} : { ip: __setFor }) });

/** Sets the record, and then clears that of a former address: if the second call fails, the next run repeats both, which does no harm. */
async function setRecord(
  context: ProviderContext,
  run: RunRecords,
  program: ReverseDnsInputs,
  previous?: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs> {
  const order = await context.client.getOrder(program.orderOid);
  const address = addressFor(order, program.ip, context.client.serviceNowMs());
  if ("refusal" in address) throw new Refusal(address.refusal);
  const { ip } = address;
  run.claim(ip, program.__urn, program.name);
  await putName(context, order, ip, program.name);
  const before = previous?.__setFor;
  if (before !== undefined && plainIp(before) !== plainIp(ip))
    await leaveRecord(context, run, order, { ip: before, urn: program.__urn });
  return definedParts({ ...program, ip, __setFor: ip, __isFirstIp: program.ip === undefined });
}

/** Why a new record cannot be set, as far as its order and address are known: a preview refuses it too. One that is set is not looked at again. */
async function checkAddress(
  context: () => ProviderContext,
  run: RunRecords,
  olds: Properties,
  { orderOid, ip, name, __urn: urn }: Properties,
): Promise<readonly CheckFailure[]> {
  const wanted = ip ?? undefined;
  const isSet = olds["orderOid"] === Number(orderOid) && (olds["ip"] ?? undefined) === wanted;
  if (isSet || orderOid instanceof Unknown || wanted instanceof Unknown) return [];
  const { client } = context();
  try {
    const order = await client.getOrder(Number(orderOid), { deadlineMs: 15_000 });
    const address = addressFor(order, typeof wanted === "string" ? wanted : undefined, client.serviceNowMs());
    if ("refusal" in address) return [checkFailure(address.refusal)];
    if (typeof urn === "string") run.claim(address.ip, urn, name);
    return [];
  } catch (error) {
    // Whatever else it is, setting the record meets it too, and waits longer.
    if (!isUnanswered(error)) throw error;
    return [];
  }
}

/** Clears the record, unless the program still wants it under another name of the resource. */
async function clearRecord(context: ProviderContext, run: RunRecords, recorded: ReverseDnsOutputs): Promise<void> {
  const { orderOid, __setFor: ip, name, __urn: urn } = recorded;
  if (orderOid === undefined || ip === undefined || sameDomainName(run.nameFor(ip), name)) return;
  await leaveRecord(context, run, await context.client.getOrder(orderOid), { ip, urn });
}

/**
 * Clears a record. If another resource wants the address, its name is set instead: this one may have been set over it, when the engine asked
 * about the newer of two first. It may also ask about the other one only meanwhile.
 */
async function leaveRecord(
  context: ProviderContext,
  run: RunRecords,
  order: AboutOrder,
  { ip, urn }: { readonly ip: string; readonly urn: string | undefined },
): Promise<void> {
  const nowMs = context.client.serviceNowMs();
  if (!hasAddress(order, ip, nowMs)) {
    if (run.nameFor(ip) === undefined && !isGone(order, nowMs)) context.reporter.warn(urn, leftRecord(order, ip));
    return;
  }
  let name: string | undefined;
  do {
    name = run.nameFor(ip);
    await putName(context, order, ip, name ?? "");
  } while (name !== run.nameFor(ip));
  if (name === undefined) run.noteCleared(ip);
}

/** The service has no way to read a record back, so this reads only the server: `undefined` if it is gone. */
async function readRecord(
  context: ProviderContext,
  recorded: ReverseDnsOutputs,
): Promise<ReverseDnsOutputs | undefined> {
  if (recorded.orderOid === undefined) return recorded;
  const order = await context.client.getOrder(recorded.orderOid);
  const nowMs = context.client.serviceNowMs();
  if (isGone(order, nowMs)) return undefined;
  if (recorded.__isFirstIp === true) return { ...recorded, ...definedParts({ ip: order.allocatedIps?.primaryIp }) };
  // Without that mark the record differs from any program: the next run then says that the server no longer has the address.
  const isLost = recorded.ip !== undefined && !hasAddress(order, recorded.ip, nowMs);
  return isLost ? { ...recorded, __isFirstIp: undefined } : recorded;
}

/** The effect of a lost answer cannot be seen; setting a name twice does no harm. */
async function putName(context: ProviderContext, order: AboutOrder, ip: string, name: string): Promise<void> {
  const send = (sentBefore: number) => context.client.setPtr(order, ip, name, { sentBefore });
  await carryOut(context, send, async () => undefined);
}

/**
 * The addresses whose records the program of one run wants, and who declares each. After a rename the engine sets the record under the new
 * name first and deletes the old entry afterwards: that must not clear what this run wants.
 */
class RunRecords {
  /** By URN: what the program declares. A refresh and cascades ask for diffs of other records too. */
  readonly declared = new Set<string>();
  readonly #claims = new Map<string, { readonly urn: string | undefined; readonly name: string }>();
  readonly #cleared = new Set<string>();

  /** Throws if another record of the program is for this address: whichever the engine asks about second. */
  claim(ip: string, urn: string | undefined, name: unknown): void {
    const other = this.#claims.get(plainIp(ip))?.urn;
    if (other !== undefined && other !== urn)
      throw new Refusal(
        `"${nameInUrn(other)}" and "${nameInUrn(urn ?? "")}" are both for ${ip}, which can have only one name. Remove one of the two from the program, or give it another ip, and run "pulumi up": the address then has the other's name. Until then, it may have either.`,
      );
    // Not known in a preview, which sets nothing.
    this.#claims.set(plainIp(ip), { urn, name: typeof name === "string" ? name : "" });
  }

  /** The name that the program wants for an address. */
  nameFor(ip: string): string | undefined {
    return this.#claims.get(plainIp(ip))?.name;
  }

  noteCleared(ip: string): void {
    this.#cleared.add(plainIp(ip));
  }

  /** Whether this run has cleared an address that nothing had wanted by then. */
  hasCleared(ip: string): boolean {
    return this.#cleared.has(plainIp(ip));
  }
}
