import type { z } from "zod";
import { type Call, calls } from "./calls";
import type { WireAnswer, WireRequest } from "./connection";
import { type ServiceError, serviceError } from "./errors";
import { connectionFailure, type Failure, readAnswer } from "./failure";
import { decide } from "./retry";
import { createRetryBudget } from "./retry-budget";
import { requireApiKey, type Settings } from "./settings";
import type { World } from "./world";

/** Limits of one call, retries included. Without a deadline each attempt has the one of the settings. */
export type CallOptions = { deadlineMs?: number | undefined; signal?: AbortSignal | undefined };

export type Body = { json: object } | { form: Readonly<Record<string, string>> };

/** One call, described: what is sent, and what its answer must hold. */
export type CallRequest<Schema extends z.ZodType> = {
  call: Call;
  /** What is tried, to begin a sentence with: `Ordering "web.example.com"`. */
  doing: string;
  path: string;
  body?: Body;
  answer: Schema;
  /** A rule that the parsed answer must keep, beyond its form; gives the words for what is wrong. */
  check?: (answer: z.output<Schema>) => string | undefined;
};

export type Send = <Schema extends z.ZodType>(
  request: CallRequest<Schema>,
  options?: CallOptions,
) => Promise<{ answer: z.output<Schema>; message: string | undefined }>;

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

const firstIssue = (error: z.ZodError): string => {
  const issue = error.issues[0];
  return `${issue?.path.join(".") || "answer"}: ${issue?.code}`;
};

export const createSend = (settings: Settings, world: World): Send => {
  const budget = createRetryBudget();
  const origin = settings.baseUrl.replace(/\/+$/, "");
  const { host } = new URL(origin);
  world.redactor.register(settings.apiKey);

  const wireRequest = ({ call, path, body }: CallRequest<z.ZodType>, deadlineMs: number, signal?: AbortSignal) => {
    const { body: text, contentType } = encodedBody(body);
    const request: WireRequest = {
      method: calls[call].method,
      url: `${origin}${path}`,
      headers: {
        accept: jsonType,
        "user-agent": "pulumi-rimuhosting",
        ...authorization(call, settings),
        ...(contentType === undefined ? {} : { "content-type": contentType }),
      },
      body: text,
      connectTimeoutMs: settings.connectTimeoutSeconds * 1000,
      deadlineMs,
      maxBytes: calls[call].maxBytes,
      freshConnection: calls[call].risk !== "read",
      signal,
    };
    return request;
  };

  const parse = <Schema extends z.ZodType>(request: CallRequest<Schema>, wireAnswer: WireAnswer) => {
    const read = readAnswer(wireAnswer, world.clock(), world.redactor.clean);
    if ("failure" in read) return read;
    const { status } = wireAnswer;
    const parsed = request.answer.safeParse(read.content);
    if (!parsed.success) return { failure: { kind: "unreadable", status, code: firstIssue(parsed.error) } as Failure };
    const problem = request.check?.(parsed.data);
    if (problem) return { failure: { kind: "unreadable", status, code: problem } as Failure };
    return { answer: parsed.data, message: read.message };
  };

  const failed = (request: CallRequest<z.ZodType>, failure: Failure, attempts: number): ServiceError => {
    const { call, path, doing } = request;
    const clean = world.redactor.clean;
    return serviceError({
      call,
      path: clean(path),
      doing: clean(doing),
      method: calls[call].method,
      host,
      failure,
      attempts,
    });
  };

  return async (request, { deadlineMs, signal } = {}) => {
    const ownDeadlineMs = calls[request.call].deadlineMs(settings);
    const endsAtMs = deadlineMs === undefined ? Number.POSITIVE_INFINITY : world.clock() + deadlineMs;
    for (let attempt = 1; ; attempt += 1) {
      const leftMs = deadlineMs === undefined ? ownDeadlineMs : Math.max(1, endsAtMs - world.clock());
      const wire = wireRequest(request, leftMs, signal);
      const result = await world.transport(wire).then(
        (answer) => parse(request, answer),
        (error: unknown) => ({ failure: connectionFailure(error) }),
      );
      if ("answer" in result) {
        budget.giveBack();
        return result;
      }
      const { failure } = result;
      const decision = decide({ call: request.call, failure, attempt, jitter: world.random() });
      const mayRetry = decision.action === "retry" && !signal?.aborted && world.clock() + decision.afterMs < endsAtMs;
      if (!mayRetry || !budget.take()) throw failed(request, failure, attempt);
      await world.sleep(decision.afterMs, signal).catch(() => {
        throw failed(request, failure, attempt);
      });
    }
  };
};
