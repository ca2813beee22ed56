import { ServiceError } from "../../api/errors";
import { paths } from "../../api/paths";
import type { ReadingClient } from "../account/account";
import type { AccountOrder } from "../account/account-orders";
import { counted } from "../terminal/words";
import type { RecordedAnswer } from "./answers";
import { type Check, fact, untold } from "./check";
import { namesIn } from "./habits";

/** Every value that is documented or was ever seen. */
const knownValues = {
  running_state: new Set(["RUNNING", "NOTRUNNING", "RESTARTING", "POWERCYCLING"]),
  deployed_state: new Set(["DEPLOYED"]),
  server_type: new Set(["VPS", "PHYSICAL"]),
  currency: new Set(["USD", "NZD", "AUD", "CAD", "GBP", "EUR"]),
} as const;

/** What the orders themselves tell about the service. */
export function orderHabits(orders: readonly AccountOrder[], showsNames: boolean): Check[] {
  const active = orders.filter(({ info }) => info.isActive);
  const shared = repeated(active.flatMap(({ info }) => info.domainName?.toLowerCase() ?? []));
  const addresses = new Set(active.flatMap(({ info }) => info.primaryIp ?? []));
  const reused = orders.filter(({ info }) => !info.isActive && addresses.has(info.primaryIp ?? "")).length;
  const seen = {
    running_state: orders.map(({ info }) => info.observedRunningState),
    deployed_state: orders.map(({ info }) => info.deployedState),
    server_type: orders.map(({ info }) => info.serverType),
    currency: orders.map(({ info }) => info.monthlyCost?.currency),
  };
  const news = Object.entries(knownValues).flatMap(([name, known]) => {
    const values = seen[name as keyof typeof seen].filter((value) => value !== undefined);
    return [...new Set(values)]
      .filter((value) => !new Set<string>(known).has(value))
      .map((value) => `${name} ${value}`);
  });
  return [
    fact(
      "domain names used twice",
      shared.length === 0
        ? "none"
        : `${counted(shared.length, "name")}${showsNames ? ` (${shared.join(", ")})` : ""}: they need not be unique`,
    ),
    reused === 0
      ? untold("addresses of cancelled orders", "none is in use again on this account")
      : fact("addresses of cancelled orders", "are given to other servers"),
    fact("longest name in a slug", slugWords(orders)),
    fact("values never seen before", news.length === 0 ? "none" : news.join(", ")),
  ];
}

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

/** Where the service cuts a name off is known from two examples. */
function slugWords(orders: readonly AccountOrder[]): string {
  const lengths = orders.flatMap(({ info }) => {
    const length = info.slug?.replace(/^order-\d+-/, "").length;
    return length === undefined ? [] : [{ length, whole: info.domainName?.length ?? 0 }];
  });
  const longest = lengths.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? "no order has one" : `${longest.length} of ${longest.whole} letters`;
}

/** What the host of one server answers, and how long the answers take. */
export async function hostHabits(
  client: ReadingClient,
  orders: readonly AccountOrder[],
  recorded: readonly RecordedAnswer[],
): Promise<Check[]> {
  const server = orders.find(({ info }) => info.isActive && info.serverType !== "PHYSICAL");
  if (server === undefined) return [untold("status and traffic", "there is no active VPS")];
  const { order } = server;
  await client.getOrder(order);
  const status = await answerOf(() => client.vpsStatus(order));
  const traffic = await answerOf(() => client.dataTransferUsage(order));
  const tookMs = (end: string): string => {
    const last = recorded.findLast(({ url }) => new URL(url).pathname.endsWith(end));
    return last === undefined ? "?" : `${((last.receivedMs - last.sentMs) / 1000).toFixed(1)} s`;
  };
  return [
    fact(
      "status of a server",
      typeof status === "string"
        ? status
        : `answered in ${tookMs("/vps")}; its record in ${tookMs(paths.order(order))}`,
    ),
    fact(
      "fields about traffic",
      typeof traffic === "string"
        ? traffic
        : `${namesIn(traffic.usage)}; answered in ${tookMs("/data-transfer-usage")}`,
    ),
    fact("passwords in answers", passwordFields(recorded)),
  ];
}

/** The answer, or what the failure says. */
async function answerOf<T extends object>(ask: () => Promise<T>): Promise<T | string> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** Names alone, never values. */
function passwordFields(recorded: readonly RecordedAnswer[]): string {
  const names = recorded.flatMap(({ body }) =>
    [...body.matchAll(/"([a-z0-9_]*passw[a-z0-9_]*)"\s*:/gi)].map(([, name = ""]) => name),
  );
  return names.length === 0 ? "none" : [...new Set(names)].join(", ");
}
