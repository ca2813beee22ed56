import { jsonResponse, type WireResponse } from "../response";
import { isWireObject, type WireObject, wireAnswer, wireError } from "../wire/answers/envelope";
import type { WorldContext } from "../world/context";
import type { PlannedDisturbance } from "./fault";

/** Disturbances that replace the response; the others change how the work is done, or need the world. */
export type ResponseFault = Exclude<PlannedDisturbance, { delayMs: number } | { aboutOrder: number }>;

export type FaultyCall = {
  readonly context: WorldContext;
  readonly rootKey: string;
  /** What the call was about to answer; undefined if its work was not done. */
  readonly answer: WireObject | undefined;
};

const HTML = "<!DOCTYPE html><html><head><title>Error</title></head><body><h1>Service unavailable</h1></body></html>";

export function faultyResponse(how: ResponseFault, call: FaultyCall): WireResponse {
  if (typeof how === "object") return describedResponse(how, call);
  const answer = call.answer ?? wireAnswer(call.context, call.rootKey, { message: null, fields: {} });
  const text = JSON.stringify(answer);
  switch (how) {
    case "reset":
      return { kind: "reset" };
    case "hang":
      return { kind: "hang" };
    case "truncated-json":
      return { ...jsonResponse(200, null), body: text.slice(0, Math.floor(text.length / 2)) };
    case "cut-mid-body":
      return { kind: "cut-mid-body", body: text };
    case "wrong-content-type":
      return { ...jsonResponse(200, answer), contentType: "text/html" };
    case "redirect":
      return { ...jsonResponse(302, answer), headers: { location: "/r/distributions" } };
    case "response-type-error":
      return jsonResponse(200, errorEnvelope(call, 200, "ServerException", "Something went wrong."));
    case "error-info-at-top":
      return jsonResponse(403, Object.values(errorEnvelope(call, 403, "PermissionException", "No permission."))[0]);
    case "no-capacity":
      return jsonResponse(
        400,
        errorEnvelope(call, 400, "NoCapacityException", "No host server has enough free resources."),
      );
    case "not-changed":
      return jsonResponse(200, withoutChange(call, answer));
    default:
      return how satisfies never;
  }
}

function describedResponse(how: Exclude<ResponseFault, string>, call: FaultyCall): WireResponse {
  if ("json" in how) return jsonResponse(200, how.json);
  if ("patch" in how) {
    const answer = call.answer ?? wireAnswer(call.context, call.rootKey, { message: null, fields: {} });
    return jsonResponse(200, patched(answer, how.patch));
  }
  const headers: { [name: string]: string } = how.retryAfter === undefined ? {} : { "retry-after": how.retryAfter };
  const error = errorEnvelope(call, how.status, how.errorClass, how.message);
  switch (how.body) {
    case "html":
      return { ...jsonResponse(how.status, null), headers, contentType: "text/html", body: HTML };
    case "empty":
      return { ...jsonResponse(how.status, null), headers, body: "" };
    case "envelope":
      return { ...jsonResponse(how.status, error), headers };
    case "list":
      return { ...jsonResponse(how.status, [error]), headers };
    case "no-error-info":
      return { ...jsonResponse(how.status, { jaxrs_response: { response_type: "ERROR" } }), headers };
    case "invalid-json":
      return { ...jsonResponse(how.status, null), headers, body: "{invalid json" };
    default:
      return how.body satisfies never;
  }
}

function errorEnvelope(call: FaultyCall, status: number, errorClass: string, text: string): WireObject {
  return wireError(call.context, { status, errorClass, problems: [{ text }] });
}

function patched(answer: WireObject, patch: WireObject): WireObject {
  return Object.fromEntries(
    Object.entries(answer).map(([root, fields]) => [root, { ...(isWireObject(fields) ? fields : {}), ...patch }]),
  );
}

/** A resize that was done but claims it was not. */
function withoutChange(call: FaultyCall, answer: WireObject): WireObject {
  const fields = answer[call.rootKey];
  const result =
    isWireObject(fields) && isWireObject(fields["resource_change_result"]) ? fields["resource_change_result"] : {};
  return patched(answer, { resource_change_result: { ...result, were_resources_changed: false } });
}
