import { setTimeout as wait } from "node:timers/promises";
import { catalogueCalls, changingCalls, installingCalls, readingCalls } from "./calls";
import { readEnvironment } from "./environment";
import { proxySecrets } from "./proxy";
import { createRedactor } from "./redactor";
import { type ClientContext, createSend } from "./send";
import { createServiceClock } from "./service-clock";
import type { Settings } from "./settings";
import { createTransport } from "./transport";

/**
 * One method for each call to the service. Each accepts limits as its last argument, and resends by itself only where the
 * retry table says `retry`. Any other failure throws a `ServiceError`, whose `decision` tells the caller what to do.
 */
export const createClient = (settings: Settings, given: Partial<ClientContext> = {}) => {
  const context = clientContext(settings.baseUrl, given);
  const serviceClock = createServiceClock(context.clock);
  const send = createSend(settings, context, serviceClock);
  return {
    /** The service's clock, as far as its answers reveal it. Ages and dates of orders are judged by it. */
    serviceNowMs: serviceClock.nowMs,
    ...readingCalls(send, serviceClock.nowMs),
    ...catalogueCalls(send),
    ...installingCalls(send, context.redactor),
    ...changingCalls(send),
  };
};

export type Client = ReturnType<typeof createClient>;

/** The calls that change nothing. */
export type ReadingCalls = ReturnType<typeof readingCalls> & ReturnType<typeof catalogueCalls>;

/** The real network, clock and randomness, except for what the caller supplies. */
const clientContext = (baseUrl: string, given: Partial<ClientContext>): ClientContext => {
  const redactor = given.redactor ?? createRedactor();
  const environment = readEnvironment();
  for (const secret of proxySecrets(environment)) redactor.register(secret);
  return {
    transport: given.transport ?? createTransport(baseUrl, environment),
    clock: given.clock ?? Date.now,
    random: given.random ?? Math.random,
    sleep: given.sleep ?? ((ms) => wait(ms)),
    redactor,
    isStillWanted: given.isStillWanted ?? (async () => true),
    onWait: given.onWait ?? (() => undefined),
  };
};
