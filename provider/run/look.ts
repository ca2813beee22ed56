import type { ProviderContext } from "../host/context";
import type { Host } from "../host/host";
import type { HostMemory } from "../host/memory";
import { captureFailure } from "../host/outcomes";
import { listedOrRead, quotedBy, quoteForLimits, recentOrders, unpricedBy } from "../purchase/account";
import { isNotMoreExpensive, type NoPrice, type QuoteResult, reserve } from "../purchase/limits";
import type { VpsArgument } from "../server/arguments";
import { type ListedArgument, listedAmong, type Offers } from "../server/offers";
import { isPreview, type Program, type Resolved, type VpsSizes } from "../server/program";
import { quoteToWire, resizeQuoteRequest, unknownPrices } from "../server/request";
import type { Server } from "../server/server";
import type { Failure } from "../service/calls";
import { isUnanswered, ServiceError } from "../service/errors";
import { getOrInsertComputed } from "../service/names";
import { costOf } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";

/** A preview is worth a short wait, retries included; but the list of orders, which decides about a purchase, has all the time of a call. */
const options = { deadlineMs: 15_000 } as const;

/** For this long, a service that does not answer is not asked again. */
const downForMs = 60_000;

/** The failures of a service that does not answer at all. */
const unreachable: ReadonlySet<Failure["kind"]> = new Set(["not-sent", "certificate", "no-answer"]);

/** Asks the service, unless it gave no answer the last time, a short while ago. */
type UnlessDown = <T>(ask: () => Promise<T>) => Promise<T>;

function unlessDown({ nowMs }: ProviderContext): UnlessDown {
  let down: { readonly error: ServiceError; readonly sinceMs: number } | undefined;
  return async (ask) => {
    if (down !== undefined && nowMs() - down.sinceMs < downForMs) throw down.error;
    const answer = await captureFailure(ask);
    if (!(answer instanceof ServiceError)) return answer;
    if (unreachable.has(answer.failure.kind)) down = { error: answer, sinceMs: nowMs() };
    throw answer;
  };
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

/** An order as it was read, or why it could not be. */
type OrderReading = { readonly order: AboutOrder } | { readonly order?: undefined; readonly failure: NoPrice };

/**
 * What is read before anything is decided. Offers and prices are requested once per run, however many resources need them. Failures
 * are remembered too, so that a run does not wait again, for every resource, for a service that is down.
 */
export class Look {
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

  /** An order that is to be changed. */
  async order(orderOid: number, isEnough: (listed: AboutOrder) => boolean): Promise<OrderReading> {
    try {
      return { order: await this.#unlessDown(() => listedOrRead(this.#context, orderOid, isEnough, options)) };
    } catch (error) {
      // The update reads it too, and would be refused like this.
      if (!isUnanswered(error)) throw error;
      return { failure: unpricedBy(error) };
    }
  }

  /** What the service offers for those of these arguments that it lists. */
  async offers(names: readonly VpsArgument[]): Promise<Offers> {
    return Object.assign({}, ...(await Promise.all(listedAmong(names).map((argument) => this.#offersOf(argument)))));
  }

  async #offersOf(argument: ListedArgument): Promise<Offers> {
    try {
      return { [argument]: await this.#once(this.#offers, argument, () => lists[argument](this.#context.client)) };
    } catch (error) {
      return { [argument]: { why: unpricedBy(error).why } };
    }
  }

  /** The price of what a request asks for; `undefined` while it depends on what the program does not know yet. */
  async price(program: Program, asked: () => Parameters<typeof quoteToWire>[0]): Promise<QuoteResult | undefined> {
    if (unknownPrices(program).length > 0) return undefined;
    const request = quoteToWire(asked());
    return quotedBy(
      this.#once(this.#quotes, JSON.stringify(request), () => this.#context.client.quote(request, options)),
    );
  }

  #once<T>(answers: Map<string, Promise<T>>, key: string, ask: () => Promise<T>): Promise<T> {
    return getOrInsertComputed(answers, key, () => this.#unlessDown(ask));
  }
}

/** What one host process looks at before anything is done, in previews and at the beginning of an `up`, and how it says what it has found. */
export class Announcer {
  /** Settings are read only if there is something to do. */
  readonly #host: () => Pick<Host, "reporter" | "memory" | "context">;
  readonly #warned = new Set<string>();
  #look: Look | undefined;

  constructor(host: () => Pick<Host, "reporter" | "memory" | "context">) {
    this.#host = host;
  }

  get memory(): HostMemory {
    return this.#host().memory;
  }

  /** What acts and reads. Throws if the settings cannot be used. */
  ready(): { readonly context: ProviderContext; readonly look: Look } {
    const context = this.#host().context();
    this.#look ??= new Look(context);
    return { context, look: this.#look };
  }

  /** The line comes after the warnings, so that it is the text that stays. An `up` says what it has done. */
  summarize(program: Program, words: readonly (string | undefined)[]): void {
    if (isPreview(program)) this.#host().reporter.summary(program.__urn, words.filter(Boolean).join("; "));
  }

  /** Warns only in previews, and gives each warning once: at the first resource that it concerns. */
  warn(program: Program, warnings: readonly string[]): void {
    if (!isPreview(program)) return;
    for (const warning of warnings.filter((text) => !this.#warned.has(text))) {
      this.#warned.add(warning);
      this.#host().reporter.warn(program.__urn, warning);
    }
  }
}

/** Reserves the price of a resize, unless a limit forbids it. */
export async function reserveResize(
  context: ProviderContext,
  { order, saved: { orderOid } }: Server,
  { __urn: urn = String(orderOid), maxMonthlyCostUsd }: Resolved<Program>,
  quoted: QuoteResult,
): Promise<ReturnType<typeof reserve>> {
  const before = order && costOf(order);
  const orders = order === undefined ? undefined : await recentOrders(context);
  return reserve(context, { urn, orderOid, maxMonthlyCostUsd, before }, quoted, orders);
}

/** Asked for again right before the call, where a limit needs it: the state of things may have changed since the preview. */
export async function resizeRefusal(
  context: ProviderContext,
  server: Server,
  program: Resolved<Program>,
  sizes: VpsSizes,
): Promise<string | undefined> {
  const quoted = await quoteForLimits(context, program, () =>
    quoteToWire(resizeQuoteRequest(program, server.now, sizes)),
  );
  // A list that cannot be read must not stop what makes nothing more expensive.
  if (quoted === undefined || isNotMoreExpensive(quoted, server.order && costOf(server.order))) return undefined;
  return (await reserveResize(context, server, program, quoted)).refusal;
}
