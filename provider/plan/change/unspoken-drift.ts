import type { OwnedServer } from "../../schema/vps/recorded";
import { sameArgument } from "../argument/same-argument";

/**
 * What is no longer as the program thinks and cannot be said in the program's terms: no argument stands for it, or
 * putting it right would replace the server, which nobody asked for. A refresh tells it and shows the resource as changed.
 */
export function unspokenDrift(recorded: OwnedServer): string[] {
  const { cancellationDate, suspendedDate } = recorded;
  const order = `Order ${recorded.orderOid} (${[recorded.domainName, recorded.primaryIp].filter(Boolean).join(", ")})`;
  const declared = recorded.dcLocation;
  const present = recorded.location?.dataCenterLocationCode;
  const isManaged = recorded.__managed?.includes("dcLocation") === true;
  const hasMoved =
    isManaged && declared !== undefined && present !== undefined && !sameArgument("dcLocation", declared, present);
  return [
    ...(cancellationDate === undefined
      ? []
      : [`${order} is to be cancelled at ${cancellationDate}: it runs, and is billed, until then.`]),
    ...(suspendedDate === undefined
      ? []
      : [
          `${order} is suspended since ${suspendedDate}: ask the service's support. Until then nothing can be changed.`,
        ]),
    ...(hasMoved
      ? [
          `${order} is in ${present} now, and the program says dcLocation: "${declared}". Nothing is replaced for that; leave dcLocation out of the program, as a change of it would order a new server.`,
        ]
      : []),
  ];
}
