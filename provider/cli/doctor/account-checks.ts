import type { AboutOrder } from "../../service/wire/order";
import type { ReadingClient } from "../account/account";
import { type AccountOrder, accountOrder } from "../account/account-orders";
import { exitCodeOf, messageOf } from "../command/errors";
import { counted, formatDay } from "../terminal/format";
import { type Check, ok, problem, unknown, warning } from "./check";
import type { RecordedAnswer } from "./unread-fields";

/** What the key gives access to, and whether a server could be bought with it. */
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
    return `${counted(distributions.length, "distribution")}, ${counted(locations.length, "location")}, ${counted(plans.length, "plan")}`;
  });
  let listed: readonly AboutOrder[] | undefined;
  const key = hasKey
    ? await tried("key", async () => {
        listed = (await client.listOrders({ includeInactive: true })).orders;
        return "accepted";
      })
    : unknown("key", "none is set");
  const orders = listed?.map((order) => accountOrder(order, client.serviceNowMs()));
  const account = orders === undefined ? [] : [orderCounts(orders), ...endings(orders), await billing(client)];
  return { checks: [key, ...account, catalogue, clockCheck(recorded)], orders };
}

/** A call that may fail: the message that it returns, or that of its error. */
async function tried(name: string, act: () => Promise<string>): Promise<Check> {
  try {
    return ok(name, await act());
  } catch (error) {
    return problem(name, messageOf(error), { code: exitCodeOf(error) });
  }
}

function orderCounts(orders: readonly AccountOrder[]): Check {
  const active = orders.filter(({ info }) => info.isActive);
  const dedicated = active.filter(({ info }) => info.serverType === "PHYSICAL").length;
  const bought = active.filter(({ stack }) => stack !== undefined).length;
  const kinds = `${counted(active.length - dedicated, "VPS")}, ${counted(dedicated, "dedicated server")}`;
  return ok(
    "orders",
    `${active.length} active (${kinds}; ${bought} bought by stacks), ${orders.length - active.length} cancelled`,
  );
}

/** Suspended orders and those that will end, which people may not have noticed. Numbers only: names may be private. */
function endings(orders: readonly AccountOrder[]): Check[] {
  const active = orders.filter(({ info }) => info.isActive);
  const suspended = active.filter(({ info }) => info.suspendedDate !== undefined);
  const ending = active.filter(({ info }) => info.cancellationDate !== undefined);
  return [
    ...suspended.map(({ info }) =>
      warning("suspended", `order ${info.orderOid} since ${formatDay(info.suspendedDate)}`, {
        advice: "Contact the service's support; usually a bill is open.",
      }),
    ),
    ...ending.map(({ info }) =>
      warning("ends", `order ${info.orderOid} is due to be cancelled on ${formatDay(info.cancellationDate)}`),
    ),
  ];
}

async function billing(client: ReadingClient): Promise<Check> {
  const found = await tried("billing", async () => {
    const methods = await client.billingMethods();
    const kinds = methods.map((method) => `${method.billingMethodType ?? "?"} ${method.billingOid}`).join(", ");
    return methods.length === 0 ? "" : `${counted(methods.length, "method")} (${kinds})`;
  });
  if (found.message !== "") return found;
  return problem("billing", "the account has no billing method, so nothing can be bought", {
    advice: "Add one in the service's control panel.",
  });
}

const tolerableMs = 60_000;

/** The age of an order is judged by the service's clock, certificates by ours. */
function clockCheck(recorded: readonly RecordedAnswer[]): Check {
  const aheadMs = recorded.flatMap(({ date, sentMs, receivedMs }) => {
    const writtenMs = Date.parse(date ?? "");
    // The header counts whole seconds.
    if (Number.isNaN(writtenMs)) return [];
    return writtenMs > receivedMs ? [writtenMs - receivedMs] : [Math.min(0, writtenMs + 999 - sentMs)];
  });
  if (aheadMs.length === 0) return unknown("clock", "no answer had a date");
  const smallest = aheadMs.reduce((least, one) => (Math.abs(one) < Math.abs(least) ? one : least));
  const seconds = Math.round(Math.abs(smallest) / 1000);
  if (Math.abs(smallest) <= tolerableMs)
    return ok("clock", seconds === 0 ? "agrees with the service's" : `${counted(seconds, "second")} off`);
  const difference = `${counted(seconds, "second")} ${smallest > 0 ? "behind" : "ahead of"} the service's`;
  return warning("clock", `this machine's is ${difference}`, {
    advice: "Set it, or let NTP set it. Orders are judged by the service's clock, so nothing is bought by mistake.",
  });
}
