import { z } from "zod";
import { CALL_NAMES } from "../calls";

/**
 * `before-work`: the key was accepted, nothing has been done. `during-work`: a long call has started; a purchase has a
 * half-made order. `after-work`: all work is done, the answer has not been sent yet.
 */
export const Moment = z.enum(["before-work", "during-work", "after-work"]);
export type Moment = z.infer<typeof Moment>;

const Plain = z.enum([
  /** The socket is destroyed. */
  "reset",
  /** No answer at all, until the client hangs up or the simulator is reset or closed. */
  "hang",
  /** A complete HTTP answer whose JSON stops halfway. */
  "truncated-json",
  /** The socket is destroyed in the middle of the body. */
  "cut-mid-body",
  /** The correct body, sent as text/html. */
  "wrong-content-type",
  /** A 302 to another path on this server. */
  "redirect",
  /** HTTP 200 and `response_type: ERROR`. */
  "response-type-error",
  /** `error_info` at the very top, HTTP 403. */
  "error-info-at-top",
  /** No host has room. Before the work, the service itself refuses. After it, only the answer says so. */
  "no-capacity",
  /** A resize answers `were_resources_changed: false`. Before the work that is true; after it, it is a lie. */
  "not-changed",
]);

const Status = z.strictObject({
  status: z.number().int().min(200).max(599),
  body: z.enum(["html", "empty", "envelope", "list", "no-error-info", "invalid-json"]).default("envelope"),
  /** The header `Retry-After`: seconds, or a date as text. */
  retryAfter: z
    .union([z.string(), z.number().int().min(0)])
    .transform(String)
    .optional(),
  errorClass: z.string().default("ServerException"),
  message: z.string().default("Something went wrong."),
});

/** Replaces the answer with this JSON, HTTP 200. */
const Json = z.strictObject({ json: z.unknown() });

/** Overrides fields of the answer, inside its root: with null, a wrong type, anything. */
const Patch = z.strictObject({ patch: z.record(z.string(), z.unknown()) });

/** The right answer, but with this order of the account in its `about_order`. */
const AboutOrder = z.strictObject({ aboutOrder: z.number().int() });

/** Continues as usual after this time. */
const Slow = z.strictObject({ delayMs: z.number().int().min(0) });

export const Disturbance = z.union([Plain, Status, Json, Patch, AboutOrder, Slow]);
/** As a test writes it. */
export type Disturbance = z.input<typeof Disturbance>;
/** With defaults filled in. */
export type PlannedDisturbance = z.output<typeof Disturbance>;

const CALLS_THAT_NEED_ROOM: readonly string[] = ["new-vps", "parameters", "host-server", "reinstall"];

/** A fault without effect would let a test pass for the wrong reason. */
function isMeaningful({ call, how, moment }: { call: string; how: PlannedDisturbance; moment: Moment }): boolean {
  if (how === "not-changed") return call === "parameters";
  if (typeof how === "object" && "aboutOrder" in how) return moment === "after-work";
  return how !== "no-capacity" || CALLS_THAT_NEED_ROOM.includes(call);
}

const FaultSchema = z
  .strictObject({
    call: z.union([z.enum(CALL_NAMES), z.literal("*")]),
    orderOid: z.number().int().optional(),
    /** Matching requests to let pass first. */
    after: z.number().int().min(0).default(0),
    times: z.number().int().min(1).default(1),
    moment: Moment.default("before-work"),
    how: Disturbance,
  })
  .refine(
    isMeaningful,
    "This disturbance exists only for calls that need room on a host, for a resize (not-changed), or after the work (about another order).",
  );

/** As a test writes it: only `call` and `how` are required. */
export type Fault = z.input<typeof FaultSchema>;
/** As stored, with defaults filled in. */
export type PlannedFault = z.output<typeof FaultSchema>;

export const Fault = FaultSchema;
