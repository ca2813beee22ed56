// What a run says of its search for orders that its state lacks. Free of zod, which programs do not load.

import { nameInUrn } from "../../schema/urn";
import { monthly } from "../money";
import type { StateEntry } from "./ownership";

/** For an account that could not be looked into as a whole. */
export const notLookedAtMessage = (account: string | undefined, why: readonly string[]): string =>
  `It could not be found out${account === undefined ? "" : ` ${account}`} whether this stack is billed for orders that its state lacks: ` +
  `${why.join(" ")} Nothing was bought or changed because of this. Every preview and up looks again.`;

/** For a run that could not read its own state. */
export const unreadStateMessage =
  "The stack's saved state could not be read, so orders that the stack is billed for but does not have in its state were not looked for. " +
  "Nothing was bought or changed because of this. Run the command again.";

/** For servers whose orders have ended, of which a run without a refresh says that they are unchanged. */
export const goneMessages = (servers: readonly { readonly urn: string; readonly orderOid: number }[]): string[] =>
  servers.length === 0
    ? []
    : [
        `Cancelled at the service, but still in the state: ${servers.map(({ urn, orderOid }) => `order ${orderOid} (${nameInUrn(urn)})`).join(", ")}. ` +
          'Unless this run replaces them, run "pulumi refresh", which takes them out of the state; the next "pulumi up" orders a new server for each that the program declares.',
      ];

export const notSearchedMessage =
  "Orders that this stack is billed for but does not have in its state were not searched for: the program found no API key. " +
  "An inline program of the Automation API reads the environment of its own process; the workspace's envVars reach only the resources. " +
  "Set the key in the stack's configuration. Nothing was bought or changed because of this.";

/** For a server that the program no longer declares. */
export function leavingMessage(orderOid: number, { domainName, isRetained, outputs }: Omit<StateEntry, "urn">): string {
  const cost = monthly(Object(Object(outputs).monthlyCost));
  const server = `Order ${orderOid} (${[domainName, cost].filter((part) => part !== undefined).join(", ")})`;
  if (isRetained === true)
    return `${server} is not in the program: an "up" takes it out of the state, unless --target or --exclude leaves it out of the run; it keeps running and is billed (retainOnDelete).`;
  return Object(outputs).cancel === "at-period-end"
    ? `${server} is not in the program: an "up" cancels it at the end of its period, when ALL ITS DATA WILL BE LOST, unless it is protected or --target or --exclude leaves it out. Until then it runs and is billed.`
    : `${server} is not in the program: an "up" cancels it, and ALL ITS DATA WILL BE LOST, unless it is protected or --target or --exclude leaves it out. The service credits unused time at once.`;
}
