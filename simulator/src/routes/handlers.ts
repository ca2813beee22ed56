import type { CallName } from "../calls";
import type { Handler } from "./call";
import { deleteVps, putCancelled, putPtr } from "./endings";
import { newVps, reinstallVps } from "./installs";
import { billingMethods, dataCenters, distributions, newVmPricing, pricingPlans } from "./offers";
import { getOneOrder, listOrders } from "./order-list";
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
