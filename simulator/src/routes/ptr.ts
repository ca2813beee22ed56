import { isIP } from "node:net";
import { z } from "zod";
import type { Answer } from "../wire/answers/envelope";
import { lenientText, parseRequest } from "../wire/requests/lenient";
import { matrixText } from "../wire/requests/matrix";
import { getActiveVps } from "../world/context";
import { isDomainName } from "../world/purchase/request-rules";
import { refuse } from "../world/refusal";
import { type Call, orderOidOf } from "./call";

const PtrForm = z.looseObject({ domain_name: lenientText });

/** No address means the first public one; no name clears the record. */
export async function putPtr(call: Call): Promise<Answer> {
  const { context } = call;
  await call.work();
  const order = getActiveVps(context, orderOidOf(call));
  const ip = matrixText(call.matrix, "ip") ?? order.primaryIp;
  if (isIP(ip) === 0 || ![order.primaryIp, ...order.secondaryIps].includes(ip)) {
    refuse(`${ip} is not an address of ${order.domainName}.`, "ip");
  }
  const name = parseRequest(PtrForm, call.payload).domain_name?.trim() ?? "";
  if (name !== "" && !isDomainName(name)) refuse(`'${name}' is not a valid domain name.`, "domain_name");
  if (name === "") delete context.state.ptrRecords[ip];
  else context.state.ptrRecords[ip] = name;
  context.save(order);
  return {
    message: name === "" ? `Cleared the PTR record of ${ip}.` : `Set the PTR record of ${ip} to ${name}.`,
    fields: {},
  };
}
