import type { ProviderContext } from "../host/context";
import { whatFailed } from "../host/failures";
import type { Reservation } from "../host/memory";
import { ServiceError } from "../service/errors";
import type { AboutOrder } from "../service/wire/order";
import type { Money } from "../service/wire/values";
import { limitRefusal, monthlyCosts, type NoPrice, type QuoteResult, totalWords, usdOf } from "./limits";

/** The service computes a price immediately. */
const options = { deadlineMs: 60_000 } as const;

/** The result of a price request. Fails with any error that is not the service's. */
export async function quotedBy(
  answer: Promise<Omit<Extract<QuoteResult, { kind: "price" }>, "kind">>,
): Promise<QuoteResult> {
  try {
    const { monthlyCost, message } = await answer;
    return { kind: "price", monthlyCost, message };
  } catch (error) {
    return unpricedBy(error);
  }
}

/** A refused key is an error wherever a call is made. */
export function unpricedBy(error: unknown): NoPrice {
  if (!(error instanceof ServiceError) || error.isKeyRefused) throw error;
  const { fieldName, failure } = error;
  const { kind, status, serviceMessage } = failure;
  const isBadRequest = kind === "refused" && (status === 400 || status === 200);
  const refusal = isBadRequest ? { words: serviceMessage ?? error.message, fieldName } : undefined;
  return { kind: "no-price", why: whatFailed(error), refusal };
}

/** A server that is to be bought or resized, and what it may cost. */
interface PricedServer extends Omit<Reservation, "usd"> {
  readonly urn: string;
  readonly maxMonthlyCostUsd?: number | undefined;
  /** What the order that is resized costs. */
  readonly before?: Money | undefined;
}

const isLimited = (
  { settings }: ProviderContext,
  { maxMonthlyCostUsd }: Pick<PricedServer, "maxMonthlyCostUsd">,
): boolean => maxMonthlyCostUsd !== undefined || settings.maxTotalMonthlyCostUsd !== undefined;

/** Asks for the price where a limit needs it. */
export const quoteForLimits = async (
  context: ProviderContext,
  server: Pick<PricedServer, "maxMonthlyCostUsd">,
  question: () => object,
): Promise<QuoteResult | undefined> =>
  isLimited(context, server) ? quotedBy(context.client.quote(question(), options)) : undefined;

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
  const isOwned = (orderOid: number): boolean => memory.hasOwner(orderOid);
  const costs = orders && monthlyCosts(orders, others, reservation, isOwned);
  const limits = { server: maxMonthlyCostUsd, total: settings.maxTotalMonthlyCostUsd };
  const refusal = limitRefusal(limits, quoted, before, costs);
  if (refusal === undefined) memory.reservations.set(urn, reservation);
  return { refusal, total: costs && totalWords(costs) };
}
