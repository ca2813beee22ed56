import { NotFoundError, ServiceError } from "../../api/errors";
import type { Desired } from "../../plan/model";
import type { ListedArgument, Offers, UnreadList } from "../../plan/preview/catalogue-check";
import { type HostSight, newHost, sightOf } from "../../plan/preview/host-check";
import type { Offered } from "../../plan/preview/judge";
import type { PreviewNeeds } from "../../plan/preview/preview-needs";
import type { OwnOrder, Quote, QuoteAnswer, QuoteFailure } from "../../plan/preview/price-check";
import { purchaseQuoteRequest, resizeQuoteRequest, unknownPrices } from "../../plan/purchase/request";
import type { PartialVpsRequest } from "../../schema/requests";
import type { ProviderContext } from "../context";
import { recentOrders } from "../order-list";

/** A preview is worth a short wait, retries included. */
const options = { deadlineMs: 15_000 } as const;

/** Whether the service does not answer at all. */
const isUnreachable = ({ failure }: ServiceError): boolean =>
  failure.kind === "not-sent" || failure.kind === "certificate" || failure.kind === "no-answer";

/**
 * What a preview reads of the service. Offers and prices are requested once per run, however many resources need them. Failures
 * are remembered too, so that a run does not wait for a service that is down again for every resource.
 */
export class PreviewReads {
  readonly #context: ProviderContext;
  readonly #offers = new Map<ListedArgument, Promise<Offers>>();
  readonly #quotes = new Map<string, Promise<Quote>>();
  #down: ServiceError | undefined;

  constructor(context: ProviderContext) {
    this.#context = context;
  }

  /** The order that the state holds for a server, with its sizes, which a list may leave out. */
  async ownOrder(orderOid: number): Promise<OwnOrder> {
    try {
      const orders = await this.#unlessDown(() => recentOrders(this.#context));
      const listed = orders.find((order) => order.orderOid === orderOid);
      if (listed?.vpsParameters !== undefined) return { kind: "read", order: listed };
      const order = await this.#unlessDown(() => this.#context.client.getOrder(orderOid, options));
      return { kind: "read", order };
    } catch (error) {
      return { kind: error instanceof NotFoundError ? "not-here" : "unread", failure: failureOf(error) };
    }
  }

  /** What the service offers of all that the preview has to ask about one server. */
  async offered(needs: PreviewNeeds, desired: Desired, own: OwnOrder | undefined): Promise<Offered> {
    const [lists, quote, host] = await Promise.all([
      Promise.all(needs.listed.map((argument) => this.#listOf(argument))),
      this.#quoteFor(needs, desired, own),
      this.hostSight(needs, desired),
    ]);
    return {
      offers: Object.assign({}, ...lists.map(({ offers }) => offers)),
      unreadLists: lists.flatMap(({ unread }) => unread ?? []),
      quote,
      host,
    };
  }

  /** What the account's orders show of a host that the program names anew. `undefined` also if they cannot be read: others say so. */
  async hostSight(needs: Pick<PreviewNeeds, "changed">, desired: Desired): Promise<HostSight | undefined> {
    const hostServerOid = newHost(needs, desired);
    if (hostServerOid === undefined) return undefined;
    try {
      return sightOf(hostServerOid, await this.#unlessDown(() => recentOrders(this.#context)));
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }

  async #listOf(argument: ListedArgument): Promise<{ readonly offers: Offers; readonly unread?: UnreadList }> {
    const { client } = this.#context;
    const read = async (): Promise<Offers> => {
      switch (argument) {
        case "distro":
          return { distro: await client.distributions(options) };
        case "dcLocation":
          return { dcLocation: await client.dataCenters(options) };
        case "pricingPlanCode":
          return { pricingPlanCode: await client.pricingPlans({ serverType: "VPS" }, options) };
        case "billingOid":
          return { billingOid: await client.billingMethods(options) };
        default:
          return argument satisfies never;
      }
    };
    try {
      return { offers: await this.#once(this.#offers, argument, read) };
    } catch (error) {
      return { offers: {}, unread: { argument, why: failureOf(error).message } };
    }
  }

  /** What the program leaves open of a resize is as the order has it. */
  async #quoteFor(
    { price }: PreviewNeeds,
    desired: Desired,
    own: OwnOrder | undefined,
  ): Promise<QuoteAnswer | undefined> {
    if (price === undefined || unknownPrices(desired).length > 0) return undefined;
    if (own !== undefined && own.kind !== "read") return { failure: own.failure };
    const request: PartialVpsRequest =
      price === "purchase" ? purchaseQuoteRequest(desired) : resizeQuoteRequest(desired, own?.order);
    try {
      const ask = () => this.#context.client.quote(request, options);
      return await this.#once(this.#quotes, JSON.stringify(request), ask);
    } catch (error) {
      return { failure: failureOf(error) };
    }
  }

  #once<Key, T>(answers: Map<Key, Promise<T>>, key: Key, ask: () => Promise<T>): Promise<T> {
    const answer = answers.get(key) ?? this.#unlessDown(ask);
    answers.set(key, answer);
    return answer;
  }

  async #unlessDown<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#down !== undefined) throw this.#down;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ServiceError && isUnreachable(error)) this.#down = error;
      throw error;
    }
  }
}

/** Fails with any error that is not the service's. */
function failureOf(error: unknown): QuoteFailure {
  if (!(error instanceof ServiceError)) throw error;
  return {
    message: error.message,
    serviceMessage: error.serviceMessage,
    fieldName: error.fieldName,
    isBadRequest: error.failure.kind === "refused" && (error.status === 400 || error.status === 200),
  };
}
