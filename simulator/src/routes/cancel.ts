import { wireAboutOrder } from "../wire/answers/about-order";
import type { Answer } from "../wire/answers/envelope";
import { cancelAtPeriodEnd, cancelNow } from "../world/changes/cancellation";
import { getOrder } from "../world/context";
import { type Call, orderOidOf } from "./call";

export async function deleteVps(call: Call): Promise<Answer> {
  const { context } = call;
  const order = getOrder(context, orderOidOf(call));
  await call.work();
  const messages = cancelNow(context, order.orderOid);
  return {
    message: "Server removed",
    fields: {
      cancel_messages: messages,
      about_order: wireAboutOrder(order, context),
    },
  };
}

/** The plain envelope is our guess: the answer is not documented. */
export async function putCancelled(call: Call): Promise<Answer> {
  await call.work();
  const order = cancelAtPeriodEnd(call.context, orderOidOf(call));
  const date = new Date(order.cancellationAtMs ?? order.prepaidUntilMs).toISOString().slice(0, 10);
  return { message: `${order.domainName} will be cancelled on ${date}.`, fields: {} };
}
