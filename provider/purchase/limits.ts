import type { ProviderContext } from "../host/context";
import type { Reservation } from "../host/memory";
import { inBrackets, inUsd, monthly, monthlyUsd, priceChange } from "../service/wire/messages";
import { type AboutOrder, hasEnd } from "../service/wire/order";
import type { Money } from "../service/wire/values";
import { isOfKey } from "./tags";

/*
 * Two limits: the argument maxMonthlyCostUsd for one server, and the setting maxTotalMonthlyCostUsd for the account. Both are checked
 * against the same quote, in the preview and again right before each purchase and each resize. A limit that cannot be checked refuses:
 * otherwise it would be no limit.
 */

/** The result of a price request: an answer, with what the service adds to it, or none. */
export type QuoteResult =
  | { readonly kind: "price"; readonly monthlyCost: Money; readonly message?: string | undefined }
  | NoPrice;

export interface NoPrice {
  readonly kind: "no-price";
  /** Whole sentences. */
  readonly why: string;
  /** What the service considers wrong with the request itself, and the field if it names one. */
  readonly refusal?: { readonly words: string; readonly fieldName: string | undefined } | undefined;
}

/** A price that is asked for: of a new server, or of one with other sizes. */
type Priced =
  | { readonly of: "purchase" }
  /** With what the order costs that is resized. */
  | { readonly of: "resize"; readonly before: Money | undefined };

/** What a price request says. */
interface PriceJudgement {
  /** Why the service would refuse the order. */
  readonly refused: readonly string[];
  /** Why there is no price, unless it is refused for that. */
  readonly unread: readonly string[];
  readonly warnings: readonly string[];
  /** The price, for the resource's line, or why there is none. */
  readonly cost: string | undefined;
}

/**
 * What the price says, or that there is none. A bad request must be fixed in the program; for a resize it may be about what the order has
 * already, so there the `up` decides. Otherwise a missing price stops only what a limit or a server's data depend on.
 *
 * @param quoted absent where the price depends on arguments that are not known yet
 */
export function judgePrice(
  priced: Priced,
  quoted: QuoteResult | undefined,
  unknownArguments: readonly string[],
): PriceJudgement {
  if (quoted === undefined)
    return { ...noObjection, cost: `price not known yet (depends on ${unknownArguments.join(", ")})` };
  if (quoted.kind === "price")
    return {
      ...noObjection,
      warnings: isAboutBilling(quoted.message)
        ? [
            `The account has no billing information, so an order will most likely fail. The service says: ${quoted.message}`,
          ]
        : [],
      cost: priceChange(priced.of === "resize" ? priced.before : undefined, quoted.monthlyCost),
    };
  const { refusal } = quoted;
  const about = refusal?.fieldName === undefined ? "" : ` (${refusal.fieldName})`;
  const isRefused = priced.of === "purchase" && refusal !== undefined && !isAboutBilling(refusal.words);
  return {
    ...noObjection,
    ...(isRefused
      ? { refused: [`The service would refuse this order${about}: ${refusal.words}`] }
      : { unread: [`The price could not be determined: ${quoted.why}`] }),
    cost: "price not known",
  };
}

const noObjection = { refused: [], unread: [], warnings: [] } as const;

const isAboutBilling = (words: string | undefined): boolean => /billing information/i.test(words ?? "");

/** For a limit whose value only the `up` knows: what follows that. */
export const limitChecked = '"pulumi up" checks it';

/** For a limit whose value only the `up` knows. */
export const openLimit = `maxMonthlyCostUsd isn't known yet: ${limitChecked}`;

/** The most that one server, and that all orders of the account, may cost in USD a month. */
interface Limits {
  readonly server?: number | undefined;
  readonly total?: number | undefined;
}

/**
 * Why a limit forbids a price; `undefined` if none does. A change that does not make a server more expensive is never refused.
 *
 * @param before what the order costs that is changed
 * @param costs what the account pays then; absent if its orders could not be read
 */
export function limitRefusal(
  limits: Limits,
  quoted: QuoteResult,
  before: Money | undefined,
  costs: readonly (number | undefined)[] | undefined,
): string | undefined {
  if (isNotMoreExpensive(quoted, before)) return undefined;
  return overServerLimit(limits.server, quoted) ?? overTotal(limits.total, quoted, costs);
}

function overServerLimit(most: number | undefined, quoted: QuoteResult): string | undefined {
  if (most === undefined) return undefined;
  const usd = usdOf(quoted);
  if (quoted.kind === "no-price" || usd === undefined) return unchecked("maxMonthlyCostUsd", most, unpriced(quoted));
  if (usd <= most) return undefined;
  const other = quoted.monthlyCost.currency === "USD" ? "" : inBrackets(monthly(quoted.monthlyCost));
  return `maxMonthlyCostUsd is ${most}, but the service's quote is USD ${usd.toFixed(2)} a month${other}. Ask for less, or raise the limit`;
}

/**
 * The most that the account pays for once one more server is bought or resized: its orders that are billed with no end in sight, what this run
 * has reserved, and the new one with its new price.
 *
 * @returns what each costs in USD a month; `undefined` for one without such a price
 */
export function monthlyCosts(
  orders: readonly AboutOrder[],
  reserved: readonly Reservation[],
  asked: Reservation,
  hasOwner: (orderOid: number) => boolean = () => false,
): readonly (number | undefined)[] {
  const all = [...reserved, asked];
  // What a server of the program has is no purchase under way, whatever key it carries.
  const isCounted = (order: AboutOrder): boolean =>
    all.some(
      (reservation) =>
        [reservation.orderOid, reservation.replacesOrderOid].includes(order.orderOid) ||
        (!hasOwner(order.orderOid) && isOfPurchase(order, reservation)),
    );
  const billed = orders.filter((order) => !hasEnd(order));
  const others = billed.filter((order) => !isCounted(order));
  // What becomes cheaper is so only later: otherwise the sum would depend on which server comes first.
  const untilThen = ({ usd, orderOid, replacesOrderOid }: Reservation): number | undefined => {
    const now = billed.find((order) => order.orderOid === (replacesOrderOid ?? orderOid));
    const before = now && monthlyUsd(now);
    return usd === undefined ? undefined : Math.max(usd, before ?? 0);
  };
  return [...others.map(monthlyUsd), ...reserved.map(untilThen), asked.usd];
}

const isOfPurchase = (order: AboutOrder, { key, orderOid }: Reservation): boolean =>
  orderOid === undefined && isOfKey(order, key);

const totalLimit = "the setting maxTotalMonthlyCostUsd";

function overTotal(
  most: number | undefined,
  quoted: QuoteResult,
  costs: readonly (number | undefined)[] | undefined,
): string | undefined {
  if (most === undefined) return undefined;
  if (usdOf(quoted) === undefined) return unchecked(totalLimit, most, unpriced(quoted));
  if (costs === undefined) return unchecked(totalLimit, most, "the account's orders could not be read");
  const priceless = costs.filter((usd) => usd === undefined).length;
  if (priceless > 0)
    return `${unchecked(totalLimit, most, `the service gives no monthly price in USD for ${priceless} of the account's orders`)}. Ask the service's support, or remove the setting`;
  const sum = sumOf(costs);
  if (sum <= most + rounding) return undefined;
  const others =
    costs.length > 1
      ? '. "npx pulumi-rimuhosting orders" lists those of the stack\'s own account; a server that this run removes or makes cheaper still counts as before, so remove or shrink it in a separate run first'
      : "";
  return `${totalLimit} is ${most}, but the account's orders together would cost up to USD ${sum.toFixed(2)} a month. Ask for less, or raise the limit${others}`;
}

/** `brings the account's total to USD 41.60`; `undefined` if that is not known. */
export const totalWords = (costs: readonly (number | undefined)[]): string | undefined =>
  costs.includes(undefined) ? undefined : `brings the account's total to USD ${sumOf(costs).toFixed(2)}`;

/** Compared in the service's own currency, if both are in one. */
export function isNotMoreExpensive(quoted: QuoteResult, before: Money | undefined): boolean {
  if (quoted.kind === "no-price" || before === undefined) return false;
  const { monthlyCost: after } = quoted;
  const isComparable = after.currency !== undefined && after.currency === before.currency;
  return isComparable ? isAtMost(after.amount, before.amount) : isAtMost(usdOf(quoted), inUsd(before));
}

const isAtMost = (amount = 0, most = 0): boolean => amount > 0 && amount <= most;

/** The price in US dollars that a limit can be checked against, if there is one. Nobody sells a server for nothing. */
function usdOf(quoted: QuoteResult): number | undefined {
  const usd = quoted.kind === "price" ? inUsd(quoted.monthlyCost) : undefined;
  return usd !== undefined && usd > 0 ? usd : undefined;
}

/** Why there is no price to check against a limit, and what to do. */
function unpriced(quoted: QuoteResult): string {
  if (quoted.kind === "price")
    return `the service's quote has no amount in USD${inBrackets(monthly(quoted.monthlyCost))}. Ask the service's support, or remove the limit`;
  return quoted.refusal === undefined
    ? `the price is not known: ${quoted.why} Run the command again later, or remove the limit`
    : `the service refuses to name a price: ${quoted.refusal.words} Ask for something else, or remove the limit`;
}

const unchecked = (limit: string, most: number, because: string): string =>
  `${limit} is ${most}, but cannot be enforced, because ${because}`;

/** Less than a cent is a matter of rounding. */
const rounding = 0.005;

const sumOf = (all: readonly (number | undefined)[]): number => all.reduce<number>((sum, usd = 0) => sum + usd, 0);

/** A server that is to be bought or resized, and what it may cost. */
interface PricedServer extends Omit<Reservation, "usd"> {
  readonly urn: string;
  readonly maxMonthlyCostUsd?: number | undefined;
  /** What the order that is resized costs. */
  readonly before?: Money | undefined;
}

/** The result of a reservation. */
interface ReservationResult {
  /** Why a limit forbids the price. */
  readonly refusal?: string | undefined;
  /** What the account's orders then cost together, if that is known. */
  readonly total?: string | undefined;
}

/**
 * Reserves a price, or says which limit forbids it. Nothing is awaited in it: of two servers that do not fit together, only one is bought.
 * Orders that could not be read are absent.
 */
export function reserve(
  { memory, settings }: ProviderContext,
  { urn, maxMonthlyCostUsd, before, ...asked }: PricedServer,
  quoted: QuoteResult,
  orders: readonly AboutOrder[] | undefined,
): ReservationResult {
  const reservation = { ...asked, usd: usdOf(quoted) };
  const others = [...memory.reservations].filter(([holder]) => holder !== urn).map(([, held]) => held);
  const hasOwner = (orderOid: number): boolean => memory.hasOwner(orderOid);
  const costs = orders && monthlyCosts(orders, others, reservation, hasOwner);
  const limits = { server: maxMonthlyCostUsd, total: settings.maxTotalMonthlyCostUsd };
  const refusal = limitRefusal(limits, quoted, before, costs);
  if (refusal === undefined) memory.reservations.set(urn, reservation);
  return { refusal, total: costs && totalWords(costs) };
}
