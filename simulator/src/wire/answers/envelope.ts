import type { WorldState } from "../../world/books";
import type { Problem, Refusal } from "../../world/refusal";
import { wireTimestamp } from "./scalars";

export type WireObject = { readonly [field: string]: unknown };

export function isWireObject(value: unknown): value is WireObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A handler's answer, before it is wrapped in an envelope. */
export type Answer = {
  readonly message: string | null;
  readonly fields: WireObject;
};

export type EnvelopeContext = { readonly nowMs: number; readonly usersTzOffsetMs: number };

export function envelopeContext(state: WorldState, nowMs: number): EnvelopeContext {
  return { nowMs, usersTzOffsetMs: state.usersTzOffsetMs };
}

type Outcome = {
  readonly statusCode: number;
  readonly message: string | null;
  readonly errorInfo: WireObject | null;
  readonly extendedErrorInfos: readonly WireObject[] | null;
};

/** The ten fields that every answer has. */
function commonFields(context: EnvelopeContext, outcome: Outcome): WireObject {
  return {
    status_message: null,
    status_code: outcome.statusCode,
    response_created_time: wireTimestamp(context.nowMs, context.usersTzOffsetMs),
    response_created_time_epoch_ms: context.nowMs,
    error_info: outcome.errorInfo,
    extended_error_infos: outcome.extendedErrorInfos,
    response_type: outcome.errorInfo === null ? "OK" : "ERROR",
    human_readable_message: outcome.message,
    redirect_uri: null,
    response_display_duration_type: "REGULAR",
  };
}

export function wireAnswer(context: EnvelopeContext, rootKey: string, answer: Answer): WireObject {
  const outcome = { statusCode: 200, message: answer.message, errorInfo: null, extendedErrorInfos: null };
  return { [rootKey]: { ...commonFields(context, outcome), ...answer.fields } };
}

export type ErrorFacts = {
  readonly status: number;
  readonly errorClass: string;
  readonly problems: readonly Problem[];
};

export function wireError(context: EnvelopeContext, error: ErrorFacts): WireObject {
  const [first, ...others] = error.problems.map((problem) => errorInfo(error, problem));
  const message = error.problems[0]?.text ?? "Invalid request";
  const outcome = {
    statusCode: error.status,
    message,
    errorInfo: first ?? errorInfo(error, { text: message }),
    extendedErrorInfos: others.length > 0 ? others : null,
  };
  return { jaxrs_response: commonFields(context, outcome) };
}

function errorInfo(error: ErrorFacts, problem: Problem): WireObject {
  return {
    error_class: error.errorClass,
    error_title: error.status >= 500 ? "Server error" : "Invalid request",
    field_name: problem.fieldName ?? null,
    full_error_message: `${error.errorClass}: ${problem.text}`,
    human_readable_message: problem.text,
  };
}

/** The variant in which an unknown order is answered with an empty success. */
export function emptySuccess(context: EnvelopeContext, rootKey: string): WireObject {
  return wireAnswer(context, rootKey, { message: null, fields: { about_order: null } });
}

export function refusalFacts(refusal: Refusal): ErrorFacts {
  return { status: refusal.status, errorClass: refusal.errorClass, problems: refusal.problems };
}
