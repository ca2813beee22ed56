import type { AboutOrder } from "../schema/order/about-order";
import type { VpsOutputs } from "../schema/vps-outputs";
import { sameArgument } from "./diff";
import { describeOrder } from "./messages";

/**
 * What a refresh finds and the next preview cannot say in the program's terms: no argument stands for it, or putting it
 * right would replace the server, which nobody asked for.
 */
export function driftWarnings(recorded: VpsOutputs, order: AboutOrder): string[] {
  const { cancellationDate, suspendedDate } = order.billingInfo ?? {};
  return [
    ...(cancellationDate === undefined ? [] : [`${describeOrder(order)} is to be cancelled at ${cancellationDate}.`]),
    ...(suspendedDate === undefined
      ? []
      : [
          `${describeOrder(order)} is suspended since ${suspendedDate}: nothing can be changed until the service's support lifts it.`,
        ]),
    ...moved(recorded, order),
  ];
}

/** The program still names the place where the server was. A replacement would follow only if the program is changed. */
function moved(recorded: VpsOutputs, order: AboutOrder): string[] {
  const declared = recorded.dcLocation;
  const present = order.location?.dataCenterLocationCode;
  const isManaged = recorded.__managed?.includes("dcLocation") === true;
  if (!isManaged || declared === undefined || present === undefined || sameArgument("dcLocation", declared, present))
    return [];
  return [
    `${describeOrder(order)} is in ${present} now, and the program says dcLocation: "${declared}". Nothing is replaced for that; leave dcLocation out of the program, as a change of it would order a new server.`,
  ];
}
