import { type Call, calls } from "./call-table";
import type { WireRequest } from "./connection";
import { requireApiKey, type Settings } from "./settings";

export type Body = { json: object } | { form: Readonly<Record<string, string>> };

const jsonType = "application/json";

const encodedBody = (body: Body | undefined): { body?: string; contentType?: string } => {
  if (body === undefined) return {};
  if ("json" in body) return { body: JSON.stringify(body.json), contentType: jsonType };
  return { body: new URLSearchParams(body.form).toString(), contentType: "application/x-www-form-urlencoded" };
};

/** A catalogue call never carries the key: the service needs none, and what is not sent cannot be seen. */
const authorization = (call: Call, settings: Settings): Record<string, string> => {
  const need = calls[call].key;
  const key = need === "required" ? requireApiKey(settings) : need === "if-known" ? settings.apiKey : undefined;
  return key === undefined ? {} : { authorization: `${settings.authScheme} apikey=${key}` };
};

type CallToSend = { call: Call; path: string; body?: Body | undefined };

type Limits = { deadlineMs: number; signal: AbortSignal | undefined };

/** The HTTP request of a call. Throws when the call needs an API key and there is none. */
export const wireRequest = (
  { call, path, body }: CallToSend,
  { deadlineMs, signal }: Limits,
  settings: Settings,
): WireRequest => {
  const { method, maxBytes, risk } = calls[call];
  const { body: text, contentType } = encodedBody(body);
  return {
    method,
    url: `${settings.baseUrl.replace(/\/+$/, "")}${path}`,
    headers: {
      accept: jsonType,
      "user-agent": "pulumi-rimuhosting",
      ...authorization(call, settings),
      ...(contentType === undefined ? {} : { "content-type": contentType }),
    },
    body: text,
    connectTimeoutMs: settings.connectTimeoutSeconds * 1000,
    deadlineMs,
    maxBytes,
    freshConnection: risk !== "read",
    signal,
  };
};
