import { moveToWire, quoteToWire, reinstallToWire, sizesToWire } from "../../../provider/server/request";
import type { Call } from "../../../provider/service/calls";
import type { Client } from "../../../provider/service/client";
import type { CallOptions } from "../../../provider/service/send";
import { orderVps } from "./requests";

export const anOrderOid = 2853299702;

const order = { order_oid: anOrderOid, domain_name: "web.example.com", running_state: "RUNNING" };
const live = { running_state: "RUNNING", pings_ok: true };

const orderPath = `/r/orders/order-${anOrderOid}-x`;

const price = { amt: 11.11, currency: "CUR_USD", amt_usd: 11.11 };

/** How each call is sent, and the contents of a healthy service's answer, without its envelope. */
const wire: Record<Call, readonly [method: string, path: string, content: object]> = {
  listOrders: ["GET", "/r/orders;include_inactive=N", { about_orders: [order] }],
  getOrder: ["GET", orderPath, { about_order: order }],
  vpsStatus: ["GET", `${orderPath}/vps`, { running_vps_info: live }],
  dataTransferUsage: ["GET", `${orderPath}/vps/data-transfer-usage`, { data_transfer_usage_info: { gb_used: 3 } }],
  billingMethods: ["GET", "/r/billing-methods", { billing_methods: [] }],
  distributions: ["GET", "/r/distributions", { distro_infos: [] }],
  dataCenters: ["GET", "/r/data-centers", { data_center_infos: [] }],
  pricingPlans: ["GET", "/r/pricing-plans;server-type=VPS", { pricing_plan_infos: [] }],
  quote: ["PUT", "/r/pricing-plans/new-vm-pricing", { monthly_recurring_amt: price }],
  newVps: ["POST", "/r/orders/new-vps", { about_order: order }],
  reinstall: ["PUT", `${orderPath}/vps/reinstall`, { about_order: order }],
  move: ["PUT", `${orderPath}/vps/host-server`, { about_order: order }],
  resize: ["PUT", `${orderPath}/vps/parameters`, { resource_change_result: { were_resources_changed: true } }],
  setRunningState: ["PUT", `${orderPath}/vps/running-state`, { running_vps_info: live, is_restarted: true }],
  setPtr: ["PUT", `${orderPath}/ptr;ip=192.0.2.7`, {}],
  deleteVps: ["DELETE", `${orderPath}/vps`, { cancel_messages: ["web.example.com is being shut down."] }],
  cancelAtPeriodEnd: ["PUT", `${orderPath}/cancelled`, {}],
};

type Make = (client: Client, options?: CallOptions) => Promise<unknown>;

const made: Record<Call, Make> = {
  listOrders: (client, options) => client.listOrders({}, options),
  getOrder: (client, options) => client.getOrder(anOrderOid, options),
  vpsStatus: (client, options) => client.vpsStatus(anOrderOid, options),
  dataTransferUsage: (client, options) => client.dataTransferUsage(anOrderOid, options),
  billingMethods: (client, options) => client.billingMethods(options),
  distributions: (client, options) => client.distributions(options),
  dataCenters: (client, options) => client.dataCenters(options),
  pricingPlans: (client, options) => client.pricingPlans({}, options),
  quote: (client, options) => client.quote(quoteToWire({ memoryMb: 2048 }), options),
  newVps: (client, options) => orderVps(client, { domainName: "web.example.com" }, options),
  reinstall: (client, options) => client.reinstall(anOrderOid, reinstallToWire({ distro: "deb13.64" }), options),
  move: (client, options) => client.move(anOrderOid, moveToWire({ hostServerOid: "836" }), options),
  resize: (client, options) => client.resize(anOrderOid, sizesToWire({ memoryMb: 4096 }), options),
  setRunningState: (client, options) => client.setRunningState(anOrderOid, "RESTARTING", options),
  setPtr: (client, options) => client.setPtr(anOrderOid, "192.0.2.7", "web.example.com", options),
  deleteVps: (client, options) => client.deleteVps(anOrderOid, options),
  cancelAtPeriodEnd: (client, options) => client.cancelAtPeriodEnd(anOrderOid, options),
};

export const callNames = Object.keys(wire) as Call[];

/** Each call once. */
export const everyCall = Object.fromEntries(
  callNames.map((call) => [call, { make: made[call], method: wire[call][0], path: wire[call][1] }]),
) as Record<Call, { readonly make: Make; readonly method: string; readonly path: string }>;

export const goodAnswer = (call: Call) => ({
  some_response: { response_type: "OK", status_code: 200, error_info: null, ...wire[call][2] },
});
