import { PartialFailure } from "../apply/run/partial-failure";
import { plain } from "./parsing";
import type { ProcessWorld } from "./process-world";

/** The host prints the stack of what is thrown, and knows nothing of secrets: every error leaves here without either. */
export function cleanErrors<A extends unknown[], R>(
  process: () => ProcessWorld,
  method: (...args: A) => Promise<R>,
): (...args: A) => Promise<R> {
  return async (...args) => {
    try {
      return await method(...args);
    } catch (error) {
      const { clean } = process().redactor;
      if (error instanceof PartialFailure)
        throw new PartialFailure(error.id, plain(error.properties), error.reasons.map(clean));
      const shown = new Error(clean(error instanceof Error ? error.message : String(error)));
      shown.stack = "";
      throw shown;
    } finally {
      // What was said last is to stand on the resource's line when the engine closes it.
      await process().narrator.heard?.();
    }
  };
}
