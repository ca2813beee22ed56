import { z } from "zod";
import { type CheckFailure, checkFailure, isAbsent, type Properties, Unknown } from "../pulumi/properties";
import { plainDomainName } from "../service/domain-names";
import { definedParts, didYouMean, ifValid, nearest } from "../service/names";
import { complaintsOf, plainComplaint, stringified } from "../service/wire/complaints";
import { describeOrder } from "../service/wire/messages";
import { type AboutOrder, addressesOf, isGone } from "../service/wire/order";
import { DomainName, IpAddress, OrderOid, plainIp } from "../service/wire/values";
import { isHidden } from "./program";

/** A program's arguments for a record, as they reach the provider. */
export const ReverseDnsInputs = z.strictObject({
  __provider: z.string().optional(),
  /** Where the program declares this record. */
  __urn: z.string().optional(),
  /** The first address of a server of the same program: if it changes, a record that follows it is set anew. */
  __firstIp: z.string().optional(),
  orderOid: OrderOid,
  ip: IpAddress.optional(),
  name: DomainName,
});
export type ReverseDnsInputs = z.infer<typeof ReverseDnsInputs>;

/** What the state holds of a record. */
export const ReverseDnsOutputs = z.object({
  __provider: ifValid(z.string()),
  __urn: ifValid(z.string()),
  orderOid: ifValid(z.number()),
  /** The address that the record should be for: the program's, or the server's first one. */
  ip: ifValid(z.string()),
  name: ifValid(z.string()),
  __firstIp: ifValid(z.string()),
  /** The address that the record was last set for. */
  __setFor: ifValid(z.string()),
  /** The program sets no address, so the record follows the server's first one. */
  __isFirstIp: ifValid(z.boolean()),
});
export type ReverseDnsOutputs = z.infer<typeof ReverseDnsOutputs>;

/** Checks the arguments that are known. */
export function checkReverseDns(news: Properties): readonly CheckFailure[] {
  const withStringified = stringified(news);
  const given = definedParts(news);
  const resolved = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => !(value instanceof Unknown) && !withStringified.has(name)),
  );
  const missing = (["orderOid", "name"] as const)
    .filter((name) => given[name] === undefined)
    .map((name) =>
      checkFailure(
        `${name} is required${name === "orderOid" ? ": if it comes from a server that this run leaves out (--target, --exclude), include that server too. No record was set" : ""}`,
      ),
    );
  const misnamed = Object.keys(news)
    .filter((name) => !isHidden(name) && !Object.hasOwn(ReverseDnsInputs.shape, name))
    .map((name) => {
      const meant = nearest(name, ["ip", "name", "orderOid", "vps"]);
      return checkFailure(`"${name}" is not an argument of ReverseDns${didYouMean(meant)}`);
    });
  const { error } = ReverseDnsInputs.partial().strip().safeParse(resolved, { error: plainComplaint });
  const complaints = complaintsOf(error, resolved).map(({ path, reason }) => checkFailure(`${path} ${reason}`));
  return [...[...withStringified.values()].flat(), ...missing, ...misnamed, ...complaints];
}

/**
 * A record belongs to its server for good; name and address change in place. An unknown value may turn out to be the same, and so may the
 * server's first address where the program no longer sets one.
 */
export function diffReverseDns(olds: ReverseDnsOutputs, news: Properties) {
  const { orderOid, ip, name, __firstIp: firstIp } = news;
  const isOpen = orderOid instanceof Unknown;
  const isMoved = !isOpen && olds.orderOid !== undefined && Number(orderOid) !== olds.orderOid;
  const isFirstIp = isAbsent(ip);
  const isMovedIp = isFirstIp && !isAbsent(firstIp) && firstIp !== olds.__firstIp;
  const hasOtherIp =
    isFirstIp !== olds.__isFirstIp || isMovedIp || !isSame(plainIp, isFirstIp ? olds.ip : ip, olds.__setFor);
  const isSameAddress = !(isMoved || isOpen || hasOtherIp);
  const changes = !isSameAddress || !isSame(plainDomainName, name, olds.name);
  return { changes, replaces: isMoved ? ["orderOid"] : [], keptIp: isSameAddress ? olds.__setFor : undefined };
}

const isSame = (inOneForm: (text: string) => string, a: unknown, b: unknown): boolean =>
  typeof a === "string" && typeof b === "string" ? inOneForm(a) === inOneForm(b) : a === b;

/** Whether the server has this address, so that a record can be set and cleared for it. */
export const hasAddress = (order: AboutOrder, ip: string, nowMs: number): boolean =>
  !isGone(order, nowMs) && addressesOf(order).some((address) => plainIp(address) === plainIp(ip));

/** For an address that was taken from the server, by a move for example: only its owner can change its record. */
export const leftRecord = (order: AboutOrder, ip: string): string =>
  `${describeOrder(order)} no longer has the address ${ip}, so its record could not be cleared. To have it cleared, ask RimuHosting's support.`;

/** The address to set the record for, or why there is none. */
export function addressFor(
  order: AboutOrder,
  ip: string | undefined,
  nowMs: number,
): { readonly ip: string } | { readonly refusal: string } {
  const what = describeOrder(order);
  if (isGone(order, nowMs))
    return {
      refusal: `${what} is cancelled: it no longer has an address. If the server is this program's own, run "pulumi refresh" and "pulumi up" without --target: the record follows the server, which is ordered again if there is none. Otherwise remove the record from the program.`,
    };
  const wanted = ip ?? order.allocatedIps?.primaryIp;
  if (wanted === undefined) return { refusal: `${what} has no address yet. Run "pulumi up" again later.` };
  if (hasAddress(order, wanted, nowMs)) return { ip: wanted };
  const addresses = addressesOf(order).join(", ");
  return {
    refusal: `ip is ${wanted}, which is not an address of ${what}. ${addresses === "" ? "The service reports no address for it" : `It has ${addresses}`}. Correct ip; if it comes from the server, run "pulumi refresh" first.`,
  };
}
