import { setTimeout as wait } from "node:timers/promises";
import type { Transport } from "./connection";
import { readEnvironment } from "./environment";
import { proxySecrets } from "./proxy";
import { createRedactor, type Redactor } from "./secrets";
import { createTransport } from "./transport";

/** All that a client takes from outside, so that a test can have a network, a clock and chances of its own. */
export type ClientContext = {
  transport: Transport;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** A number from 0 to below 1. */
  random: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  redactor: Redactor;
};

/** The real world, except for what is given. */
export const clientContext = (baseUrl: string, given: Partial<ClientContext>): ClientContext => {
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

/** Node's timers fire at once when they are set to more than this. */
export const longestTimerMs = 2 ** 31 - 1;

type Timer = (ms: number, value: undefined, options: { signal?: AbortSignal }) => Promise<void>;

/** Sleeps for any time, however long; ends early, with a rejection, when the signal is aborted. */
export const sleepFor = async (ms: number, signal?: AbortSignal, timer: Timer = wait): Promise<void> => {
  for (let leftMs = ms; leftMs > 0; leftMs -= longestTimerMs)
    await timer(Math.min(leftMs, longestTimerMs), undefined, signal ? { signal } : {});
};
