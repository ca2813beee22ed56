import type { AboutOrder } from "../../schema/order/about-order";
import type { OwnedServer } from "../../schema/vps/recorded";
import type { Step } from "../change/steps";
import { monthly } from "../preview/price";

/** A line has room for the words that matter; the rest of a long protocol is left out. */
const mostWords = 300;

/** The service's own words, those about money first of all. */
export function serviceWords(messages: readonly string[]): string {
  const told = messages.filter((message) => message.trim() !== "" && !/^completed\.?$/i.test(message.trim()));
  const aboutMoney = told.filter((message) => /\d[.,]\d\d\b|\b(fee|credit|charge|refund|billing)/i.test(message));
  const chosen = told.join("; ").length > mostWords && aboutMoney.length > 0 ? aboutMoney : told;
  const words = chosen
    .map((message, index) => (index === 0 ? message : `${divider(chosen[index - 1])}${message}`))
    .join("");
  const short = words.length <= mostWords ? words : `${words.slice(0, mostWords - 1)}…`;
  return short === "" ? "" : `. The service says: ${short}`;
}

const divider = (before: string | undefined): string => (/[.!?]$/.test(before ?? "") ? " " : "; ");

const facts = (parts: readonly (string | undefined)[]): string => parts.filter((part) => part !== undefined).join(", ");

/** How a server came into the state without a plain answer to its purchase. */
export type PurchaseStory = keyof typeof stories;

const stories = {
  adopted: "taken over from an interrupted run",
  recovered: "found by its tag, as the answer to its purchase was lost",
} as const;

/** What stands on the line of a server that was just bought. */
export function orderedLine(outputs: OwnedServer, story: PurchaseStory | undefined): string {
  const { orderOid, primaryIp, monthlyCost, setupMessages } = outputs;
  const order = [`order ${orderOid}`, story && stories[story]];
  return `${facts([primaryIp, monthlyCost && monthly(monthlyCost), ...order])}${serviceWords(setupMessages ?? [])}`;
}

/** What stands on the line after a step. */
export function stepLine(step: Step, before: AboutOrder, after: AboutOrder, messages: readonly string[]): string {
  const cost = after.billingInfo?.monthlyRecurringAmt;
  const present = facts([after.allocatedIps?.primaryIp, cost && monthly(cost)]);
  return `${stepDone(step, before, after)}: ${present}${serviceWords(messages)}`;
}

function stepDone(step: Step, before: AboutOrder, after: AboutOrder): string {
  switch (step.kind) {
    case "start":
      return "started";
    case "stop":
      return "stopped, and still billed";
    case "restart":
      return "restarted";
    case "resize":
      return "resized";
    case "reinstall":
      return "reinstalled";
    case "move": {
      const oldIp = before.allocatedIps?.primaryIp;
      const isSame = oldIp === after.allocatedIps?.primaryIp;
      return `moved to host ${after.hostServerOid ?? step.hostServerOid}, ${isSame ? "the IP is the same" : `the IP was ${oldIp} before`}`;
    }
    default:
      return step satisfies never;
  }
}

/** What stands on the line of a server that was just cancelled. */
export const cancelledLine = (orderOid: number, messages: readonly string[]): string =>
  `order ${orderOid} is cancelled${serviceWords(messages)}`;
