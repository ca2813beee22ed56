import { catalogueCalls } from "./endpoints/catalogue";
import { changingCalls } from "./endpoints/changing";
import { installingCalls } from "./endpoints/installing";
import { readingCalls } from "./endpoints/reading";
import { createSend } from "./sending/send";
import { createServiceClock } from "./sending/service-clock";
import { type World, worldWith } from "./sending/world";
import type { Settings } from "./settings";

/**
 * One method for each call of the service. Each takes limits as its last argument, resends by itself only where the retry
 * table says `retry`, and throws a `ServiceError` otherwise, whose `decision` says what is the caller's to do.
 */
export const createClient = (settings: Settings, given: Partial<World> = {}) => {
  const world = worldWith(settings.baseUrl, given);
  const serviceClock = createServiceClock(world.clock);
  const send = createSend(settings, world, serviceClock);
  return {
    /** What the service's clock shows, as far as its answers have told; ages and dates of orders are judged by it. */
    serviceNowMs: serviceClock.nowMs,
    ...readingCalls(send, serviceClock.nowMs),
    ...catalogueCalls(send),
    ...installingCalls(send, world.redactor),
    ...changingCalls(send),
  };
};

export type Client = ReturnType<typeof createClient>;
