import { isHidden } from "../schema/hidden-inputs";
import { type AboutOrder, isGone } from "../schema/order";
import { complaintsOf, plainComplaint } from "../schema/plain-errors";
import { ReverseDnsInputs, ReverseDnsOutputs } from "../schema/reverse-dns";
import { isUnknown, plainDomainName } from "./equality";
import { describeOrder } from "./messages";
import { type CheckFailure, checkFailure } from "./model";

type Bag = Record<string, unknown>;

/** Looks at what is known of the arguments. */
export function checkReverseDns(news: Bag): readonly CheckFailure[] {
  const known = Object.fromEntries(
    Object.entries(news).filter(([, value]) => value !== undefined && value !== null && !isUnknown(value)),
  );
  const missing = (["orderOid", "name"] as const)
    .filter((name) => news[name] === undefined || news[name] === null)
    .map((name) => checkFailure(`${name} is required`));
  const misnamed = Object.keys(news)
    .filter((name) => !isHidden(name) && !Object.hasOwn(ReverseDnsInputs.shape, name))
    .map((name) => checkFailure(`"${name}" is not an argument of ReverseDns`));
  const parsed = ReverseDnsInputs.partial().strip().safeParse(known, { error: plainComplaint });
  const complaints = parsed.success ? [] : complaintsOf(parsed.error);
  return [
    ...missing,
    ...misnamed,
    ...complaints.map(({ path, reason }) => checkFailure(`${path} ${inWords(path, reason)}`)),
  ];
}

function inWords(path: string, reason: string): string {
  if (path === "orderOid") return "must be an order's number";
  return path === "name" && reason.endsWith("it is empty")
    ? "must not be empty: delete the resource to clear the record"
    : reason;
}

/** Which record a program declares, as far as its inputs tell. */
export function declaredReverseDns({ __declaredUrn: urn, ip }: Bag): { urn?: string; ip?: string } {
  return {
    ...(typeof urn === "string" && !isUnknown(urn) ? { urn } : {}),
    ...(typeof ip === "string" && !isUnknown(ip) ? { ip } : {}),
  };
}

/** The state of a record, whatever version wrote it. Its id tells the order and the address, where nothing else does. */
export function recordedReverseDns(id: string, properties: Bag): ReverseDnsOutputs {
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

/** A record belongs to a server for good; name and address change in place. What is unknown yet may turn out the same. */
export function diffReverseDns(olds: ReverseDnsOutputs, news: Bag): { changes: boolean; replaces: string[] } {
  const { orderOid, ip, name } = news;
  const isMoved = !isUnknown(orderOid) && olds.orderOid !== undefined && Number(orderOid) !== olds.orderOid;
  const hasOtherIp = !isSameIp(ip ?? olds.ip, olds.__setFor);
  const changes = isMoved || isUnknown(orderOid) || hasOtherIp || !isSameName(name, olds.name);
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
  if (isGone(order, nowMs)) return { objection: `${describeOrder(order)} is cancelled: it has no address any more.` };
  const wanted = ip ?? order.allocatedIps?.primaryIp;
  if (wanted === undefined)
    return { objection: `${describeOrder(order)} has no address yet. Run "pulumi up" again later.` };
  if (hasAddress(order, wanted, nowMs)) return { ip: wanted };
  const addresses = addressesOf(order);
  const known = addresses.length === 0 ? "The service tells no address of it" : `It has ${addresses.join(", ")}`;
  return { objection: `${wanted} is not an address of ${describeOrder(order)}. ${known}.` };
}

const sameIp = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();
