import { catalogueCalls } from "./catalogue-calls";
import { changingCalls } from "./change-calls";
import { type ClientContext, clientContext } from "./client-context";
import { installingCalls, readingCalls } from "./order-calls";
import { createSend } from "./send";
import { createServiceClock } from "./service-clock";
import type { Settings } from "./settings";

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
