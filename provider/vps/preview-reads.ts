import type { ProviderContext } from "../host/context";
import { explainOnce } from "../host/failures";
import type { QuoteResult } from "../purchase/limits";
import { quotedBy, unpricedBy } from "../purchase/quote";
import { recentOrders } from "../purchase/search";
import { ServiceError } from "../service/errors";
import { getOrInsertComputed } from "../service/names";
import { type AboutOrder, isWhole } from "../service/wire/order";
import { type Desired, isForecast } from "./desired";
import type { OrderReading, ServiceOffer } from "./judge-change";
import type { ListedArgument, Offers } from "./offers";
import type { PreviewNeeds } from "./preview-needs";
import { purchaseQuoteRequest, quoteToWire, resizeQuoteRequest, unknownPrices } from "./request";

/** A preview is worth a short wait, retries included. */
const options = { deadlineMs: 15_000 } as const;

/** For this long, a service that does not answer is not asked again. */
const downForMs = 60_000;

/** Whether the service does not answer at all. */
const isUnreachable = ({ failure }: ServiceError): boolean =>
  failure.kind === "not-sent" || failure.kind === "certificate" || failure.kind === "no-answer";

/** Asks the service, unless it gave no answer the last time, a short while ago. */
type UnlessDown = <T>(ask: () => Promise<T>) => Promise<T>;

function unlessDown({ nowMs }: ProviderContext): UnlessDown {
  let down: { readonly error: ServiceError; readonly sinceMs: number } | undefined;
  return async (ask) => {
    if (down !== undefined && nowMs() - down.sinceMs < downForMs) throw down.error;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ServiceError && isUnreachable(error)) down = { error, sinceMs: nowMs() };
      throw error;
    }
  };
}

/** An order as the one list of the run has it; requested by itself where the list does not say enough. */
async function recentOrder(
  context: ProviderContext,
  orderOid: number,
  isEnough: (listed: AboutOrder) => boolean,
): Promise<AboutOrder> {
  const listed = (await recentOrders(context)).find((order) => order.orderOid === orderOid);
  return listed !== undefined && isEnough(listed) ? listed : context.client.getOrder(orderOid, options);
}

type Client = ProviderContext["client"];

/** What the service lists for an argument. */
const lists: { readonly [Name in ListedArgument]: (client: Client) => Promise<readonly string[]> } = {
  distro: async (client) => (await client.distributions(options)).map(({ distroCode }) => distroCode),
  dcLocation: async (client) =>
    (await client.dataCenters(options)).map(({ dataCenterLocationCode }) => dataCenterLocationCode),
  pricingPlanCode: async (client) =>
    (await client.pricingPlans({ serverType: "VPS" }, options)).map(({ pricingPlanCode }) => pricingPlanCode),
  billingOid: async (client) => (await client.billingMethods(options)).map(({ billingOid }) => String(billingOid)),
};

/**
 * What a preview reads from the service. Offers and prices are requested once per run, however many resources need them. Failures
 * are remembered too, so that a run does not wait again, for every resource, for a service that is down.
 */
export class PreviewReads {
  readonly #context: ProviderContext;
  readonly #offers = new Map<string, Promise<readonly string[]>>();
  readonly #quotes = new Map<string, Promise<Awaited<ReturnType<Client["quote"]>>>>();
  readonly #unlessDown: UnlessDown;
  /** For the search for orders, which decides about a purchase: a slow price must not prevent it. */
  readonly searchUnlessDown: UnlessDown;

  constructor(context: ProviderContext) {
    this.#context = context;
    this.#unlessDown = unlessDown(context);
    this.searchUnlessDown = unlessDown(context);
  }

  /** The order that the state holds for a server, with its sizes, which a list may leave out. */
  async order(orderOid: number, desired: Desired): Promise<OrderReading> {
    try {
      const order = await this.#unlessDown(() => recentOrder(this.#context, orderOid, isWhole));
      return { order };
    } catch (error) {
      // The update reads it too, and would be refused like this.
      if (error instanceof ServiceError && error.outcome === "refused") throw error;
      return { failure: unpricedBy(error, this.#explainFor(desired)) };
    }
  }

  /** The service's answers to everything that the preview has to ask about one server. */
  async offered(needs: PreviewNeeds, desired: Desired, reading: OrderReading | undefined): Promise<ServiceOffer> {
    const [offers, quoted] = await Promise.all([
      Promise.all(needs.listed.map((argument) => this.#offersOf(argument, desired))),
      this.#quoted(needs, desired, reading),
    ]);
    return { offers: Object.assign({}, ...offers), quoted };
  }

  async #offersOf(argument: ListedArgument, desired: Desired): Promise<Offers> {
    try {
      return { [argument]: await this.#once(this.#offers, argument, () => lists[argument](this.#context.client)) };
    } catch (error) {
      if (!(error instanceof ServiceError) || error.isKeyRefused) throw error;
      return { [argument]: { why: this.#explainFor(desired)(error) } };
    }
  }

  /** In a resize, sizes that it does not change are those of the order. */
  async #quoted(
    { price, resized }: PreviewNeeds,
    desired: Desired,
    reading: OrderReading | undefined,
  ): Promise<QuoteResult | undefined> {
    if (price === undefined || unknownPrices(desired).length > 0) return undefined;
    if (reading !== undefined && reading.order === undefined) return reading.failure;
    const request = quoteToWire(
      price === "purchase" ? purchaseQuoteRequest(desired) : resizeQuoteRequest(desired, reading?.order, resized),
    );
    return quotedBy(
      this.#once(this.#quotes, JSON.stringify(request), () => this.#context.client.quote(request, options)),
      this.#explainFor(desired),
    );
  }

  #once<T>(answers: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    return getOrInsertComputed(answers, key, () => this.#unlessDown(ask));
  }

  /** An `up` does not show what its checks could not read, so that does not count as explained. */
  #explainFor(desired: Desired): (error: ServiceError) => string {
    return (error) => (isForecast(desired) ? explainOnce(this.#context.memory, error, desired.__urn) : error.message);
  }
}
