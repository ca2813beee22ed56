import { z } from "zod";
import { CALL_NAMES } from "../calls";

/**
 * `before-work`: the key was good, nothing has been done. `during-work`: a long call has begun; of a purchase the order exists
 * half-made. `after-work`: all is done, the answer is not sent yet.
 */
export const Moment = z.enum(["before-work", "during-work", "after-work"]);
export type Moment = z.infer<typeof Moment>;

const Plain = z.enum([
  /** The socket is destroyed. */
  "reset",
  /** No answer ever: until the client hangs up, or the simulator is reset or closed. */
  "hang",
  /** A complete HTTP answer whose JSON stops half-way. */
  "truncated-json",
  /** The socket is destroyed in the middle of the body. */
  "cut-mid-body",
  /** The right body as text/html. */
  "wrong-content-type",
  /** 302 to another place on this server. */
  "redirect",
  /** HTTP 200 and `response_type: ERROR`. */
  "response-type-error",
  /** `error_info` at the very top, HTTP 403. */
  "error-info-at-top",
  /** A JSON list instead of an object. */
  "json-list",
  /** The fields of the answer without the root key around them. */
  "no-root",
  /** No host has room. Before the work: the service's own refusal. After it: only the answer says so. */
  "no-capacity",
  /** A resize answers `were_resources_changed: false`. Before the work nothing is changed; after it everything is. */
  "not-changed",
]);

const Status = z.strictObject({
  status: z.number().int().min(200).max(599),
  body: z.enum(["html", "empty", "envelope", "list", "no-error-info", "invalid-json"]).default("envelope"),
  retryAfter: z.string().optional(),
  errorClass: z.string().default("ServerException"),
  message: z.string().default("Something went wrong."),
});

/** The answer is replaced by this JSON, HTTP 200. */
const Json = z.strictObject({ json: z.unknown() });

/** Fields put over the answer's own, inside its root: null, a wrong type, whatever. */
const Patch = z.strictObject({ patch: z.record(z.string(), z.unknown()) });

/** Goes on as usual after this time. */
const Slow = z.strictObject({ delayMs: z.number().int().min(0) });

/** A valid JSON answer of this many bytes. */
const Oversize = z.strictObject({ oversizeBytes: z.number().int().min(1) });

export const Disturbance = z.union([Plain, Status, Json, Patch, Slow, Oversize]);
/** As it is written. */
export type Disturbance = z.input<typeof Disturbance>;
/** With its defaults. */
export type PlannedDisturbance = z.output<typeof Disturbance>;

const CALLS_THAT_NEED_ROOM: readonly string[] = ["new-vps", "parameters", "host-server", "reinstall"];

/** A fault that could do nothing would let a test pass for the wrong reason. */
function isMeaningful({ call, how }: { call: string; how: PlannedDisturbance }): boolean {
  if (how === "not-changed") return call === "parameters";
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
    "This disturbance exists only for calls that need room on a host, or for a resize (not-changed).",
  );

/** As it is written: only `call` and `how` are needed. */
export type Fault = z.input<typeof FaultSchema>;
/** As it is kept, with its defaults. */
export type PlannedFault = z.output<typeof FaultSchema>;

export const Fault = FaultSchema;
