import type { Transport, WireAnswer, WireRequest } from "../../../../provider/api/connection";
import type { VirtualClock } from "../virtual-clock";
import type { Accident, Accidents, Trouble } from "./accidents";
import { describeCall, recognise, type ServiceCall } from "./calls";
import { networkFaults } from "./network-faults";
import type { ModelOrder, ServiceModel } from "./service-model";
import { answers, refusal } from "./wire-answers";

/** A connection of one process to one account of the service. */
export interface Line {
  readonly service: ServiceModel;
  readonly clock: VirtualClock;
  readonly accidents: Accidents;
  /** A point at which the process may die, and beyond which a dead one does not come. */
  readonly moment: (what: string) => Promise<void>;
  readonly trace: (event: string) => void;
  /** Told of each request as it is sent. */
  readonly onSend: (call: ServiceCall, accident: Accident) => void;
}

const travelMs = 200;

/** Long enough for the service to have worked whatever was asked for. */
const workMs = {
  list: 500,
  quote: 100,
  "data-centers": 100,
  read: 100,
  status: 300,
  delete: 20_000,
  "cancel-at-period-end": 5_000,
  resize: 60_000,
  "running-state": 30_000,
} as const;

/** Done before the answer is given, whatever becomes of the caller. */
interface Work {
  readonly lastsMs: number;
  readonly status?: number;
  readonly answer: () => string;
}

/** The network and the service behind a real client, with what can happen to each request on the way. */
export function transportOf(line: Line): Transport {
  const { clock, accidents, moment, trace, onSend } = line;
  const lasting = new Map<string, { trouble: Trouble; left: number }>();

  const troubleOf = (call: ServiceCall, { method, url }: WireRequest): Trouble => {
    const place = `${method} ${url}`;
    const known = lasting.get(place);
    if (known !== undefined && --known.left > 0) return known.trouble;
    lasting.delete(place);
    const trouble = accidents.troubleOf(call);
    if (trouble.sendings > 1) lasting.set(place, { trouble, left: trouble.sendings });
    return trouble;
  };

  return async (request) => {
    const call = recognise(request);
    const what = describeCall(call);
    await moment(`${what}: before it is sent`);
    const { accident, retryAfterMs } = troubleOf(call, request);
    if (accident !== "none") trace(`  ${what}: ${accident}`);
    onSend(call, accident);
    if (accident === "not-sent") throw networkFaults.nothingSent();
    await clock.sleep(travelMs);
    if (accident === "rate-limited") return tooMany(retryAfterMs);
    const work = isDone(accident) ? workOf(call, accident, line) : undefined;
    await moment(`${what}: the service works`);
    const lastsMs = accident === "never-answered" ? Number.POSITIVE_INFINITY : (work?.lastsMs ?? 0);
    await clock.sleep(Math.min(lastsMs, request.deadlineMs));
    await moment(`${what}: the answer arrives`);
    if (lastsMs > request.deadlineMs) throw networkFaults.noAnswerInTime();
    if (accident === "unreachable-after-arrival") throw networkFaults.unreachableAfterArrival();
    if (accident === "refused" || accident === "refused-but-done") return answer(clock, 400, refusal("not now"));
    if (work === undefined || accident === "answer-lost") throw networkFaults.reset();
    return answer(clock, work.status ?? 200, work.answer());
  };
}

const isDone = (accident: Accident): boolean => accident !== "lost-on-the-way" && accident !== "refused";

/** The answer's `Date` tells the service's own time. */
function answer({ nowMs }: VirtualClock, status: number, body: string): WireAnswer {
  const headers = { contentType: "application/json", date: new Date(nowMs).toUTCString() };
  return { status, ...headers, body };
}

const tooMany = (retryAfterMs: number | undefined): WireAnswer => ({
  status: 429,
  ...(retryAfterMs === undefined ? {} : { retryAfter: String(retryAfterMs / 1000) }),
  body: "too many requests",
});

function workOf(call: ServiceCall, accident: Accident, { service, clock, accidents, trace }: Line): Work {
  const answered = (kind: keyof typeof workMs, answer: () => string): Work => ({ lastsMs: workMs[kind], answer });
  /** Does something to an order, or says that this key knows none of that number. */
  const ofOrder = (
    kind: keyof typeof workMs,
    oid: number,
    act: (order: ModelOrder) => void,
    tell: (order: ModelOrder) => string,
  ): Work => {
    const order = service.order(oid);
    if (order === undefined)
      return { lastsMs: workMs[kind], status: 404, answer: () => refusal(`no order ${oid} for this key`) };
    if (accident !== "done-in-name-only") act(order);
    return answered(kind, () => tell(order));
  };
  const nothing = (): void => undefined;

  switch (call.kind) {
    case "list": {
      const listed = answers.orders(service, clock.nowMs);
      return answered("list", () => listed);
    }
    case "read":
      return ofOrder("read", call.oid, nothing, (order) => answers.order(service, order, clock.nowMs));
    case "status":
      return ofOrder("status", call.oid, nothing, (order) => answers.status(service, order));
    case "quote":
      return answered("quote", answers.quote);
    case "data-centers":
      return answered("data-centers", answers.dataCenters);
    case "buy": {
      const making = accidents.makingOf(accident);
      const order = service.make(call.wanted, making);
      trace(`  service makes order ${order.oid} for ${order.domainName}`);
      return { lastsMs: making.installMs, answer: () => answers.order(service, order, clock.nowMs) };
    }
    case "delete": {
      const cancel = (order: ModelOrder) => {
        trace(`  service cancels order ${order.oid}`);
        service.cancel(order, "provider");
      };
      return ofOrder("delete", call.oid, cancel, answers.done);
    }
    case "cancel-at-period-end": {
      const end = (order: ModelOrder) => {
        trace(`  service ends order ${order.oid} with its period`);
        service.cancelAtPeriodEnd(order, "provider");
      };
      return ofOrder("cancel-at-period-end", call.oid, end, answers.done);
    }
    case "resize": {
      // A resize boots a server that was stopped.
      const resize = (order: ModelOrder) => {
        order.memoryMb = call.memoryMb ?? order.memoryMb;
        order.isStopped = false;
      };
      return ofOrder("resize", call.oid, resize, answers.resized);
    }
    case "running-state": {
      const set = (order: ModelOrder) => {
        order.isStopped = call.state === "NOTRUNNING";
      };
      return ofOrder("running-state", call.oid, set, answers.runningState);
    }
    default:
      return call satisfies never;
  }
}
