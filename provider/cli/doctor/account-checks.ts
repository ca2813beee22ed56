import type { AboutOrder } from "../../schema/order";
import type { ReadingClient } from "../account/account";
import { type AccountOrder, accountOrder } from "../account/account-orders";
import { exitCodeOf, messageOf } from "../command/errors";
import { counted, dayOf } from "../terminal/words";
import type { RecordedAnswer } from "./answers";
import { type Check, untold } from "./check";

/** What the key opens, and whether something could be bought with it. */
export interface AccountFindings {
  readonly checks: readonly Check[];
  /** Every order, cancelled ones too; `undefined` if they cannot be read. */
  readonly orders: readonly AccountOrder[] | undefined;
}

/** Reads what every run needs: the orders, the catalogue, the ways to pay. */
export async function accountChecks(
  client: ReadingClient,
  recorded: readonly RecordedAnswer[],
  hasKey: boolean,
): Promise<AccountFindings> {
  const catalogue = await tried("catalogue", async () => {
    const [distributions, locations, plans] = await Promise.all([
      client.distributions(),
      client.dataCenters(),
      client.pricingPlans(),
    ]);
    return {
      says: `${counted(distributions.length, "distribution")}, ${counted(locations.length, "location")}, ${counted(plans.length, "plan")}`,
    };
  });
  let listed: readonly AboutOrder[] | undefined;
  const key = hasKey
    ? await tried("key", async () => {
        listed = (await client.listOrders({ includeInactive: true })).orders;
        return { says: "accepted" };
      })
    : untold("key", "none is set");
  const orders = listed?.map((order) => accountOrder(order, client.serviceNowMs()));
  const account = orders === undefined ? [] : [orderCounts(orders), ...endings(orders), await billing(client)];
  return { checks: [key, ...account, catalogue, clockCheck(recorded)], orders };
}

/** A call that may fail: what it says, or what its failure says. */
async function tried(name: string, act: () => Promise<{ says: string }>): Promise<Check> {
  try {
    return { name, verdict: "ok", says: (await act()).says };
  } catch (error) {
    return { name, verdict: "problem", says: messageOf(error), code: exitCodeOf(error) };
  }
}

function orderCounts(orders: readonly AccountOrder[]): Check {
  const active = orders.filter(({ info }) => info.isActive);
  const dedicated = active.filter(({ info }) => info.serverType === "PHYSICAL").length;
  const bought = active.filter(({ stack }) => stack !== undefined).length;
  const says = `${active.length} active (${counted(active.length - dedicated, "VPS")}, ${counted(dedicated, "dedicated server")}; ${bought} bought by stacks), ${orders.length - active.length} cancelled`;
  return { name: "orders", verdict: "ok", says };
}

/** What a person may not have noticed. Numbers only: names may be private. */
function endings(orders: readonly AccountOrder[]): Check[] {
  const active = orders.filter(({ info }) => info.isActive);
  const suspended = active.filter(({ info }) => info.suspendedDate !== undefined);
  const ending = active.filter(({ info }) => info.cancellationDate !== undefined);
  return [
    ...suspended.map(
      ({ info }): Check => ({
        name: "suspended",
        verdict: "warning",
        says: `order ${info.orderOid} since ${dayOf(info.suspendedDate)}`,
        todo: "Contact the service's support; usually a bill is open.",
      }),
    ),
    ...ending.map(
      ({ info }): Check => ({
        name: "ends",
        verdict: "warning",
        says: `order ${info.orderOid} is due to be cancelled on ${dayOf(info.cancellationDate)}`,
      }),
    ),
  ];
}

async function billing(client: ReadingClient): Promise<Check> {
  const found = await tried("billing", async () => {
    const methods = await client.billingMethods();
    const kinds = methods.map((method) => `${method.billingMethodType ?? "?"} ${method.billingOid}`).join(", ");
    return { says: methods.length === 0 ? "" : `${counted(methods.length, "method")} (${kinds})` };
  });
  if (found.says !== "") return found;
  return {
    name: "billing",
    verdict: "problem",
    says: "the account has no billing method, so nothing can be bought",
    todo: "Add one in the service's control panel.",
  };
}

const tolerableMs = 60_000;

/** The service's clock judges the ages of orders; ours judges certificates. */
function clockCheck(recorded: readonly RecordedAnswer[]): Check {
  const aheadMs = recorded.flatMap(({ date, sentMs, receivedMs }) => {
    const writtenMs = Date.parse(date ?? "");
    // The header counts whole seconds.
    if (Number.isNaN(writtenMs)) return [];
    return writtenMs > receivedMs ? [writtenMs - receivedMs] : [Math.min(0, writtenMs + 999 - sentMs)];
  });
  if (aheadMs.length === 0) return untold("clock", "no answer had a date");
  const smallest = aheadMs.reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least));
  const seconds = Math.round(Math.abs(smallest) / 1000);
  if (Math.abs(smallest) <= tolerableMs)
    return {
      name: "clock",
      verdict: "ok",
      says: seconds === 0 ? "agrees with the service's" : `${counted(seconds, "second")} off`,
    };
  return {
    name: "clock",
    verdict: "warning",
    says: `this machine's is ${counted(seconds, "second")} ${smallest > 0 ? "behind" : "ahead of"} the service's`,
    todo: "Set it, or let it be set by NTP. Orders are judged by the service's clock, so nothing is bought wrongly.",
  };
}
