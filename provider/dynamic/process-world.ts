import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { createClient } from "../api/client";
import { readEnvironment } from "../api/environment";
import { createRedactor, type Redactor } from "../api/redactor";
import { requireApiKey, resolveSettings, type Settings } from "../api/settings";
import type { Account } from "../apply/order/leftovers";
import { Limiter } from "../apply/run/limiter";
import { RunMemory } from "../apply/run/run-memory";
import { SharedRead } from "../apply/run/shared-read";
import type { Narrator, World } from "../apply/run/world";
import { Accounts } from "../schema/ledger";
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
  readonly settings: () => Settings;
  /** What can act, made on first need: wrong settings are then the error of the resource that needs them. */
  readonly acting: () => World;
  /** The account of this provider instance, and those that a ledger remembers. */
  readonly accounts: (remembered: string | undefined) => readonly Account[];
}

type Surroundings = Pick<ProcessWorld, "redactor" | "narrator" | "memory"> & Pick<World, "isEngineThere">;

export function createProcessWorld(readConfig: ReadConfig, engineAddress: string | undefined): ProcessWorld {
  const redactor = createRedactor();
  const narrator = engineNarrator(engineAddress, redactor.clean);
  const { isThere } = connectEngine(engineAddress);
  const surroundings = { redactor, narrator, memory: new RunMemory(), isEngineThere: isThere };
  let world: World | undefined;
  const acting = (): World => {
    world ??= createWorld(readConfig, surroundings);
    return world;
  };
  return {
    ...surroundings,
    settings: () => settingsFrom(readConfig),
    acting,
    accounts: (remembered) => [
      { name: "the account of the default provider", acting },
      ...Accounts.parse(JSON.parse(remembered ?? "[]")).map(({ name, config }) => ({
        name: `the account of the provider "${name}"`,
        acting: () => createWorld((key) => config[key], surroundings),
      })),
    ],
  };
}

const settingsFrom = (readConfig: ReadConfig): Settings =>
  resolveSettings({ config: (name) => readConfig(`rimuhosting:${name}`), env: readEnvironment() });

function createWorld(readConfig: ReadConfig, { redactor, ...surroundings }: Surroundings): World {
  const settings = settingsFrom(readConfig);
  requireApiKey(settings);
  const client = createClient(settings, { redactor });
  return {
    ...surroundings,
    client,
    settings,
    nowMs: Date.now,
    sleep: (durationMs) => wait(durationMs),
    newId: randomUUID,
    purchases: new Limiter(settings.maxConcurrentPurchases),
    census: new SharedRead<AboutOrder[]>(() => client.listOrders({ includeInactive: false })),
  };
}
