import { createRedactor } from "../../../provider/api/redactor";
import type { Host } from "../../../provider/dynamic/host";
import { HostMemory } from "../../../provider/host/memory";

/** A host process for what makes no call: asking for the service fails. */
export const hostWithoutService = (): Host => ({
  redactor: createRedactor(),
  reporter: {
    progress: () => undefined,
    summary: () => undefined,
    warn: () => undefined,
    flush: async () => undefined,
  },
  memory: new HostMemory(),
  context: noService,
  newIdempotencyKey: noService,
});

function noService(): never {
  throw new Error("this test has no service");
}
