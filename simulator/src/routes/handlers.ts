import type { CallName } from "../calls";
import type { Handler } from "./call";
import { deleteVps, putCancelled } from "./cancel";
import { billingMethods, dataCenters, distributions, newVmPricing, pricingPlans } from "./catalogue";
import { newVps, reinstallVps } from "./installs";
import { getOneOrder, listOrders } from "./order-list";
import { putPtr } from "./ptr";
import { putHostServer, putParameters, putRunningState } from "./vps-changes";
import { dataTransferUsage, vpsStatus } from "./vps-status";

export const HANDLERS: { readonly [name in CallName]: Handler } = {
  "list-orders": listOrders,
  "get-order": getOneOrder,
  "new-vps": newVps,
  "vps-status": vpsStatus,
  "delete-vps": deleteVps,
  "running-state": putRunningState,
  parameters: putParameters,
  "host-server": putHostServer,
  reinstall: reinstallVps,
  "data-transfer-usage": dataTransferUsage,
  cancelled: putCancelled,
  ptr: putPtr,
  "billing-methods": billingMethods,
  distributions,
  "data-centers": dataCenters,
  "pricing-plans": pricingPlans,
  "new-vm-pricing": newVmPricing,
};
