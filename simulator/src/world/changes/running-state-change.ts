import { getActiveVps, refuseIfCancelled, type WorldContext } from "../context";
import { isSuspended, type Order, type RunningState } from "../order";
import { boot } from "../purchase/purchase";
import { Refusal } from "../refusal";

export type RunningStateChange = { readonly order: Order; readonly isRestarted: boolean; readonly message: string };

export function beginRunningState(context: WorldContext, orderOid: number, target: RunningState): Order {
  const order = getActiveVps(context, orderOid);
  if (isSuspended(order) && target !== "NOTRUNNING") {
    throw new Refusal([{ text: `${order.domainName} is suspended.` }], { errorClass: "OrderSuspendedException" });
  }
  if (target === "RESTARTING" || target === "POWERCYCLING") {
    order.runningState = target;
    context.save(order);
  }
  return order;
}

/** RUNNING starts a stopped VPS and otherwise does nothing. Stopping does not change the bill. */
export function finishRunningState(context: WorldContext, order: Order, target: RunningState): RunningStateChange {
  refuseIfCancelled(context, order);
  const name = order.domainName;
  if (target === "NOTRUNNING") {
    order.runningState = "NOTRUNNING";
    context.save(order);
    return { order, isRestarted: false, message: `${name} stopped.` };
  }
  if (target === "RUNNING" && order.runningState !== "NOTRUNNING") {
    return { order, isRestarted: false, message: `${name} is running.` };
  }
  boot(context, order);
  context.save(order);
  const verb = target === "RUNNING" ? "started" : "restarted";
  return { order, isRestarted: true, message: `${name} ${verb}.  After the reboot ${name} is pinging OK.` };
}
