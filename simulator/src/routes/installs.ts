import { wireAboutOrder } from "../wire/answers/about-order";
import type { Answer } from "../wire/answers/envelope";
import { wireRunningVpsInfo } from "../wire/answers/live-info";
import { wireOrderEcho } from "../wire/answers/order-echo";
import { parseRequest } from "../wire/requests/lenient";
import { WireOrderRequest } from "../wire/requests/order-request";
import type { Books } from "../world/books";
import { beginReinstall, finishReinstall } from "../world/changes/reinstall";
import type { Order } from "../world/order";
import type { OrderRequest } from "../world/purchase/order-request";
import { answerPurchase, beginPurchase } from "../world/purchase/purchase";
import { type Call, orderOidOf } from "./call";

export async function newVps(call: Call): Promise<Answer> {
  const { books } = call;
  const request = parseRequest(WireOrderRequest, call.payload);
  const { order, decision } = beginPurchase(books, request, call.pretence);
  call.noteOrder(order.orderOid);
  await call.work();
  answerPurchase(books, order);
  return installed(books, order, request, decision.messages);
}

export async function reinstallVps(call: Call): Promise<Answer> {
  const { books } = call;
  const request = parseRequest(WireOrderRequest, call.payload);
  const order = beginReinstall(books, orderOidOf(call), request, call.pretence);
  await call.work();
  finishReinstall(books, order, request);
  return installed(books, order, request, [`Reinstalled ${order.domainName} with ${order.distro}.`]);
}

function installed(books: Books, order: Order, request: OrderRequest, messages: readonly string[]): Answer {
  return {
    message: null,
    fields: {
      setup_messages: messages,
      about_order: wireAboutOrder(order, books),
      new_order_request: wireOrderEcho(request, order),
      running_vps_info: wireRunningVpsInfo(order, books),
    },
  };
}
