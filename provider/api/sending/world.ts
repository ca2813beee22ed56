import type { Transport } from "../connection/connection";
import { proxySecrets } from "../connection/proxy";
import { readEnvironment } from "../environment";
import { createRedactor, type Redactor } from "../redactor";
import { createTransport } from "../transport";
import { sleepFor } from "./sleep";

/** All that a client takes from outside, so that a test can have a network, a clock and chances of its own. */
export type World = {
  transport: Transport;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** A number from 0 to below 1. */
  random: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  redactor: Redactor;
};

/** The real world, except for what is given. */
export const worldWith = (baseUrl: string, given: Partial<World>): World => {
  const redactor = given.redactor ?? createRedactor();
  const environment = readEnvironment();
  for (const secret of proxySecrets(environment)) redactor.register(secret);
  return {
    transport: given.transport ?? createTransport(baseUrl, environment),
    clock: given.clock ?? Date.now,
    random: given.random ?? Math.random,
    sleep: given.sleep ?? sleepFor,
    redactor,
  };
};
