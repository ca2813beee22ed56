import { type AboutOrder, planOf } from "../../schema/order";
import { definedParts } from "../../schema/parts";
import { argumentsHaving, argumentsWith, type VpsArgument, vpsRows } from "../../schema/vps-arguments";
import type { VpsOutputs } from "../../schema/vps-outputs";

/** The current values of the arguments that the service reports. */
export function liveArguments(order: AboutOrder): Partial<Record<VpsArgument, unknown>> {
  return Object.fromEntries(argumentsHaving("live").map((name) => [name, vpsRows[name].live(order)]));
}

/** The order with the sizes that the state knows, where the service does not show them. */
export const withRecordedSizes = (order: AboutOrder, recorded: VpsOutputs): AboutOrder => ({
  ...order,
  vpsParameters: {
    ...definedParts(Object.fromEntries(argumentsWith("resize").map((size) => [size, recorded[size]]))),
    ...order.vpsParameters,
  },
});

/** The outputs that only the service decides. If an order omits one, the last value stays, except for dates that can be withdrawn. */
export function observedOutputs(order: AboutOrder): VpsOutputs {
  const { billingInfo, allocatedIps } = order;
  const cost = billingInfo?.monthlyRecurringAmt;
  const reported = {
    slug: order.slug,
    primaryIp: allocatedIps?.primaryIp,
    secondaryIps: allocatedIps && (allocatedIps.secondaryIps ?? []),
    serverType: order.serverType,
    deployedState: order.deployedState,
    observedRunningState: order.runningState,
    location: order.location,
    pricingPlan: planOf(order),
    orderDescription: order.orderDescription,
    monthlyCost:
      cost?.amount === undefined || cost.currency === undefined
        ? undefined
        : { ...cost, amount: cost.amount, currency: cost.currency },
    monthlyRecurringFee: billingInfo?.monthlyRecurringFee,
    dataTransferAllowanceGb: order.dataTransferAllowance?.dataTransferGb,
    orderDate: billingInfo?.orderDate,
    prepaidUntil: billingInfo?.prepaidUntil,
  };
  return {
    ...definedParts(reported),
    ...(billingInfo && {
      suspendedDate: billingInfo.suspendedDate,
      cancellationDate: billingInfo.cancellationDate,
    }),
  };
}
