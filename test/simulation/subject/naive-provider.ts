import type * as pulumi from "@pulumi/pulumi";
import type { Host } from "../../../provider/host/host";
import { sizesToWire } from "../../../provider/server/request";
import { isGone } from "../../../provider/service/wire/order";
import { orderVps } from "../../service/support/requests";
import type { Plugins } from "../models/provider-under-test";
import { providerWith } from "./variant";

/** What most people would write: create orders, delete cancels, and nothing is checked. */
const naiveProvider = ({ context }: Host): pulumi.dynamic.ResourceProvider => ({
  check: async (_olds, news) => ({ inputs: news }),
  diff: async (_id, olds, news) => {
    const differs = (argument: string): boolean => olds[argument] !== news[argument];
    const replaces = ["domainName", "dcLocation", "distro"].filter(differs);
    return { changes: replaces.length > 0 || ["memoryMb", "runningState", "cancel"].some(differs), replaces };
  },
  create: async (inputs) => {
    const { domainName, memoryMb, dcLocation, distro } = inputs;
    const { order } = await orderVps(context().client, { domainName, memoryMb, dcLocation, distro });
    if (inputs.runningState === "NOTRUNNING") await context().client.setRunningState(order.orderOid, "NOTRUNNING");
    return { id: String(order.orderOid), outs: { ...inputs, orderOid: order.orderOid } };
  },
  update: async (id, olds, news) => {
    const { client } = context();
    if (olds.memoryMb !== news.memoryMb) await client.resize(Number(id), sizesToWire({ memoryMb: news.memoryMb }));
    if (news.runningState !== undefined) await client.setRunningState(Number(id), news.runningState);
    return { outs: { ...news, orderOid: Number(id) } };
  },
  read: async (id, props) => {
    const order = await context().client.getOrder(Number(id));
    return isGone(order, context().nowMs()) ? { id: "", props: {} } : { id, props };
  },
  delete: async (id, props) => {
    const { client } = context();
    await (props.cancel === "at-period-end" ? client.cancelAtPeriodEnd(Number(id)) : client.deleteVps(Number(id)));
  },
});

/** A key that nobody looks at. */
const withoutKeys = ({ vps }: Plugins): Plugins => ({
  vps,
  key: { create: async () => ({ id: "none", outs: {} }), diff: async () => ({ changes: false }) },
});

export const naive = providerWith({ vps: naiveProvider, plugins: withoutKeys });
