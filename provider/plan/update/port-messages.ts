import type { OwnedServer } from "../../schema/vps-outputs";
import { facts } from "../messages";
import { monthly } from "../money";

/** How a wait for a port ended without a connection. */
type Unreached = "refused" | "silent" | "no-address" | "stopped";

/** For the resource's own line. */
export const portLine = ({ orderOid, primaryIp, monthlyCost }: OwnedServer, port: number): string =>
  `${facts([primaryIp, monthlyCost && monthly(monthlyCost), `order ${orderOid}`])}: port ${port} takes connections`;

/** The resource then counts as not initialised, and the engine updates it in the next run even if nothing else changes. */
export function unreachedMessage(
  { orderOid, domainName, primaryIp }: OwnedServer,
  port: number,
  end: Unreached,
  took: string,
): string {
  const at = `port ${port} of ${primaryIp}`;
  const server = `Order ${orderOid} (${domainName}) is installed and in the state`;
  const next = 'It is kept, and billed. The next "pulumi up" looks again; it neither buys nor reinstalls anything.';
  switch (end) {
    case "refused":
      return `${server}, but ${at} has refused every connection for ${took}: nothing listens there. ${next}`;
    case "silent":
      return `${server}, but ${at} has not answered for ${took}: a firewall may drop connections from this machine. ${next}`;
    case "no-address":
      return `${server}, but the service shows no address for it, so that port ${port} could not be tried. ${next}`;
    case "stopped":
      return `${server}, but the run was stopped before ${at} took a connection. ${next}`;
    default:
      return end satisfies never;
  }
}
