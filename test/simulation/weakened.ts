import type * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../provider/api/client";
import { RunMemory } from "../../provider/apply/run/run-memory";
import { SharedRead } from "../../provider/apply/run/shared-read";
import type { World } from "../../provider/apply/run/world";
import { desiredFrom } from "../../provider/dynamic/parsing";
import type { ProcessWorld } from "../../provider/dynamic/process-world";
import { fingerprintOf } from "../../provider/plan/purchase/purchase-request";
import { ownTags, tagNames } from "../../provider/plan/purchase/tags";
import type { AboutOrder } from "../../provider/schema/order/about-order";
import { complete, type Variant } from "./variant";
import type { Finding } from "./verdict";

type Bag = Record<string, unknown>;

/** A provider without one of its safeguards, and what comes of it. */
export interface Weakened {
  readonly variant: Variant;
  readonly consequences: readonly Finding[];
}

/** The own state is taken for empty: no order is known to be in use. */
const withoutOwnState: Weakened = {
  variant: { ...complete, ownState: () => [] },
  consequences: ["ineffective", "twoOwners", "inUseCancelled"],
};

/** Nobody counts who else holds an order, before it is cancelled. */
class ForgetfulMemory extends RunMemory {
  override isHeldByAnother(): boolean {
    return false;
  }
}

/** Takes more than chance to matter, so that a test tells the story. */
export const withoutHolderCount: Variant = {
  ...complete,
  process: (process) => withMemory(process, new ForgetfulMemory()),
};

/** No order counts as given away. */
class NoTombstones extends RunMemory {
  override wasOnceOwned(): boolean {
    return false;
  }
}

const withoutTombstones: Weakened = {
  variant: { ...complete, process: (process) => withMemory(process, new NoTombstones()) },
  consequences: ["twoOwners", "inUseCancelled"],
};

function withMemory(process: ProcessWorld, memory: RunMemory): ProcessWorld {
  return { ...process, memory, acting: () => ({ ...process.acting(), memory }) };
}

/** Who has bought does not look again whether another order came to light. */
const withoutCensusAfter: Weakened = {
  variant: { ...complete, client: blindAfterPurchase },
  consequences: ["untilRefresh"],
};

function blindAfterPurchase(client: Client): Client {
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
}

/** A purchase without an answer leaves nothing in the state. */
export const withoutPendingId: Variant = {
  ...complete,
  vps: (process) =>
    changingFailures(complete.vps(process), (failure) =>
      String(failure["id"]).startsWith("pending-") ? new Error("nothing to remember") : failure,
    ),
};

/** What fails in part is saved without the provider's code. */
const withoutProviderCopy: Weakened = {
  variant: {
    ...complete,
    vps: (process) =>
      changingFailures(complete.vps(process), (failure) => {
        const { __provider: _, ...properties } = failure["properties"] as Bag;
        return { ...failure, properties };
      }),
  },
  consequences: ["stuck"],
};

function changingFailures(
  provider: pulumi.dynamic.ResourceProvider,
  change: (failure: Bag) => unknown,
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

/** The service's word is enough: what it says is cancelled is not looked at. */
const withoutReadBack: Weakened = {
  variant: { ...complete, client: trustingCancellation },
  consequences: ["untilDestroy", "unreported", "ineffective"],
};

function trustingCancellation(client: Client): Client {
  const cancelled = new Set<number>();
  return {
    ...client,
    deleteVps: async (oid, ...options) => {
      const answer = await client.deleteVps(oid, ...options);
      cancelled.add(oid);
      return answer;
    },
    getOrder: async (oid, ...options) => {
      const order = await client.getOrder(oid, ...options);
      const billingInfo = { ...order.billingInfo, cancellationDate: "2000-01-01T00:00:00Z" };
      return cancelled.has(oid) ? { ...order, runningState: "NOTRUNNING", billingInfo } : order;
    },
  };
}

/** What each declared server was asked for with last, by the name that the service knows it by. */
const lastAsked = new Map<string, string>();

/** Every order with the right name looks as if it had been asked for with the present arguments. */
const withoutFingerprint: Weakened = {
  variant: {
    ...complete,
    process: (process) => {
      let disguised: World | undefined;
      const acting = () => {
        disguised ??= withCensus(process.acting(), (orders) => orders.map(withLastAsked));
        return disguised;
      };
      return { ...process, acting };
    },
    vps: (process) => {
      const provider = complete.vps(process);
      return {
        ...provider,
        create: (inputs: Bag) => {
          const desired = desiredFrom(inputs);
          lastAsked.set(desired.__key ?? "", fingerprintOf(desired, desired.__ledgerSecret ?? ""));
          return provider.create(inputs);
        },
      };
    },
  },
  consequences: ["different"],
};

const withCensus = (world: World, change: (orders: AboutOrder[]) => AboutOrder[]): World => ({
  ...world,
  census: new SharedRead(async () => change(await world.client.listOrders({ includeInactive: false }))),
});

function withLastAsked(order: AboutOrder): AboutOrder {
  const value = lastAsked.get(ownTags(order).key ?? "");
  const metaData = (order.metaData ?? []).map((tag) =>
    tag.key === tagNames.fingerprint && value !== undefined ? { ...tag, value } : tag,
  );
  return { ...order, metaData };
}

/** Each safeguard, by what it is. */
export const weakened: Readonly<Record<string, Weakened>> = {
  "the own state": withoutOwnState,
  "the memory of orders once owned": withoutTombstones,
  "the census after a purchase": withoutCensusAfter,
  "the provider's code in what failed in part": withoutProviderCopy,
  "reading back a cancellation": withoutReadBack,
  "the fingerprint": withoutFingerprint,
};
