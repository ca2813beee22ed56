import { ServiceError } from "../../api/errors";
import type { ListedArgument, Offers } from "../../plan/preview/catalogue-check";
import type { Quote } from "../../plan/preview/price-check";
import type { AboutOrder } from "../../schema/order";
import type { OrderList } from "../../schema/order-list";
import type { PartialVpsRequest } from "../../schema/requests";
import type { ProviderContext } from "../context";

/** A preview is worth a short wait, retries included. */
const options = { deadlineMs: 15_000 } as const;

/** Whether the service does not answer at all. */
const isUnreachable = ({ failure }: ServiceError): boolean =>
  failure.kind === "not-sent" || failure.kind === "certificate" || failure.kind === "no-answer";

/**
 * What a preview reads of the service: its offers, its prices and the account's orders. Each is requested once per run,
 * however many resources need it. Failures are remembered too, so that a run does not wait for a service that is down
 * again for every resource.
 */
export class PreviewReads {
  readonly #context: ProviderContext;
  readonly #offers = new Map<ListedArgument, Promise<Offers>>();
  readonly #quotes = new Map<string, Promise<Quote>>();
  readonly #orders = new Map<number, Promise<AboutOrder>>();
  #orderList: Promise<OrderList> | undefined;
  #down: ServiceError | undefined;

  constructor(context: ProviderContext) {
    this.#context = context;
  }

  offers(argument: ListedArgument): Promise<Offers> {
    const { client } = this.#context;
    return this.#once(this.#offers, argument, async (): Promise<Offers> => {
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
    });
  }

  quote(request: PartialVpsRequest): Promise<Quote> {
    return this.#once(this.#quotes, JSON.stringify(request), () => this.#context.client.quote(request, options));
  }

  /**
   * Not the host's own list: that one is waited for, because ownership depends on it. Here only a price does, which may
   * be missing.
   */
  async orders(): Promise<readonly AboutOrder[]> {
    this.#orderList ??= this.#askUnlessDown(() => this.#context.client.listOrders({ includeInactive: false }, options));
    return (await this.#orderList).orders;
  }

  order(orderOid: number): Promise<AboutOrder> {
    return this.#once(this.#orders, orderOid, () => this.#context.client.getOrder(orderOid, options));
  }

  #once<Key, T>(answers: Map<Key, Promise<T>>, key: Key, ask: () => Promise<T>): Promise<T> {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#askUnlessDown(ask);
    answers.set(key, answer);
    return answer;
  }

  async #askUnlessDown<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#down !== undefined) throw this.#down;
    try {
      return await ask();
    } catch (error) {
      if (error instanceof ServiceError && isUnreachable(error)) this.#down = error;
      throw error;
    }
  }
}
