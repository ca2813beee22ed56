import type { Call } from "./call-table";
import { ConnectionError, type Transport, type WireAnswer } from "./connection";
import { parseJson } from "./failures";
import { type Body, wireRequest } from "./send";
import type { Settings } from "./settings";
import { openEnvelope } from "./wire/envelope";

/** A request that changes nothing, sent once to see how the service answers. */
type ProbeQuestion = {
  /** A call with the right method and limits. The key is sent only if that call needs it. */
  call: Extract<Call, "listOrders" | "getOrder" | "vpsStatus" | "distributions" | "quote">;
  path: string;
  body?: Body;
  withoutKey?: boolean;
};

/** What came back. The content is unchanged: never show its values without cleaning them. */
export type ProbeAnswer =
  | { readonly kind: "content"; readonly status: number; readonly content: Readonly<Record<string, unknown>> }
  | { readonly kind: "refused"; readonly status: number; readonly errorClass: string | undefined }
  | { readonly kind: "unreadable"; readonly status: number }
  | { readonly kind: "no-answer"; readonly code: string };

export type Probe = (question: ProbeQuestion) => Promise<ProbeAnswer>;

/** Asks without retries and without judging: an error is an answer like any other. */
export const createProbe =
  (settings: Settings, transport: Transport): Probe =>
  async ({ call, path, body, withoutKey = false }) => {
    const { apiKey, ...withoutApiKey } = settings;
    const asked = wireRequest(
      { call, path, body },
      settings.readTimeoutSeconds * 2000,
      withoutKey ? { ...withoutApiKey, apiKey: undefined } : settings,
    );
    try {
      return readProbe(await transport(asked));
    } catch (error) {
      return { kind: "no-answer", code: error instanceof ConnectionError ? error.code : "UNEXPECTED" };
    }
  };

function readProbe({ status, body }: WireAnswer): ProbeAnswer {
  const opened = openEnvelope(parseJson(body));
  switch (opened.kind) {
    case "content":
      return status < 400
        ? { kind: "content", status, content: { ...opened.content } }
        : { kind: "refused", status, errorClass: undefined };
    case "error":
      return { kind: "refused", status, errorClass: opened.envelope.errorInfo?.errorClass };
    case "not-an-envelope":
      return { kind: "unreadable", status };
    default:
      return opened satisfies never;
  }
}
