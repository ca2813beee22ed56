import type * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../../provider/api/client";
import { orderOidOf } from "../../../provider/api/paths";
import type { ProviderContext } from "../../../provider/apply/context";
import { HostMemory } from "../../../provider/apply/host-memory";
import { SharedRead } from "../../../provider/apply/sharing";
import type { Host } from "../../../provider/dynamic/host";
import { desiredFrom, received, runInputsFrom } from "../../../provider/dynamic/properties";
import { vpsProvider } from "../../../provider/dynamic/vps";
import { knownPart } from "../../../provider/plan/model";
import { fingerprintOf } from "../../../provider/plan/purchase/request";
import { ownTags, tagNames } from "../../../provider/plan/purchase/tags";
import type { AboutOrder } from "../../../provider/schema/order";
import type { OrderList } from "../../../provider/schema/order-list";
import type { ProgramSide, Variant } from "../models/provider-under-test";
import type { Properties, StackState } from "../models/stack-state";
import { providerWith } from "./variant";
import { says } from "./words";

const readingOf =
  (change: (saved: StackState) => StackState) =>
  (complete: ProgramSide): ProgramSide => ({
    start: (start) => complete.start({ ...start, saved: start.saved && change(start.saved) }),
  });

/** Its own state is assumed empty: no order is known to be in use. */
export const withoutOwnState: Variant = providerWith({
  program: readingOf((saved) => ({ ...saved, entries: [] })),
});

/** A program does not report what was bought under another ledger. */
export const withoutOtherLedgers: Variant = providerWith({
  program: (complete) => ({
    start: (start) => {
      const run = complete.start(start);
      const silent = async (...args: Parameters<typeof run.strayWarnings>) =>
        (await run.strayWarnings(...args)).filter((text) => !says.anothersLedger(text));
      return { ...run, strayWarnings: silent };
    },
  }),
});

function withMemory(process: Host, memory: HostMemory): Host {
  return { ...process, memory, context: () => ({ ...process.context(), memory }) };
}

/** No order counts as given away. */
export const withoutMemory: Variant = providerWith({
  program: readingOf((saved) => ({ ...saved, memory: undefined })),
});

/** Other holders of an order are not counted before it is cancelled. */
class ForgetfulMemory extends HostMemory {
  override isHeldByAnother(): boolean {
    return false;
  }
}

export const withoutHolderCount: Variant = providerWith({
  process: (process) => withMemory(process, new ForgetfulMemory()),
});

/** A check finds no orders at all. */
export const withoutLookInCheck: Variant = providerWith({
  vps: (process) => {
    const provider = vpsProvider(() => process);
    const nobodys = { listOrders: () => Promise.resolve({ orders: [], unnumbered: [] }) };
    const blind = vpsProvider(() => withClient(process, (client) => ({ ...client, ...nobodys })));
    return { ...provider, ...(blind.check === undefined ? {} : { check: blind.check }) };
  },
});

/** Before it buys, a resource relies on what its host saw in its first search, and on what the host has bought since. */
export const withoutLookInSlot: Variant = providerWith({
  vps: (process) => {
    let first: ReturnType<Client["listOrders"]> | undefined;
    const remembering = withClient(process, (client) => ({
      ...client,
      listOrders: (...args) => {
        first ??= client.listOrders(...args);
        return first;
      },
    }));
    const bought = new Set<number>();
    // For each resource separately, because two of them share the list that one reads before its purchase and the other after it.
    const content = (client: Client): Client => {
      let hasBought = false;
      const asItWas = async (list: OrderList): Promise<OrderList> => {
        if (hasBought || first === undefined) return list;
        const known = new Set([...(await first).orders.map(({ orderOid }) => orderOid), ...bought]);
        return { ...list, orders: list.orders.filter(({ orderOid }) => known.has(orderOid)) };
      };
      return {
        ...client,
        newVps: async (...args) => {
          hasBought = true;
          const answer = await client.newVps(...args);
          bought.add(answer.order.orderOid);
          return answer;
        },
        listOrders: async (...args) => asItWas(await client.listOrders(...args)),
        findOrders: async (...args) => asItWas(await client.findOrders(...args)),
      };
    };
    const { check } = vpsProvider(() => remembering);
    return {
      ...vpsProvider(() => process),
      ...(check === undefined ? {} : { check }),
      create: (inputs) => vpsProvider(() => withClient(process, content)).create(inputs),
    };
  },
});

/** What a list lacks is taken for cancelled. */
export const withoutDoubtOfLists: Variant = providerWith({
  client: (client) => {
    let lacks = (_oid: number): boolean => false;
    const listed = (list: OrderList): OrderList => {
      const oids = new Set(list.orders.map(({ orderOid }) => orderOid));
      lacks = (oid) => !oids.has(oid);
      return list;
    };
    return {
      ...client,
      listOrders: async (...args) => listed(await client.listOrders(...args)),
      getOrder: async (...args) => {
        const order = await client.getOrder(...args);
        return lacks(order.orderOid) ? ended(order) : order;
      },
    };
  },
});

/** Every order that an answer is about looks as if it were the one that was asked for. */
export const withoutDoubtOfAnswers: Variant = providerWith({
  client: (client) => {
    const asked = new Map<number, Partial<AboutOrder>>();
    const disguised = (order: AboutOrder): AboutOrder => ({ ...order, ...asked.get(order.orderOid) });
    return {
      ...client,
      newVps: async (request, ...options) => {
        const answer = await client.newVps(request, ...options);
        const { domainName, metaData } = request;
        const tags = Object.entries(metaData ?? {}).map(([key, value]) => ({ key, value }));
        asked.set(answer.order.orderOid, { domainName, metaData: tags });
        return { ...answer, order: disguised(answer.order) };
      },
      listOrders: async (...args) => {
        const list = await client.listOrders(...args);
        return { ...list, orders: list.orders.map(disguised) };
      },
      getOrder: async (...args) => disguised(await client.getOrder(...args)),
    };
  },
});

/** The provider does not ask whether the engine is still alive. */
export const withoutAskingTheEngine: Variant = providerWith({
  surroundings: (surroundings) => ({ ...surroundings, isEngineThere: () => Promise.resolve(true) }),
});

/** After a purchase there is no second search for another order. */
export const withoutLookAfter: Variant = providerWith({
  client: (client) => {
    let hasBought = false;
    return {
      ...client,
      newVps: async (...args) => {
        const bought = await client.newVps(...args);
        hasBought = true;
        return bought;
      },
      listOrders: (...args) => (hasBought ? Promise.reject(new Error("does not look")) : client.listOrders(...args)),
    };
  },
});

/** The same provider, with partial failures changed on their way to the engine. */
function changingFailures(
  provider: pulumi.dynamic.ResourceProvider,
  change: (failure: Properties) => unknown,
): pulumi.dynamic.ResourceProvider {
  const changed = async <T>(result: Promise<T> | undefined): Promise<T> => {
    try {
      return (await result) as T;
    } catch (error) {
      const isPartial = typeof error === "object" && error !== null && "reasons" in error;
      throw isPartial ? change({ ...error }) : error;
    }
  };
  return {
    ...provider,
    create: (inputs) => changed(provider.create(inputs)),
    update: (...args) => changed(provider.update?.(...args)),
  };
}

/** A purchase without an answer leaves nothing in the state. */
export const withoutPendingId: Variant = providerWith({
  vps: (process) =>
    changingFailures(
      vpsProvider(() => process),
      (failure) => (String(failure["id"]).startsWith("pending-") ? new Error("nothing to remember") : failure),
    ),
});

/** Partial failures are saved without the provider's code. */
export const withoutProviderCopy: Variant = providerWith({
  vps: (process) =>
    changingFailures(
      vpsProvider(() => process),
      (failure) => {
        const { __provider: _, ...properties } = failure["properties"] as Properties;
        return { ...failure, properties };
      },
    ),
});

const ended = (order: AboutOrder): AboutOrder => {
  const billingInfo = { ...order.billingInfo, cancellationDate: "2000-01-01T00:00:00Z" };
  return { ...order, runningState: "NOTRUNNING", billingInfo };
};

/** The service's word is trusted: a cancellation is not read back. */
export const withoutReadBack: Variant = providerWith({
  client: (client) => {
    const cancelled = new Set<number>();
    return {
      ...client,
      deleteVps: async (order, ...options) => {
        const answer = await client.deleteVps(order, ...options);
        cancelled.add(orderOidOf(order));
        return answer;
      },
      getOrder: async (which, ...options) => {
        const order = await client.getOrder(which, ...options);
        return cancelled.has(order.orderOid) ? ended(order) : order;
      },
    };
  },
});

/** All servers of a group may be interrupted at the same time. */
export const withoutTurns: Variant = providerWith({
  surroundings: (given) => ({ ...given, config: { ...given.config, maxConcurrentChangesPerGroup: "1000" } }),
});

/** The arguments of each declared server's last request, by its key at the service. */
const lastAsked = new Map<string, string>();

/** Every order with the right key looks as if it had been requested with the current arguments. */
export const withoutFingerprint: Variant = providerWith({
  process: (process) => {
    let disguised: ProviderContext | undefined;
    const context = () => {
      disguised ??= withOrderList(process.context(), (orders) => orders.map(withLastAsked));
      return disguised;
    };
    return { ...process, context };
  },
  vps: (process) => {
    const provider = vpsProvider(() => process);
    return {
      ...provider,
      check: async (olds: Properties, news: Properties) => {
        const asked = received(news);
        const desired = knownPart(desiredFrom(asked, runInputsFrom(asked)));
        lastAsked.set(desired.__ownership?.keys[0] ?? "", fingerprintOf(desired, desired.__ledgerSecret ?? ""));
        return provider.check?.(olds, news) ?? { inputs: news };
      },
    };
  },
});

const withOrderList = (
  context: ProviderContext,
  change: (orders: readonly AboutOrder[]) => AboutOrder[],
): ProviderContext => ({
  ...context,
  orderList: new SharedRead(async () => {
    const listed = await context.client.listOrders({ includeInactive: false });
    return { ...listed, orders: change(listed.orders) };
  }),
});

function withLastAsked(order: AboutOrder): AboutOrder {
  const value = lastAsked.get(ownTags(order).key ?? "");
  const metaData = (order.metaData ?? []).map((tag) =>
    tag.key === tagNames.fingerprint && value !== undefined ? { ...tag, value } : tag,
  );
  return { ...order, metaData };
}

function withClient(process: Host, change: (client: Client) => Client): Host {
  let changed: ProviderContext | undefined;
  const context = () => {
    if (changed === undefined) {
      const own = process.context();
      const client = change(own.client);
      changed = { ...own, client, orderList: new SharedRead(() => client.listOrders({ includeInactive: false })) };
    }
    return changed;
  };
  return { ...process, context };
}
