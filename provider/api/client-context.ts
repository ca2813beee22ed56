import { setTimeout as wait } from "node:timers/promises";
import type { Transport } from "./connection";
import { readEnvironment } from "./environment";
import { proxySecrets } from "./proxy";
import { createRedactor, type Redactor } from "./secrets";
import { createTransport } from "./transport";

/** Everything a client needs from outside, so that a test can supply its own network, clock and randomness. */
export type ClientContext = {
  transport: Transport;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** A number from 0 up to, but not including, 1. */
  random: () => number;
  sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  redactor: Redactor;
  /** Asked after a wait, before a call that changes something is sent again: the run may have ended meanwhile. */
  isStillWanted: () => Promise<boolean>;
};

/** The real network, clock and randomness, except for what the caller supplies. */
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
    isStillWanted: given.isStillWanted ?? (async () => true),
  };
};

/** Node's timers fire immediately when set to more than this. */
export const longestTimerMs = 2 ** 31 - 1;

type Timer = (ms: number, value: undefined, options: { signal?: AbortSignal }) => Promise<void>;

/** Sleeps for any length of time. Rejects early if the signal is aborted. */
export const sleepFor = async (ms: number, signal?: AbortSignal, timer: Timer = wait): Promise<void> => {
  for (let leftMs = ms; leftMs > 0; leftMs -= longestTimerMs)
    await timer(Math.min(leftMs, longestTimerMs), undefined, signal ? { signal } : {});
};
