import { type CallName, latencyMs } from "../../../../simulator/src/calls";
import type { Fault } from "../../../../simulator/src/faults/fault";
import { findRoute, type Route } from "../../../../simulator/src/service/routing";
import type { VirtualClock } from "../virtual-clock";
import type { Accident, Accidents, Trouble } from "./accidents";
import type { Account, Working } from "./account";

/** A request, as the provider's own client hands it to the network. */
interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly deadlineMs: number;
  readonly signal?: AbortSignal | undefined;
}

interface ReceivedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly retryAfter: string | undefined;
  /** The service's own time. */
  readonly date: string;
  readonly body: string;
}

/** Throws a `NetworkFault` when no answer came. */
export type Exchange = (request: SentRequest) => Promise<ReceivedAnswer>;

/** What a failed exchange looks like to an HTTP library; the provider's own code decides what it means. */
export class NetworkFault extends Error {
  readonly code: string;
  readonly hadConnection: boolean;
  readonly timedOutPhase: string | undefined;

  constructor(code: string, hadConnection: boolean, timedOutPhase?: string) {
    super(code);
    this.code = code;
    this.hadConnection = hadConnection;
    this.timedOutPhase = timedOutPhase;
  }
}

/** The parts of a request that accidents and people care about. */
export interface ServiceCall extends Route {
  /** Of a purchase. */
  readonly domainName: string | undefined;
}

/** A connection of one process to one account of the service. */
export interface Line {
  readonly account: Account;
  readonly clock: VirtualClock;
  readonly accidents: Accidents;
  /** A point at which the process may die, and which a dead one never passes. */
  readonly moment: (what: string) => Promise<void>;
  readonly trace: (event: string) => void;
  /** Called for each request as it is sent. */
  readonly onSend: (call: ServiceCall) => void;
  /** Called for an error in the provider's paths or in the simulator, which no retry may hide. */
  readonly onMistake: (error: unknown) => void;
}

const travelMs = 200;

/** The network between a real client and the simulator's service, with what can happen to each request on the way. */
export function connect(line: Line): Exchange {
  const { clock, accidents, moment, trace, onSend } = line;
  const lasting = new Map<string, { trouble: Trouble; left: number }>();

  const troubleOf = (call: CallName, { method, url }: SentRequest): Trouble => {
    const place = `${method} ${url}`;
    const known = lasting.get(place);
    if (known !== undefined && --known.left > 0) return known.trouble;
    lasting.delete(place);
    const trouble = accidents.troubleOf(call);
    if (trouble.sendings > 1) lasting.set(place, { trouble, left: trouble.sendings });
    return trouble;
  };

  return async (request) => {
    const call = callOf(request, line);
    const what = describeCall(call);
    await moment(`${what}: before it is sent`);
    const trouble = troubleOf(call.call, request);
    const { accident } = trouble;
    if (accident !== "none") trace(`  ${what}: ${accident}`);
    if (accident === "not-sent") throw new NetworkFault("ECONNREFUSED", false);
    onSend(call);
    await clock.sleep(travelMs);
    const working = workOf(call, trouble, line);
    const worked = accident === "lost-on-the-way" ? undefined : work(call, request, working, line);
    await moment(`${what}: the service works`);
    const isLate = accident === "never-answered" || working.workMs > request.deadlineMs;
    const answer = await Promise.race([isLate ? clock.sleep(request.deadlineMs) : worked, cutBy(request.signal)]);
    await moment(`${what}: the answer arrives`);
    if (isLate) throw new NetworkFault("ETIMEDOUT", true, "request");
    if (answer === undefined || accident === "answer-lost") throw new NetworkFault("ECONNRESET", true);
    return answer;
  };
}

/** Throws when the caller hangs up, which nobody knows at the other end. */
const cutBy = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    const cut = (): void => reject(new NetworkFault("ABORT_ERR", true));
    if (signal?.aborted === true) cut();
    else signal?.addEventListener("abort", cut, { once: true });
  });

const pathOf = ({ url }: SentRequest): string => url.slice(url.indexOf("/r/"));

function callOf(request: SentRequest, { onMistake }: Line): ServiceCall {
  const { method, body } = request;
  const route = findRoute({ method, path: pathOf(request) });
  if (route === undefined) {
    const mistake = new Error(`the service does not know this call: ${method} ${pathOf(request)}`);
    onMistake(mistake);
    throw mistake;
  }
  const isPurchase = route.call === "new-vps";
  return { ...route, domainName: isPurchase ? /"domain_name":"([^"]*)"/.exec(body ?? "")?.[1] : undefined };
}

/** As long as the service is known to take, except for a purchase, whose duration and listing are random. */
function workOf({ call }: ServiceCall, { accident, retryAfterMs }: Trouble, { accidents }: Line): Working {
  const fault = faultOf(accident, retryAfterMs);
  if (fault?.moment === "before-work") return { workMs: 0, hiddenMs: 0, fault };
  if (call !== "new-vps") return { workMs: latencyMs(call, "real"), hiddenMs: 0, fault };
  const { installMs, hiddenMs } = accidents.makingOf();
  return { workMs: installMs, hiddenMs, fault };
}

/** Continues to its end, whatever happens to the caller. */
async function work(
  call: ServiceCall,
  request: SentRequest,
  working: Working,
  { account, clock, onMistake }: Line,
): Promise<ReceivedAnswer | undefined> {
  const { method, headers, body } = request;
  try {
    const response = await account.send({ method, path: pathOf(request), headers, body }, call, working);
    if (response.kind !== "answer") throw new Error(`the simulator ends ${describeCall(call)} without an answer`);
    return { ...response, retryAfter: response.headers["retry-after"], date: new Date(clock.nowMs).toUTCString() };
  } catch (error) {
    onMistake(error);
    return undefined;
  }
}

/** What the service itself does wrong, in the simulator's words. */
function faultOf(accident: Accident, retryAfterMs: number | undefined): Omit<Fault, "call"> | undefined {
  const no = { status: 400, errorClass: "PermanentException", message: "not now" };
  const retryAfter = retryAfterMs === undefined ? undefined : String(retryAfterMs / 1000);
  const moment = accident.endsWith("-but-done") ? "after-work" : "before-work";
  switch (accident) {
    case "rate-limited":
    case "rate-limited-but-done":
      return { moment, how: { status: 429, body: "empty", retryAfter } };
    case "unavailable":
    case "unavailable-but-done":
      return { moment, how: { status: 503, body: "empty", retryAfter } };
    case "refused":
      return { moment: "before-work", how: no };
    case "refused-but-done":
      return { moment: "after-work", how: "response-type-error" };
    case "done-in-name-only":
      // A valid answer without contents.
      return { moment: "before-work", how: { patch: {} } };
    default:
      return undefined;
  }
}

/** For the trace. */
function describeCall({ call, orderOid, domainName }: ServiceCall): string {
  if (domainName !== undefined) return `order ${domainName}`;
  return orderOid === undefined ? call : `${call} ${orderOid}`;
}
