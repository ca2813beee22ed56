import type { Transport } from "../connection/connection";
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
export const worldWith = (baseUrl: string, given: Partial<World>): World => ({
  transport: given.transport ?? createTransport(baseUrl, readEnvironment()),
  clock: given.clock ?? Date.now,
  random: given.random ?? Math.random,
  sleep: given.sleep ?? sleepFor,
  redactor: given.redactor ?? createRedactor(),
});
