import type { z } from "zod";
import * as answers from "./answers";
import type { Settings } from "./settings";

/**
 * What a repeated or half-finished call can do to servers and bills. This decides about retries, not the HTTP method:
 * - `read`: nothing, so it may be repeated freely
 * - `purchase`: buys another server
 * - `rework`: wipes or moves a server again
 * - `resize`: restarts a server and may bill again
 * - `target`: asks for a state, so a second call causes at most a second restart
 * - `cancel`: ends an order, which can end only once
 */
export type Risk = "read" | "purchase" | "rework" | "resize" | "target" | "cancel";

type CallTraits = {
  method: "GET" | "POST" | "PUT" | "DELETE";
  risk: Risk;
  key: "required" | "if-known" | "never";
  deadlineMs: (settings: Settings) => number;
  maxBytes: number;
};

const mebibyte = 1024 * 1024;

const minuteMs = 60_000;

const readMs = (settings: Settings) => settings.readTimeoutSeconds * 1000;

const statusMs = (settings: Settings) => settings.readTimeoutSeconds * 2000;

const stateMs = (settings: Settings) => settings.stateTimeoutMinutes * minuteMs;

const setupMs = (settings: Settings) => settings.setupTimeoutMinutes * minuteMs;

const moveMs = (settings: Settings) => settings.moveTimeoutMinutes * minuteMs;

const reading: CallTraits = {
  method: "GET",
  risk: "read",
  key: "required",
  deadlineMs: readMs,
  maxBytes: 2 * mebibyte,
};

const changing: CallTraits = { ...reading, method: "PUT", risk: "target", deadlineMs: stateMs };

/** Every call that the provider makes to the service, and what its answer holds. */
export const calls = {
  // About 2 KB per order. An account whose list is too long to read could not buy, change or cancel anything.
  listOrders: { ...reading, maxBytes: 256 * mebibyte, answer: answers.OrdersAnswer },
  getOrder: { ...reading, answer: answers.OrderAnswer },
  vpsStatus: { ...reading, deadlineMs: statusMs, answer: answers.VpsStatusAnswer },
  dataTransferUsage: { ...reading, deadlineMs: statusMs, answer: answers.DataTransferUsageAnswer },
  billingMethods: { ...reading, answer: answers.BillingMethodsAnswer },
  distributions: { ...reading, key: "never", answer: answers.DistributionsAnswer },
  dataCenters: { ...reading, key: "never", answer: answers.DataCentersAnswer },
  pricingPlans: { ...reading, key: "never", answer: answers.PricingPlansAnswer },
  quote: { ...reading, method: "PUT", key: "if-known", answer: answers.QuoteAnswer },
  newVps: { ...changing, method: "POST", risk: "purchase", deadlineMs: setupMs, answer: answers.NewVpsAnswer },
  reinstall: { ...changing, risk: "rework", deadlineMs: setupMs, answer: answers.ReinstallAnswer },
  move: { ...changing, risk: "rework", deadlineMs: moveMs, answer: answers.MoveAnswer },
  resize: { ...changing, risk: "resize", deadlineMs: setupMs, answer: answers.ResizeAnswer },
  setRunningState: { ...changing, answer: answers.RunningStateAnswer },
  setPtr: { ...changing, answer: answers.PlainAnswer },
  deleteVps: { ...changing, method: "DELETE", risk: "cancel", answer: answers.DeleteAnswer },
  cancelAtPeriodEnd: { ...changing, risk: "cancel", answer: answers.PlainAnswer },
} as const satisfies Record<string, CallTraits & { answer: z.ZodType }>;

export type Call = keyof typeof calls;

/** What the service answers, with its own sentence about how the call ended. */
export type Answer<Name extends Call> = z.output<(typeof calls)[Name]["answer"]> & { message: string | undefined };
