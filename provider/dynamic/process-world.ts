import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "../api/client";
import { readEnvironment } from "../api/environment";
import { createRedactor, type Redactor } from "../api/redactor";
import { requireApiKey, resolveSettings } from "../api/settings";
import { Limiter } from "../apply/run/limiter";
import { RunMemory } from "../apply/run/run-memory";
import { SharedRead } from "../apply/run/shared-read";
import type { Narrator, World } from "../apply/run/world";
import type { AboutOrder } from "../schema/order/about-order";
import { connectEngine } from "./engine/engine-connection";
import { engineNarrator } from "./engine/engine-log";

/** Gives the value of a stack configuration key such as `rimuhosting:apiKey`. */
export type ReadConfig = (key: string) => string | undefined;

/** One host process serves one provider instance of one run. Everything that its resources share is here. */
export interface ProcessWorld {
  readonly redactor: Redactor;
  readonly narrator: Narrator;
  readonly memory: RunMemory;
  /** What can act, made on first need: wrong settings are then the error of the resource that needs them. */
  readonly acting: () => World;
}

export function createProcessWorld(readConfig: ReadConfig, engineAddress: string | undefined): ProcessWorld {
  const redactor = createRedactor();
  const narrator = engineNarrator(connectEngine(engineAddress), redactor.clean);
  const memory = new RunMemory();
  let world: World | undefined;
  return {
    redactor,
    narrator,
    memory,
    acting: () => {
      world ??= createWorld(readConfig, redactor, narrator, memory);
      return world;
    },
  };
}

function createWorld(readConfig: ReadConfig, redactor: Redactor, narrator: Narrator, memory: RunMemory): World {
  const settings = resolveSettings({ config: (name) => readConfig(`rimuhosting:${name}`), env: readEnvironment() });
  requireApiKey(settings);
  const client = createClient(settings, { redactor });
  return {
    client,
    settings,
    narrator,
    memory,
    nowMs: Date.now,
    sleep: (durationMs) => wait(durationMs),
    newId: randomUUID,
    purchases: new Limiter(settings.maxConcurrentPurchases),
    census: new SharedRead<AboutOrder[]>(() => client.listOrders({ includeInactive: false })),
  };
}
