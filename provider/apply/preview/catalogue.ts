import { ServiceError } from "../../api/errors";
import type { ListedArgument, Offers } from "../../plan/preview/catalogue-check";
import type { AboutOrder } from "../../schema/order";
import type { PartialVpsRequest } from "../../schema/requests";
import type { Money } from "../../schema/values";
import type { ProviderContext } from "../context";

/** A preview is worth a short wait, retries included. */
const options = { deadlineMs: 15_000 } as const;

export interface Quote {
  readonly monthlyCost: Money;
  readonly message: string | undefined;
}

/** Whether nobody answers there at all. */
export const isUnreachable = ({ failure }: ServiceError): boolean =>
  failure.kind === "not-sent" || failure.kind === "certificate" || failure.kind === "no-answer";

/**
 * What the service offers and asks for it, each asked for once a run however many resources want to know. A failure is
 * remembered too: a service that is down is not waited for again for every resource.
 */
export class Catalogue {
  readonly #context: ProviderContext;
  readonly #answers = new Map<string, Promise<unknown>>();
  #down: ServiceError | undefined;

  constructor(context: ProviderContext) {
    this.#context = context;
  }

  offers(argument: ListedArgument): Promise<Offers> {
    const { client } = this.#context;
    return this.#once(argument, async (): Promise<Offers> => {
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

  quote(question: PartialVpsRequest): Promise<Quote> {
    return this.#once(`quote ${JSON.stringify(question)}`, () => this.#context.client.quote(question, options));
  }

  orders(): Promise<AboutOrder[]> {
    return this.#once("orders", () => this.#context.client.listOrders({ includeInactive: false }, options));
  }

  order(orderOid: number): Promise<AboutOrder> {
    return this.#once(`order ${orderOid}`, () => this.#context.client.getOrder(orderOid, options));
  }

  #once<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#answers.get(name) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const answer = this.#askUnlessDown(ask);
    this.#answers.set(name, answer);
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
