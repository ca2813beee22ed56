import type { WorldContext } from "../../world/context";
import type { Problem } from "../../world/refusal";
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

type Outcome = {
  readonly statusCode: number;
  readonly message: string | null;
  readonly errorInfo: WireObject | null;
  readonly extendedErrorInfos: readonly WireObject[] | null;
};

/** The ten fields that every answer has. */
function commonFields({ clock, state }: WorldContext, outcome: Outcome): WireObject {
  const nowMs = clock.now();
  return {
    status_message: null,
    status_code: outcome.statusCode,
    response_created_time: wireTimestamp(nowMs, state.usersTzOffsetMs),
    response_created_time_epoch_ms: nowMs,
    error_info: outcome.errorInfo,
    extended_error_infos: outcome.extendedErrorInfos,
    response_type: outcome.errorInfo === null ? "OK" : "ERROR",
    human_readable_message: outcome.message,
    redirect_uri: null,
    response_display_duration_type: "REGULAR",
  };
}

export function wireAnswer(context: WorldContext, rootKey: string, answer: Answer): WireObject {
  const outcome = { statusCode: 200, message: answer.message, errorInfo: null, extendedErrorInfos: null };
  return { [rootKey]: { ...commonFields(context, outcome), ...answer.fields } };
}

/** A refusal, or any other failure, as the envelope shows it. */
export type WireFailure = {
  readonly status: number;
  readonly errorClass: string;
  readonly problems: readonly Problem[];
};

export function wireError(context: WorldContext, error: WireFailure): WireObject {
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

function errorInfo(error: WireFailure, problem: Problem): WireObject {
  return {
    error_class: error.errorClass,
    error_title: error.status >= 500 ? "Server error" : "Invalid request",
    field_name: problem.fieldName ?? null,
    full_error_message: `${error.errorClass}: ${problem.text}`,
    human_readable_message: problem.text,
  };
}
