import type * as pulumi from "@pulumi/pulumi";
import type { ProcessWorld } from "../../provider/dynamic/process-world";
import { isGone } from "../../provider/schema/order/order-state";
import { complete, type Variant } from "./variant";

/** What most people would write: create orders, delete cancels, and nobody looks. */
function naiveProvider({ acting }: ProcessWorld): pulumi.dynamic.ResourceProvider {
  return {
    check: async (_olds, news) => ({ inputs: news }),
    diff: async (_id, olds, news) => ({
      changes: olds.memoryMb !== news.memoryMb || olds.domainName !== news.domainName,
      replaces: olds.domainName === news.domainName ? [] : ["domainName"],
    }),
    create: async (inputs) => {
      const { order } = await acting().client.newVps({ domainName: inputs.domainName, memoryMb: inputs.memoryMb });
      return { id: String(order.orderOid), outs: { ...inputs, orderOid: order.orderOid } };
    },
    update: async (id, _olds, news) => {
      await acting().client.resize(Number(id), { memoryMb: news.memoryMb });
      return { outs: { ...news, orderOid: Number(id) } };
    },
    read: async (id, props) => {
      const order = await acting().client.getOrder(Number(id));
      return isGone(order, acting().nowMs()) ? { id: "", props: {} } : { id, props };
    },
    delete: async (id) => {
      await acting().client.deleteVps(Number(id));
    },
  };
}

export const naive: Variant = { ...complete, vps: naiveProvider };
