import { catalogueCalls } from "./endpoints/catalogue";
import { changingCalls } from "./endpoints/changing";
import { installingCalls } from "./endpoints/installing";
import { readingCalls } from "./endpoints/reading";
import { createSend } from "./sending/send";
import { type World, worldWith } from "./sending/world";
import type { Settings } from "./settings";

/**
 * One method for each call of the service. Each takes limits as its last argument, resends by itself only where the retry
 * table says `retry`, and throws a `ServiceError` otherwise: what to do about an unknown outcome is the caller's to decide.
 */
export const createClient = (settings: Settings, given: Partial<World> = {}) => {
  const world = worldWith(settings.baseUrl, given);
  const send = createSend(settings, world);
  return {
    ...readingCalls(send, world.clock),
    ...catalogueCalls(send),
    ...installingCalls(send, world.redactor),
    ...changingCalls(send),
  };
};

export type Client = ReturnType<typeof createClient>;
