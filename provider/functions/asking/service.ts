import { type Client, createClient } from "../../api/client";
import type { Settings } from "../../api/settings";

/** The calls that change nothing. */
type ReadingCall =
  | "listOrders"
  | "getOrder"
  | "vpsStatus"
  | "dataTransferUsage"
  | "billingMethods"
  | "distributions"
  | "dataCenters"
  | "pricingPlans"
  | "quote";

/** Reads from the service, each thing once: who asks the same again shares the first answer. */
export interface Service {
  read<Call extends ReadingCall>(call: Call, ...args: Parameters<Client[Call]>): ReturnType<Client[Call]>;
}

/** `given` stands in for parts of the real world, in tests. */
export function createService(settings: Settings, given: Parameters<typeof createClient>[1] = {}): Service {
  const client = createClient(settings, given);
  const answers = new Map<string, Promise<unknown>>();
  return {
    read: (call, ...args) => {
      const key = JSON.stringify([call, ...args]);
      const read = client[call] as (...args: unknown[]) => ReturnType<Client[typeof call]>;
      const answer = (answers.get(key) as ReturnType<typeof read> | undefined) ?? read(...args);
      answers.set(key, answer);
      // A failure is told to all who wait for it, and not to those who ask later.
      answer.catch(() => answers.delete(key));
      // Each gets a copy: a program may sort what it was told.
      return answer.then(structuredClone) as typeof answer;
    },
  };
}
