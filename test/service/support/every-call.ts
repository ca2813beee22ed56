import { moveToWire, quoteToWire, reinstallToWire, sizesToWire } from "../../../provider/server/request";
import type { Call } from "../../../provider/service/call-table";
import type { Client } from "../../../provider/service/client";
import type { CallOptions } from "../../../provider/service/send";
import { orderVps } from "./requests";

export const anOrderOid = 2853299702;

const order = { order_oid: anOrderOid, domain_name: "web.example.com", running_state: "RUNNING" };
const live = { running_state: "RUNNING", pings_ok: true };

type Example = {
  make: (client: Client, options?: CallOptions) => Promise<unknown>;
  method: string;
  path: string;
  /** The contents of the answer, without its envelope. */
  content: Record<string, unknown>;
};

const orderPath = `/r/orders/order-${anOrderOid}-x`;

/** Each call once, with the answer of a healthy service. */
export const everyCall: Record<Call, Example> = {
  listOrders: {
    make: (client, options) => client.listOrders({}, options),
    method: "GET",
    path: "/r/orders;include_inactive=N",
    content: { about_orders: [order] },
  },
  getOrder: {
    make: (client, options) => client.getOrder(anOrderOid, options),
    method: "GET",
    path: orderPath,
    content: { about_order: order },
  },
  vpsStatus: {
    make: (client, options) => client.vpsStatus(anOrderOid, options),
    method: "GET",
    path: `${orderPath}/vps`,
    content: { running_vps_info: live },
  },
  dataTransferUsage: {
    make: (client, options) => client.dataTransferUsage(anOrderOid, options),
    method: "GET",
    path: `${orderPath}/vps/data-transfer-usage`,
    content: { data_transfer_usage_info: { gb_used: 3 } },
  },
  billingMethods: {
    make: (client, options) => client.billingMethods(options),
    method: "GET",
    path: "/r/billing-methods",
    content: { billing_methods: [] },
  },
  distributions: {
    make: (client, options) => client.distributions(options),
    method: "GET",
    path: "/r/distributions",
    content: { distro_infos: [] },
  },
  dataCenters: {
    make: (client, options) => client.dataCenters(options),
    method: "GET",
    path: "/r/data-centers",
    content: { data_center_infos: [] },
  },
  pricingPlans: {
    make: (client, options) => client.pricingPlans({}, options),
    method: "GET",
    path: "/r/pricing-plans;server-type=VPS",
    content: { pricing_plan_infos: [] },
  },
  quote: {
    make: (client, options) => client.quote(quoteToWire({ memoryMb: 2048 }), options),
    method: "PUT",
    path: "/r/pricing-plans/new-vm-pricing",
    content: { monthly_recurring_amt: { amt: 11.11, currency: "CUR_USD", amt_usd: 11.11 } },
  },
  newVps: {
    make: (client, options) => orderVps(client, { domainName: "web.example.com" }, options),
    method: "POST",
    path: "/r/orders/new-vps",
    content: { about_order: order },
  },
  reinstall: {
    make: (client, options) => client.reinstall(anOrderOid, reinstallToWire({ distro: "deb13.64" }), options),
    method: "PUT",
    path: `${orderPath}/vps/reinstall`,
    content: { about_order: order },
  },
  move: {
    make: (client, options) => client.move(anOrderOid, moveToWire({ hostServerOid: "836" }), options),
    method: "PUT",
    path: `${orderPath}/vps/host-server`,
    content: { about_order: order },
  },
  resize: {
    make: (client, options) => client.resize(anOrderOid, sizesToWire({ memoryMb: 4096 }), options),
    method: "PUT",
    path: `${orderPath}/vps/parameters`,
    content: { resource_change_result: { were_resources_changed: true } },
  },
  setRunningState: {
    make: (client, options) => client.setRunningState(anOrderOid, "RESTARTING", options),
    method: "PUT",
    path: `${orderPath}/vps/running-state`,
    content: { running_vps_info: live, is_restarted: true },
  },
  setPtr: {
    make: (client, options) => client.setPtr(anOrderOid, "192.0.2.7", "web.example.com", options),
    method: "PUT",
    path: `${orderPath}/ptr;ip=192.0.2.7`,
    content: {},
  },
  deleteVps: {
    make: (client, options) => client.deleteVps(anOrderOid, options),
    method: "DELETE",
    path: `${orderPath}/vps`,
    content: { cancel_messages: ["web.example.com is being shut down."] },
  },
  cancelAtPeriodEnd: {
    make: (client, options) => client.cancelAtPeriodEnd(anOrderOid, options),
    method: "PUT",
    path: `${orderPath}/cancelled`,
    content: {},
  },
};

export const callNames = Object.keys(everyCall) as Call[];

export const goodAnswer = (call: Call) => ({
  some_response: { response_type: "OK", status_code: 200, error_info: null, ...everyCall[call].content },
});
