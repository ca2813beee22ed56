import { plainDomainName, plainIp } from "../schema/domain-names";
import { isHidden } from "../schema/hidden-inputs";
import { describeOrder } from "../schema/messages";
import { type AboutOrder, isGone } from "../schema/order";
import { complaintsOf, plainComplaint } from "../schema/plain-errors";
import { ReverseDnsInputs, ReverseDnsOutputs } from "../schema/reverse-dns";
import { stringified } from "./check/check-values";
import { type CheckFailure, checkFailure, type Properties, Unknown } from "./model";

/** Checks the arguments that are known. */
export function checkReverseDns(news: Properties): readonly CheckFailure[] {
  const withStringified = stringified(news);
  const known = Object.fromEntries(
    Object.entries(news).filter(
      ([name, value]) =>
        value !== undefined && value !== null && !(value instanceof Unknown) && !withStringified.has(name),
    ),
  );
  const missing = (["orderOid", "name"] as const)
    .filter((name) => news[name] === undefined || news[name] === null)
    .map((name) => checkFailure(`${name} is required${name === "orderOid" ? orderLeftOut : ""}`));
  const misnamed = Object.keys(news)
    .filter((name) => !isHidden(name) && !Object.hasOwn(ReverseDnsInputs.shape, name))
    .map((name) => checkFailure(`"${name}" is not an argument of ReverseDns`));
  const parsed = ReverseDnsInputs.partial().strip().safeParse(known, { error: plainComplaint });
  const complaints = complaintsOf(parsed.error, known, []);
  return [
    ...[...withStringified.values()].flat(),
    ...missing,
    ...misnamed,
    ...complaints.map(({ path, reason }) => checkFailure(`${path} ${inWords(path, reason)}`)),
  ];
}

const orderLeftOut =
  ": if it comes from a server that this run leaves out (--target, --exclude), include that server too. No record was set";

const inWords = (path: string, reason: string): string =>
  path === "name" && reason.endsWith("it is empty")
    ? "must not be empty: delete the resource to clear the record"
    : reason;

/** Which record a program declares, as far as its inputs are known. */
export function declaredReverseDns({ __urn: urn, ip }: Properties): { urn?: string; ip?: string } {
  return {
    ...(typeof urn === "string" ? { urn } : {}),
    ...(typeof ip === "string" ? { ip } : {}),
  };
}

/** A record that a run would set, as far as its inputs are known. */
export interface RecordToSet {
  readonly orderOid: number;
  /** `undefined` also for the server's first address. */
  readonly ip: string | undefined;
}

/**
 * The record that the program asks for, if it is new or differs from the last run's and its order is known. Inputs that did
 * not change are not looked at again: a server that has lost an address must not get in the way of everything else.
 *
 * @param olds empty for a new record
 * @param news inputs that have passed `checkReverseDns`
 */
export function recordToSet(olds: Properties, news: Properties): RecordToSet | undefined {
  const { orderOid, ip, name } = news;
  if (orderOid instanceof Unknown) return undefined;
  const isSame =
    Number(orderOid) === Number(olds["orderOid"]) &&
    isSameIp(ip ?? undefined, olds["ip"] ?? undefined) &&
    isSameName(name, olds["name"]);
  return isSame ? undefined : { orderOid: Number(orderOid), ip: typeof ip === "string" ? ip : undefined };
}

/** The state of a record, whichever version wrote it. The id supplies the order and the address if nothing else does. */
export function recordedReverseDns(id: string, properties: Properties): ReverseDnsOutputs {
  const recorded = ReverseDnsOutputs.parse(properties);
  const [orderOid, ip] = /^([0-9]{1,15})\/(.+)$/.exec(id)?.slice(1) ?? [];
  const setFor = recorded.__setFor ?? recorded.ip ?? ip;
  return {
    ...recorded,
    orderOid: recorded.orderOid ?? (orderOid === undefined ? undefined : Number(orderOid)),
    ip: recorded.ip ?? setFor,
    __setFor: setFor,
  };
}

/** A record belongs to its server for good; name and address change in place. An unknown value may turn out to be the same. */
export function diffReverseDns(olds: ReverseDnsOutputs, news: Properties): { changes: boolean; replaces: string[] } {
  const { orderOid, ip, name } = news;
  const isOpen = orderOid instanceof Unknown;
  const isMoved = !isOpen && olds.orderOid !== undefined && Number(orderOid) !== olds.orderOid;
  const hasOtherIp = !isSameIp(ip ?? olds.ip, olds.__setFor);
  const changes = isMoved || isOpen || hasOtherIp || !isSameName(name, olds.name);
  return { changes, replaces: isMoved ? ["orderOid"] : [] };
}

const isSameIp = (a: unknown, b: unknown): boolean =>
  typeof a === "string" && typeof b === "string" ? sameIp(a, b) : a === b;

const isSameName = (a: unknown, b: unknown): boolean =>
  typeof a === "string" && typeof b === "string" ? plainDomainName(a) === plainDomainName(b) : a === b;

const addressesOf = (order: AboutOrder): string[] => {
  const { primaryIp, secondaryIps = [] } = order.allocatedIps ?? {};
  return primaryIp === undefined ? secondaryIps : [primaryIp, ...secondaryIps];
};

/** Whether the server has this address, so that a record can be set and cleared for it. */
export const hasAddress = (order: AboutOrder, ip: string, nowMs: number): boolean =>
  !isGone(order, nowMs) && addressesOf(order).some((address) => sameIp(address, ip));

/** The address to set the record for, or why there is none. */
export function addressFor(
  order: AboutOrder,
  ip: string | undefined,
  nowMs: number,
): { ip: string } | { objection: string } {
  if (isGone(order, nowMs))
    return {
      objection: `${describeOrder(order)} is cancelled: it no longer has an address. If the server is this program's own, run "pulumi refresh": the next "pulumi up" orders a new one. Otherwise remove the record from the program.`,
    };
  const wanted = ip ?? order.allocatedIps?.primaryIp;
  if (wanted === undefined)
    return { objection: `${describeOrder(order)} has no address yet. Run "pulumi up" again later.` };
  if (hasAddress(order, wanted, nowMs)) return { ip: wanted };
  const addresses = addressesOf(order);
  // The state of a server whose address was changed outside still holds the old one, which the user may never have typed.
  const known =
    addresses.length === 0
      ? 'The service reports no address for it. Run "pulumi up" again later'
      : `It has ${addresses.join(", ")}. If the program takes the address from the server, it has changed since the last run: run "pulumi refresh" first. Otherwise correct ip`;
  return { objection: `${wanted} is not an address of ${describeOrder(order)}. ${known}.` };
}

/** Why a record cannot be set, if that is certain already: an order that shows no address at all may have one by the time it is set. */
export function certainObjection(order: AboutOrder, ip: string | undefined, nowMs: number): string | undefined {
  const address = addressFor(order, ip, nowMs);
  const isOpen = !isGone(order, nowMs) && addressesOf(order).length === 0;
  return isOpen || "ip" in address ? undefined : address.objection;
}

export const unreadOrderWarning = (why: string): string =>
  `Whether reverse DNS can be set for the addresses in the program is not checked, because the orders could not be read: ${why}`;

const sameIp = (a: string, b: string): boolean => plainIp(a) === plainIp(b);
