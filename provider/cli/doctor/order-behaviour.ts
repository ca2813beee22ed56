import { ServiceError } from "../../service/errors";
import { paths } from "../../service/paths";
import type { ReadingClient } from "../account/account";
import type { AccountOrder } from "../account/account-orders";
import { counted } from "../terminal/format";
import { fieldNames } from "./behaviour";
import { type Check, info, unknown } from "./check";
import type { RecordedAnswer } from "./unread-fields";

/** Every value that is documented or has ever been seen. */
const knownValues = {
  running_state: new Set(["RUNNING", "NOTRUNNING", "RESTARTING", "POWERCYCLING"]),
  deployed_state: new Set(["DEPLOYED"]),
  server_type: new Set(["VPS", "PHYSICAL"]),
  currency: new Set(["USD", "NZD", "AUD", "CAD", "GBP", "EUR"]),
} as const;

/** What the orders show of how the service behaves. */
export function orderBehaviour(orders: readonly AccountOrder[], showsNames: boolean): Check[] {
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
  const newValues = Object.entries(knownValues).flatMap(([name, known]) => {
    const values = seen[name as keyof typeof seen].filter((value) => value !== undefined);
    return [...new Set(values)]
      .filter((value) => !new Set<string>(known).has(value))
      .map((value) => `${name} ${value}`);
  });
  return [
    info(
      "domain names used twice",
      shared.length === 0
        ? "none"
        : `${counted(shared.length, "name")}${showsNames ? ` (${shared.join(", ")})` : ""}: they need not be unique`,
    ),
    reused === 0
      ? unknown("addresses of cancelled orders", "none is in use again on this account")
      : info("addresses of cancelled orders", "are given to other servers"),
    info("longest name in a slug", longestSlug(orders)),
    info("values never seen before", newValues.length === 0 ? "none" : newValues.join(", ")),
  ];
}

const repeated = (names: readonly string[]): string[] => [
  ...new Set(names.filter((name, index) => names.indexOf(name) !== index)),
];

/** Only two examples show where the service cuts off a name in a slug. */
function longestSlug(orders: readonly AccountOrder[]): string {
  const lengths = orders.flatMap(({ info }) => {
    const length = info.slug?.replace(/^order-\d+-/, "").length;
    return length === undefined ? [] : [{ length, whole: info.domainName?.length ?? 0 }];
  });
  const longest = lengths.sort((a, b) => b.length - a.length)[0];
  return longest === undefined ? "no order has one" : `${longest.length} of ${longest.whole} letters`;
}

/** What the host of one server answers, and how long the answers take. */
export async function hostBehaviour(
  client: ReadingClient,
  orders: readonly AccountOrder[],
  recorded: readonly RecordedAnswer[],
): Promise<Check[]> {
  const server = orders.find(({ info }) => info.isActive && info.serverType !== "PHYSICAL");
  if (server === undefined) return [unknown("status and traffic", "there is no active VPS")];
  const { order } = server;
  await client.getOrder(order);
  const status = await answerOf(() => client.vpsStatus(order));
  const traffic = await answerOf(() => client.dataTransferUsage(order));
  const tookMs = (end: string): string => {
    const last = recorded.findLast(({ url }) => new URL(url).pathname.endsWith(end));
    return last === undefined ? "?" : `${((last.receivedMs - last.sentMs) / 1000).toFixed(1)} s`;
  };
  return [
    info(
      "status of a server",
      typeof status === "string"
        ? status
        : `answered in ${tookMs("/vps")}; its record in ${tookMs(paths.order(order))}`,
    ),
    info(
      "fields about traffic",
      typeof traffic === "string"
        ? traffic
        : `${fieldNames(traffic.usage)}; answered in ${tookMs("/data-transfer-usage")}`,
    ),
    info("passwords in answers", passwordFields(recorded)),
  ];
}

/** The answer, or the message of the failure. */
async function answerOf<T extends object>(ask: () => Promise<T>): Promise<T | string> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
}

/** Names only, never values. */
function passwordFields(recorded: readonly RecordedAnswer[]): string {
  const names = recorded.flatMap(({ body }) =>
    [...body.matchAll(/"([a-z0-9_]*passw[a-z0-9_]*)"\s*:/gi)].map(([, name = ""]) => name),
  );
  return names.length === 0 ? "none" : [...new Set(names)].join(", ");
}
