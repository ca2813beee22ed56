import type * as pulumi from "@pulumi/pulumi";
import type { Host } from "../../../provider/host/host";
import { HostMemory } from "../../../provider/host/memory";
import { vpsProvider } from "../../../provider/run/vps-provider";
import { type Client, orderOidOf } from "../../../provider/service/client";
import type { AboutOrder } from "../../../provider/service/wire/order";
import type { Variant } from "../models/provider-under-test";
import type { Properties } from "../models/stack-state";
import { complete, providerWith } from "./variant";
import { tagNames } from "./words";

const withSetting = (name: string, value: string): Variant =>
  providerWith({ surroundings: (given) => ({ ...given, config: { ...given.config, [name]: value } }) });

/** No order shows the key that it was bought under. */
export const withoutSearchByKey: Variant = providerWith({
  client: (client) => ({
    ...client,
    findOrders: async () => ({ orders: [] }),
    listOrders: async (...args) => keyless(await client.listOrders(...args)),
    getOrder: async (...args) => withoutKey(await client.getOrder(...args)),
  }),
});

const keyless = ({ orders }: { orders: AboutOrder[] }) => ({ orders: orders.map(withoutKey) });

const withoutKey = (order: AboutOrder): AboutOrder => ({
  ...order,
  metaData: (order.metaData ?? []).filter(({ key }) => key !== tagNames.key),
});

export const withoutWaiting: Variant = withSetting("listLagSeconds", "0");

export const withoutMinutesForAnOutcome: Variant = withSetting("unknownOutcomeMinutes", "0");

/** Two servers may have one domain name, whoever bought the first. */
export const withoutOneNameOnce: Variant = withSetting("sameDomainName", "allow");

/** The constructor leaves it to the engine, which then buys first. */
export const withoutDeletionFirst: Variant = providerWith({ deletesBeforeReplace: () => false });

type KeyNotes = ReturnType<HostMemory["ofKey"]>;

/** One thing that is noted of a key is forgotten at once. */
function forgetting(note: keyof KeyNotes): Variant {
  class Forgetful extends HostMemory {
    override ofKey(key: string): KeyNotes {
      const notes = super.ofKey(key);
      return Object.defineProperty(notes, note, { get: () => undefined, set: () => undefined, configurable: true });
    }
  }
  return providerWith({ host: (host) => withMemory(host, new Forgetful()) });
}

/** Which order is replaced is not known. */
export const withoutReplacedOrder: Variant = forgetting("replacedOid");

/** What this process has sent is forgotten once it has got an answer. */
export const withoutCountingWhatWasSent: Variant = forgetting("sent");

class MemoryWithoutHolders extends HostMemory {
  override isHeldByAnother(): boolean {
    return false;
  }
}

/** Nothing knows that another entry holds an order by now. */
export const withoutHolders: Variant = providerWith({ host: (host) => withMemory(host, new MemoryWithoutHolders()) });

function withMemory(host: Host, memory: HostMemory): Host {
  const context = { ...host.context(), memory };
  return { ...host, memory, context: () => context };
}

/** The provider is not told of retainOnDelete. */
export const withoutRetainedInput: Variant = {
  ...complete,
  program: {
    ...complete.program,
    vpsInputs: (...given) => ({ ...complete.program.vpsInputs(...given), __isRetained: undefined }),
  },
};

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
      findOrders: (...args) => (hasBought ? Promise.reject(new Error("does not look")) : client.findOrders(...args)),
    };
  },
});

/** The same provider, with partial failures changed on their way to the engine. */
const changingFailures = (change: (failure: Properties) => unknown): Variant =>
  providerWith({
    vps: (host): pulumi.dynamic.ResourceProvider => {
      const provider = vpsProvider(() => host);
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
    },
  });

/** A purchase without an answer leaves nothing in the state. */
export const withoutPendingId: Variant = changingFailures((failure) =>
  String(failure["id"]).startsWith("pending-") ? new Error("nothing to remember") : failure,
);

/** Partial failures are saved without the provider's code. */
export const withoutProviderCopy: Variant = changingFailures((failure) => {
  const { __provider: _, ...properties } = failure["properties"] as Properties;
  return { ...failure, properties };
});

/** A key goes without a look at what was bought under it. */
export const withoutLastLook: Variant = providerWith({
  plugins: ({ vps, key }) => ({ vps, key: { ...key, delete: async () => undefined } }),
});

const ended = (order: AboutOrder): AboutOrder => {
  const billingInfo = { ...order.billingInfo, cancellationDate: "2000-01-01T00:00:00Z" };
  return { ...order, runningState: "NOTRUNNING", billingInfo };
};

/** The service's word is trusted: a cancellation is not read back. */
export const withoutReadBack: Variant = providerWith({
  client: (client: Client): Client => {
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
