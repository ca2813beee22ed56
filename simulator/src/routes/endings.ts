import { isIP } from "node:net";
import { z } from "zod";
import { wireAboutOrder } from "../wire/answers/about-order";
import type { Answer } from "../wire/answers/envelope";
import { lenientText, parseRequest } from "../wire/requests/lenient";
import { matrixText } from "../wire/requests/matrix";
import { getActiveVps, getOrder } from "../world/books";
import { cancelAtPeriodEnd, cancelNow } from "../world/changes/cancellation";
import { isDomainName } from "../world/purchase/request-rules";
import { refuse } from "../world/refusal";
import { type Call, orderOidOf } from "./call";

export async function deleteVps(call: Call): Promise<Answer> {
  const { books } = call;
  const order = getOrder(books, orderOidOf(call));
  await call.work();
  const messages = cancelNow(books, order.orderOid);
  return {
    message: "Server removed",
    fields: {
      cancel_messages: messages,
      about_order: wireAboutOrder(order, books),
    },
  };
}

/** The plain envelope is our guess: the answer is not documented. */
export async function putCancelled(call: Call): Promise<Answer> {
  await call.work();
  const order = cancelAtPeriodEnd(call.books, orderOidOf(call));
  const date = new Date(order.cancellationAtMs ?? order.prepaidUntilMs).toISOString().slice(0, 10);
  return { message: `${order.domainName} will be cancelled on ${date}.`, fields: {} };
}

const PtrForm = z.looseObject({ domain_name: lenientText });

/** No address means the first public one; no name clears the record. */
export async function putPtr(call: Call): Promise<Answer> {
  const { books } = call;
  await call.work();
  const order = getActiveVps(books, orderOidOf(call));
  const ip = matrixText(call.matrix, "ip") ?? order.primaryIp;
  if (isIP(ip) === 0 || ![order.primaryIp, ...order.secondaryIps].includes(ip)) {
    refuse(`${ip} is not an address of ${order.domainName}.`, "ip");
  }
  const name = parseRequest(PtrForm, call.payload).domain_name?.trim() ?? "";
  if (name !== "" && !isDomainName(name)) refuse(`'${name}' is not a valid domain name.`, "domain_name");
  if (name === "") delete books.state.ptrRecords[ip];
  else books.state.ptrRecords[ip] = name;
  books.save(order);
  return {
    message: name === "" ? `Cleared the PTR record of ${ip}.` : `Set the PTR record of ${ip} to ${name}.`,
    fields: {},
  };
}
