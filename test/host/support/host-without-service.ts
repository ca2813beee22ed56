import type { Host } from "../../../provider/host/host";
import { HostMemory } from "../../../provider/host/memory";
import { createRedactor } from "../../../provider/service/redactor";
import { resolveSettings } from "../../../provider/service/settings";

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
  providerName: "",
  requireSettings: () => resolveSettings({}),
  context: noService,
});

function noService(): never {
  throw new Error("this test has no service");
}
