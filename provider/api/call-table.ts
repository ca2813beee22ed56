import type { Settings } from "./settings";

/**
 * What a repeated or half-finished call can do to servers and bills. This, not the HTTP method, decides about retries:
 * - `read`: nothing, so it may be repeated at will
 * - `purchase`: buys another server
 * - `rework`: wipes or moves a server again
 * - `resize`: restarts a server and may bill again
 * - `target`: names a state to reach, so a second time does at most a second restart
 * - `cancel`: ends an order, which is over after the first time
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

/** Every call of the service that the provider makes. */
export const calls = {
  // Some 2 KB an order: an account whose list could not be read could neither buy nor change nor cancel anything.
  listOrders: { ...reading, maxBytes: 256 * mebibyte },
  getOrder: reading,
  vpsStatus: { ...reading, deadlineMs: statusMs },
  dataTransferUsage: { ...reading, deadlineMs: statusMs },
  billingMethods: reading,
  distributions: { ...reading, key: "never" },
  dataCenters: { ...reading, key: "never" },
  pricingPlans: { ...reading, key: "never" },
  quote: { ...reading, method: "PUT", key: "if-known" },
  newVps: { ...changing, method: "POST", risk: "purchase", deadlineMs: setupMs },
  reinstall: { ...changing, risk: "rework", deadlineMs: setupMs },
  move: { ...changing, risk: "rework", deadlineMs: moveMs },
  resize: { ...changing, risk: "resize", deadlineMs: setupMs },
  setRunningState: changing,
  setPtr: changing,
  deleteVps: { ...changing, method: "DELETE", risk: "cancel" },
  cancelAtPeriodEnd: { ...changing, risk: "cancel" },
} as const satisfies Record<string, CallTraits>;

export type Call = keyof typeof calls;
