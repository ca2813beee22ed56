import { connectionFailure, readAnswer } from "./answer";
import { type Answer, type Call, calls, decide, type Failure, withoutRetry } from "./calls";
import { ServiceError, waitNotice } from "./errors";
import type { Redactor } from "./redactor";
import { requireApiKey, type Settings } from "./settings";
import type { Transport, WireAnswer } from "./transport";
import type { AboutOrder } from "./wire/order";

/** Everything a client needs from outside, so that a test can supply its own network, clock and randomness. */
export type ClientContext = {
  transport: Transport;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** A number from 0 up to, but not including, 1. */
  random: () => number;
  sleep: (ms: number) => Promise<void>;
  redactor: Redactor;
  /** Asked after a wait, before a call that changes something is sent again: the run may have ended meanwhile. */
  isStillWanted: () => Promise<boolean>;
  /** Told once for each call what the client is waiting for, unless the wait is too short to be noticed. */
  onWait: (notice: string) => void;
};

export type Body = { json: object } | { form: Readonly<Record<string, string>> };

const jsonType = "application/json";

const encodedBody = (body: Body | undefined): { body?: string; contentType?: string } => {
  if (body === undefined) return {};
  if ("json" in body) return { body: JSON.stringify(body.json), contentType: jsonType };
  return { body: new URLSearchParams(body.form).toString(), contentType: "application/x-www-form-urlencoded" };
};

/** A catalogue call never carries the key: the service needs none, and what is not sent cannot leak. */
const authorization = (call: Call, settings: Settings): Record<string, string> => {
  const need = calls[call].key;
  const key = need === "required" ? requireApiKey(settings) : need === "if-known" ? settings.apiKey : undefined;
  return key === undefined ? {} : { authorization: `rimuhosting apikey=${key}` };
};

/** Builds the HTTP request of a call. Throws if the call needs an API key and none is set. */
const wireRequest = (
  { call, path, body, signal }: { call: Call; path: string; body?: Body } & Pick<CallOptions, "signal">,
  deadlineMs: number,
  settings: Settings,
): Parameters<Transport>[0] => {
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
    signal,
    maxBytes,
    freshConnection: risk !== "read",
  };
};

export type CallOptions = {
  /** Limit for the call, including retries. Without it, each attempt has the limit from the settings. */
  deadlineMs?: number | undefined;
  /** How many times this call was sent before: the `timesSent` of its last error. The caller's resends count as retries. */
  sentBefore?: number | undefined;
  /** Gives the call up, as if its answer were lost. */
  signal?: AbortSignal | undefined;
};

/** One call: what to send, and to whom. */
type CallRequest<Name extends Call> = {
  call: Name;
  /** What is tried, as the start of a sentence: `Ordering "web.example.com"`. */
  activity: string;
  path: string;
  body?: Body;
  /** The number of the order that the answer must be about, if it shows one. */
  orderOid?: number;
};

export type Send = <Name extends Call>(request: CallRequest<Name> & CallOptions) => Promise<Answer<Name>>;

/** Where in the answer the problem is, never the value there. */
const firstIssue = ([issue]: readonly { path: readonly PropertyKey[]; code: string }[]): string =>
  `${issue?.path.join(".") || "answer"}: ${issue?.code}`;

const isAboutAnother = (answer: object, orderOid: number | undefined): boolean => {
  const { aboutOrder }: { aboutOrder?: AboutOrder } = answer;
  return orderOid !== undefined && aboutOrder !== undefined && aboutOrder.orderOid !== orderOid;
};

const parseAnswer = <Name extends Call>(
  { call, orderOid }: CallRequest<Name>,
  wireAnswer: WireAnswer,
  context: ClientContext,
): Answer<Name> | { failure: Failure } => {
  const read = readAnswer(wireAnswer, context.clock(), context.redactor.clean);
  if ("failure" in read) return read;
  const unreadable = (code: string) => ({ failure: { kind: "unreadable", status: wireAnswer.status, code } as const });
  const parsed = calls[call].answer.safeParse(read.content);
  if (!parsed.success) return unreadable(firstIssue(parsed.error.issues));
  if (isAboutAnother(parsed.data, orderOid)) return unreadable("about another order");
  // The compiler does not follow from a call's name to the answer in its row.
  return { ...parsed.data, message: read.message } as Answer<Name>;
};

type ServiceClock = ReturnType<typeof createServiceClock>;

/** Sends a call once. */
const exchange = <Name extends Call>(
  request: CallRequest<Name>,
  limitMs: number,
  settings: Settings,
  context: ClientContext,
  serviceClock: ServiceClock,
): Promise<Answer<Name> | { failure: Failure }> => {
  const sentMs = context.clock();
  return context.transport(wireRequest(request, limitMs, settings)).then(
    (wireAnswer) => {
      const parsed = parseAnswer(request, wireAnswer, context);
      // An error page from a gateway says nothing about the service's clock.
      if (!("failure" in parsed) || parsed.failure.kind === "refused")
        serviceClock.learn(wireAnswer.date, { sentMs, receivedMs: context.clock() });
      return parsed;
    },
    (error: unknown) => ({ failure: connectionFailure(error) }),
  );
};

/** Sends a call, and sends it again where the retry table says `retry`. Returns the parsed answer or throws a `ServiceError`. */
export const createSend = (settings: Settings, context: ClientContext, serviceClock: ServiceClock): Send => {
  const budget = createRetryBudget();
  const { host } = new URL(settings.baseUrl);
  const paceMs = settings.pollSeconds * 1000;
  context.redactor.register(settings.apiKey);

  return async ({ deadlineMs, sentBefore = 0, ...request }) => {
    const endsAtMs = deadlineMs === undefined ? Number.POSITIVE_INFINITY : context.clock() + deadlineMs;
    const tryMs = (): number =>
      deadlineMs === undefined ? calls[request.call].deadlineMs(settings) : Math.max(1, endsAtMs - context.clock());
    let isNoticed = false;
    for (let timesSent = sentBefore + 1; ; timesSent += 1) {
      const result = await exchange(request, tryMs(), settings, context, serviceClock);
      if (!("failure" in result)) {
        budget.giveBack();
        return result;
      }
      const { failure } = result;
      const { call } = request;
      const decision = decide({ call, failure, timesSent, jitter: context.random(), paceMs });
      const details = () => {
        const activity = context.redactor.clean(request.activity);
        return { call, host, failure, timesSent, decision: withoutRetry(decision), activity };
      };
      const giveUp = (): ServiceError => new ServiceError(details());
      const isInTime = decision.action === "retry" && context.clock() + decision.afterMs < endsAtMs;
      if (!isInTime || !budget.take()) throw giveUp();
      // A shorter wait before a call is sent again need not be explained.
      if (!isNoticed && decision.afterMs >= 1000) {
        isNoticed = true;
        context.onWait(waitNotice(details()));
      }
      await context.sleep(decision.afterMs);
      if (calls[request.call].risk !== "read" && !(await context.isStillWanted())) throw giveUp();
    }
  };
};

/** A date in another century is a mistake, so nothing is learned from it. */
const [earliestMs, latestMs] = [Date.UTC(2000, 0, 1), Date.UTC(2100, 0, 1)];

/**
 * The service's clock; until the first answer, this machine's. An answer may have taken an hour, so its date says only within which limits
 * the service's clock is ahead of ours. The estimate moves no further than they demand: two clocks that agree never seem to differ.
 */
export const createServiceClock = (clock: () => number) => {
  let aheadMs = 0;
  return {
    nowMs: (): number => clock() + aheadMs,
    /** Learns from the `Date` of an answer, which was written between these two times of this machine's clock. */
    learn: (date: string | undefined, { sentMs, receivedMs }: { sentMs: number; receivedMs: number }): void => {
      const writtenMs = Date.parse(date ?? "");
      if (!(writtenMs >= earliestMs && writtenMs < latestMs)) return;
      const minMs = writtenMs - receivedMs;
      // The header counts whole seconds.
      const maxMs = Math.max(minMs, writtenMs + 999 - sentMs);
      aheadMs = Math.min(Math.max(aheadMs, minMs), maxMs);
    },
  };
};

/**
 * Retries shared by all calls of a client. Each retry uses one up, and each success gives back a tenth. So when the
 * service is down, hundreds of calls fail soon instead of trying six times each.
 */
type RetryBudget = { take: () => boolean; giveBack: () => void };

const fullBudget = 50;

const refundPerSuccess = 0.1;

const createRetryBudget = (): RetryBudget => {
  let left = fullBudget;
  return {
    take: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    giveBack: () => {
      left = Math.min(fullBudget, left + refundPerSuccess);
    },
  };
};
