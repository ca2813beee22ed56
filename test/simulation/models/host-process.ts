import type { Client } from "../../../provider/api/client";
import { createRedactor } from "../../../provider/api/redactor";
import { resolveSettings } from "../../../provider/api/settings";
import { Limiter } from "../../../provider/apply/run/limiter";
import { RunMemory } from "../../../provider/apply/run/run-memory";
import { SharedRead } from "../../../provider/apply/run/shared-read";
import type { Narrator, World } from "../../../provider/apply/run/world";
import type { ProcessWorld } from "../../../provider/dynamic/process-world";
import type { AboutOrder } from "../../../provider/schema/order/about-order";
import type { Random } from "./random";
import type { Run } from "./run";
import type { VirtualClock } from "./virtual-clock";

const settings = resolveSettings({ config: (name) => (name === "apiKey" ? "12345" : undefined) });
const redactor = createRedactor();

/** A fresh provider host, as the engine starts one for each run: nothing is remembered from the run before. */
export function hostProcess(client: Client, clock: VirtualClock, run: Run, random: Random): ProcessWorld {
  const narrator: Narrator = { progress: () => undefined, warn: (_urn, text) => run.report(text) };
  const memory = new RunMemory();
  const world: World = {
    client,
    settings,
    narrator,
    memory,
    nowMs: () => clock.nowMs,
    sleep: async (durationMs) => {
      await clock.sleep(durationMs);
      await run.hostMoment("awakes");
    },
    newId: () => random.hex(12),
    purchases: new Limiter(settings.maxConcurrentPurchases),
    census: new SharedRead<AboutOrder[]>(() => client.listOrders({ includeInactive: false })),
  };
  return { redactor, narrator, memory, acting: () => world };
}
