import { wireAboutOrder } from "../wire/answers/about-order";
import type { Answer } from "../wire/answers/envelope";
import { wireRunningVpsInfo } from "../wire/answers/live-info";
import { wireOrderEcho } from "../wire/answers/order-echo";
import { parseRequest } from "../wire/requests/lenient";
import { WireOrderRequest } from "../wire/requests/order-request";
import { beginReinstall, finishReinstall } from "../world/changes/reinstall";
import type { WorldContext } from "../world/context";
import type { Order } from "../world/order";
import type { OrderRequest } from "../world/purchase/order-request";
import { answerPurchase, beginPurchase } from "../world/purchase/purchase";
import { type Call, orderOidOf } from "./call";

export async function newVps(call: Call): Promise<Answer> {
  const { context } = call;
  const request = parseRequest(WireOrderRequest, call.payload);
  const { order, decision } = beginPurchase(context, request, call.forcedRefusal);
  call.noteOrder(order.orderOid);
  await call.work();
  answerPurchase(context, order);
  return installed(context, order, request, decision.messages);
}

export async function reinstallVps(call: Call): Promise<Answer> {
  const { context } = call;
  const request = parseRequest(WireOrderRequest, call.payload);
  const order = beginReinstall(context, orderOidOf(call), request, call.forcedRefusal);
  await call.work();
  finishReinstall(context, order, request);
  return installed(context, order, request, [`Reinstalled ${order.domainName} with ${order.distro}.`]);
}

function installed(context: WorldContext, order: Order, request: OrderRequest, messages: readonly string[]): Answer {
  return {
    message: null,
    fields: {
      setup_messages: messages,
      about_order: wireAboutOrder(order, context),
      new_order_request: wireOrderEcho(request, order),
      running_vps_info: wireRunningVpsInfo(order, context),
    },
  };
}
