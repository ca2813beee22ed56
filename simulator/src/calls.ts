export type Latency = "none" | "fast" | "real";

type CallSpec = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  /** The single root key of a successful answer. */
  readonly rootKey: string;
  readonly needsKey: boolean;
  /** How long the work takes: `fast` lets a demonstration show progress, `real` is as reported for the service. */
  readonly fastMs: number;
  readonly realMs: number;
};

const ORDER = "/r/orders/:order";

/** Every resource of the service. Paths have no matrix parameters: these are stripped before routing. */
export const CALLS = {
  "list-orders": {
    method: "GET",
    path: "/r/orders",
    rootKey: "get_orders_response",
    needsKey: true,
    fastMs: 15,
    realMs: 800,
  },
  "new-vps": {
    method: "POST",
    path: "/r/orders/new-vps",
    rootKey: "post_new_vps_response",
    needsKey: true,
    fastMs: 600,
    realMs: 240_000,
  },
  "get-order": { method: "GET", path: ORDER, rootKey: "get_order_response", needsKey: true, fastMs: 10, realMs: 300 },
  "vps-status": {
    method: "GET",
    path: `${ORDER}/vps`,
    rootKey: "get_vps_status_response",
    needsKey: true,
    fastMs: 40,
    realMs: 2_000,
  },
  "delete-vps": {
    method: "DELETE",
    path: `${ORDER}/vps`,
    rootKey: "delete_server_response",
    needsKey: true,
    fastMs: 200,
    realMs: 20_000,
  },
  "running-state": {
    method: "PUT",
    path: `${ORDER}/vps/running-state`,
    rootKey: "put_running_state_response",
    needsKey: true,
    fastMs: 250,
    realMs: 30_000,
  },
  parameters: {
    method: "PUT",
    path: `${ORDER}/vps/parameters`,
    rootKey: "put_running_vps_data_response",
    needsKey: true,
    fastMs: 400,
    realMs: 90_000,
  },
  "host-server": {
    method: "PUT",
    path: `${ORDER}/vps/host-server`,
    rootKey: "put_host_server_move_response",
    needsKey: true,
    fastMs: 900,
    // For each GB in use: the docs say 5 to 10 minutes.
    realMs: 600_000,
  },
  reinstall: {
    method: "PUT",
    path: `${ORDER}/vps/reinstall`,
    rootKey: "post_new_vps_response",
    needsKey: true,
    fastMs: 600,
    realMs: 240_000,
  },
  "data-transfer-usage": {
    method: "GET",
    path: `${ORDER}/vps/data-transfer-usage`,
    rootKey: "get_data_transfer_usage_and_other_vps_status_information",
    needsKey: true,
    fastMs: 80,
    realMs: 5_000,
  },
  cancelled: {
    method: "PUT",
    path: `${ORDER}/cancelled`,
    rootKey: "jaxrs_response",
    needsKey: true,
    fastMs: 20,
    realMs: 500,
  },
  ptr: { method: "PUT", path: `${ORDER}/ptr`, rootKey: "jaxrs_response", needsKey: true, fastMs: 20, realMs: 500 },
  "billing-methods": {
    method: "GET",
    path: "/r/billing-methods",
    rootKey: "get_billing_methods_response",
    needsKey: true,
    fastMs: 10,
    realMs: 300,
  },
  distributions: {
    method: "GET",
    path: "/r/distributions",
    rootKey: "get_distros_response",
    needsKey: false,
    fastMs: 5,
    realMs: 200,
  },
  "data-centers": {
    method: "GET",
    path: "/r/data-centers",
    rootKey: "get_data_centers_response",
    needsKey: false,
    fastMs: 5,
    realMs: 200,
  },
  "pricing-plans": {
    method: "GET",
    path: "/r/pricing-plans",
    rootKey: "get_pricing_plans_response",
    needsKey: false,
    fastMs: 5,
    realMs: 200,
  },
  "new-vm-pricing": {
    method: "PUT",
    path: "/r/pricing-plans/new-vm-pricing",
    rootKey: "get_new_vm_pricing_response",
    needsKey: false,
    fastMs: 10,
    realMs: 500,
  },
} as const satisfies Record<string, CallSpec>;

export type CallName = keyof typeof CALLS;

export const CALL_NAMES = Object.keys(CALLS) as [CallName, ...CallName[]];

/** `usedGb`: what is on the disks of the server that a move takes along. */
export function latencyMs(call: CallName, latency: Latency, usedGb = 1): number {
  switch (latency) {
    case "none":
      return 0;
    case "fast":
      return CALLS[call].fastMs;
    case "real":
      return call === "host-server" ? CALLS[call].realMs * usedGb : CALLS[call].realMs;
    default:
      return latency satisfies never;
  }
}
