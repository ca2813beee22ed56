import type { Client } from "../../../provider/api/client";
import { serviceError } from "../../../provider/api/errors";
import type { Call } from "../../../provider/api/sending/calls";
import type { FailureKind } from "../../../provider/api/sending/failure";
import { decide, withoutRetry } from "../../../provider/api/sending/retry";
import type { CallOptions } from "../../../provider/api/sending/send";
import type { AboutOrder } from "../../../provider/schema/order/about-order";
import type { Accident, Accidents } from "./accidents";
import type { Run } from "./run";
import type { ModelOrder, ServiceModel } from "./service-model";
import type { VirtualClock } from "./virtual-clock";

const isoText = (ms: number): string => new Date(ms).toISOString();
const price = { amount: 20, currency: "USD", amountUsd: 20 };
const travelMs = 200;
const paceMs = 15_000;

/** An order as the service's lists show it at this moment. */
function shown(order: ModelOrder, nowMs: number): AboutOrder {
  const isInstalled = order.installedAtMs <= nowMs;
  const runs = isInstalled && !order.isStopped && order.cancelled === undefined;
  const { cancelled } = order;
  return {
    orderOid: order.oid,
    domainName: order.domainName,
    serverType: "VPS",
    runningState: runs ? "RUNNING" : "NOTRUNNING",
    vpsParameters: { memoryMb: order.memoryMb },
    ...(isInstalled ? { allocatedIps: { primaryIp: "192.0.2.1", secondaryIps: [] } } : {}),
    billingInfo: {
      monthlyRecurringAmt: price,
      orderDate: isoText(order.orderedMs),
      ...(cancelled === undefined ? {} : { cancellationDate: isoText(cancelled.atMs) }),
    },
    metaData: Object.entries(order.tags).map(([key, value]) => ({ key, value })),
  };
}

interface Line {
  readonly service: ServiceModel;
  readonly clock: VirtualClock;
  readonly accidents: Accidents;
  readonly run: Run;
  readonly trace: (event: string) => void;
}

/** What the client throws; what it would have retried by itself counts as retried in vain. */
const failed = (call: Call, doing: string, kind: FailureKind, sentBefore: number) => {
  const attempts = sentBefore + 1;
  const failure = { kind };
  const decision = withoutRetry(decide({ call, failure, attempt: attempts, jitter: 0, paceMs }));
  return serviceError({ call, doing, method: "-", path: "-", host: "the service", failure, attempts, decision });
};

const unserved = () => Promise.reject(new Error("the modelled service does not know this call"));

/** The calls of one host process to the modelled service, with what can happen to each of them on the way. */
export function clientOf({ service, clock, accidents, run, trace }: Line): Client {
  const orderOf = (oid: number): ModelOrder => {
    const order = service.order(oid);
    if (order === undefined) throw new Error(`nobody ever bought order ${oid}`);
    return order;
  };

  /** One call: it travels, the service works on it whatever becomes of the caller, and the answer travels back. */
  async function exchange<T>(
    call: Call,
    doing: string,
    accident: Accident,
    work: () => T,
    workMs: number,
    { sentBefore = 0 }: CallOptions = {},
  ): Promise<T> {
    const failing = (kind: FailureKind) => failed(call, doing, kind, sentBefore);
    await run.hostMoment(`${doing}: before it is sent`);
    if (accident !== "none") trace(`  ${doing}: ${accident}`);
    if (accident === "not-sent") throw failing("not-sent");
    if (accident === "rate-limited") throw failing("rate-limited");
    const isDone = accident !== "lost-on-the-way" && accident !== "refused";
    await clock.sleep(travelMs);
    const result = isDone ? work() : undefined;
    await run.hostMoment(`${doing}: the service works`);
    await clock.sleep(workMs);
    await run.hostMoment(`${doing}: the answer arrives`);
    if (accident === "refused" || accident === "refused-but-done") throw failing("refused");
    if (result === undefined || accident === "answer-lost") throw failing("no-answer");
    return result;
  }

  const show = (oid: number) => shown(orderOf(oid), clock.nowMs);

  return {
    serviceNowMs: () => clock.nowMs,

    listOrders: () =>
      exchange("listOrders", "list", accidents.ofRead(), () => service.listed().map((o) => shown(o, clock.nowMs)), 500),
    getOrder: (oid) => exchange("getOrder", `read ${oid}`, accidents.ofRead(), () => show(oid), 100),

    newVps: async (request, options) => {
      const accident = accidents.ofPurchase();
      const making = accidents.makingOf(accident);
      const make = () => {
        const order = service.make({ ...request, tags: request.metaData ?? {} }, making);
        trace(`  service makes order ${order.oid} for ${order.domainName}`);
        return order;
      };
      const order = await exchange("newVps", `order ${request.domainName}`, accident, make, making.installMs, options);
      return { order: show(order.oid), runningVpsInfo: undefined, setupMessages: [] };
    },

    deleteVps: async (oid, options) => {
      const accident = accidents.ofCancellation();
      const cancel = () => {
        if (accident === "done-in-name-only") return true;
        trace(`  service cancels order ${oid}`);
        service.cancel(orderOf(oid), "provider");
        return true;
      };
      await exchange("deleteVps", `cancel ${oid}`, accident, cancel, 20_000, options);
      return { cancelMessages: [] };
    },

    resize: async (oid, sizes, options) => {
      const resize = () => {
        orderOf(oid).memoryMb = sizes.memoryMb ?? orderOf(oid).memoryMb;
        return true;
      };
      await exchange("resize", `resize ${oid}`, accidents.ofChange(), resize, 60_000, options);
      return { wereResourcesChanged: true, messages: [] };
    },

    setRunningState: async (oid, state, options) => {
      const set = () => {
        orderOf(oid).isStopped = state === "NOTRUNNING";
        return true;
      };
      await exchange("setRunningState", `set ${oid} to ${state}`, accidents.ofChange(), set, 30_000, options);
      return { messages: [], message: undefined };
    },

    vpsStatus: unserved,
    dataTransferUsage: unserved,
    billingMethods: unserved,
    distributions: unserved,
    dataCenters: unserved,
    pricingPlans: unserved,
    quote: () =>
      exchange("quote", "quote", accidents.ofRead(), () => ({ monthlyCost: price, message: undefined }), 100),
    reinstall: unserved,
    move: unserved,
    cancelAtPeriodEnd: unserved,
    setPtr: unserved,
  };
}
