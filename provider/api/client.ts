import { catalogueCalls } from "./catalogue-calls";
import { changingCalls } from "./change-calls";
import { type ClientContext, clientContext } from "./client-context";
import { installingCalls, readingCalls } from "./order-calls";
import { createSend } from "./send";
import { createServiceClock } from "./service-clock";
import type { Settings } from "./settings";

/**
 * One method for each call of the service. Each takes limits as its last argument, resends by itself only where the retry
 * table says `retry`, and throws a `ServiceError` otherwise, whose `decision` says what is the caller's to do.
 */
export const createClient = (settings: Settings, given: Partial<ClientContext> = {}) => {
  const context = clientContext(settings.baseUrl, given);
  const serviceClock = createServiceClock(context.clock);
  const send = createSend(settings, context, serviceClock);
  return {
    /** What the service's clock shows, as far as its answers have told; ages and dates of orders are judged by it. */
    serviceNowMs: serviceClock.nowMs,
    ...readingCalls(send, serviceClock.nowMs),
    ...catalogueCalls(send),
    ...installingCalls(send, context.redactor),
    ...changingCalls(send),
  };
};

export type Client = ReturnType<typeof createClient>;
