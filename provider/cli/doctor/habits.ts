import { paths } from "../../api/paths";
import type { Probe, ProbeAnswer } from "../../api/probe";
import { cleanText } from "../../schema/clean-text";
import type { AccountOrder } from "../account/account-orders";
import { type Check, fact, untold } from "./check";

/*
 * What the service does where nobody has documented it. Each question only reads. The answers go into bug reports: they
 * contain no names of servers, no tags and no amounts.
 */

/** How an answer reads in a report. */
function answerWords(answer: ProbeAnswer): string {
  switch (answer.kind) {
    case "content":
      return `answered (${answer.status})`;
    case "refused":
      return `refused (${[answer.status, answer.errorClass].filter((part) => part !== undefined).join(", ")})`;
    case "unreadable":
      return `unreadable (${answer.status})`;
    case "no-answer":
      return `no answer (${answer.code})`;
    default:
      return answer satisfies never;
  }
}

/** How many orders a list shows, and whether a certain one is among them. */
function listIn(answer: ProbeAnswer): { count: number; has: (order: AccountOrder) => boolean } | undefined {
  const orders = answer.kind === "content" ? answer.content["about_orders"] : undefined;
  if (!Array.isArray(orders)) return undefined;
  const numbers = new Set(orders.map((order: unknown) => String(partOf(order, "order_oid"))));
  return { count: orders.length, has: ({ info }) => numbers.has(String(info.orderOid)) };
}

const partOf = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? new Map(Object.entries(value)).get(name) : undefined;

export async function refusalHabits(probe: Probe, orders: readonly AccountOrder[]): Promise<Check[]> {
  const cancelled = orders.find(({ info }) => !info.isActive && info.serverType !== "PHYSICAL");
  const [noKey, noOrder, ofCancelled] = await Promise.all([
    probe({ call: "distributions", path: paths.orders({}) }),
    probe({ call: "getOrder", path: paths.order(1) }),
    cancelled && probe({ call: "vpsStatus", path: paths.vps(cancelled.order) }),
  ]);
  return [
    fact("orders without a key", answerWords(noKey)),
    fact("an order that is not ours", answerWords(noOrder)),
    ofCancelled === undefined
      ? untold("status of a cancelled order", "there is none")
      : fact("status of a cancelled order", answerWords(ofCancelled)),
  ];
}

export async function listHabits(probe: Probe, orders: readonly AccountOrder[]): Promise<Check[]> {
  const list = (parameters: Readonly<Record<string, string>>): Promise<ProbeAnswer> =>
    probe({ call: "listOrders", path: paths.ordersWith(parameters) });
  const [plain, active, all, odd] = await Promise.all([
    list({}),
    list({ include_inactive: "N" }),
    list({ include_inactive: "Y" }),
    list({ include_inactive: "N", pulumi_rimuhosting: "1" }),
  ]);
  const counts = [plain, active, all].map((answer) => listIn(answer)?.count);
  const [plainCount, activeCount, allCount] = counts;
  const filter = all.kind === "content" ? partOf(all.content, "order_filter") : undefined;
  const cancelled = orders.filter(({ info }) => !info.isActive);
  return [
    activeCount === allCount
      ? untold("list without include_inactive", "there are no cancelled orders")
      : fact(
          "list without include_inactive",
          plainCount === allCount
            ? "lists cancelled orders too"
            : plainCount === activeCount
              ? "lists active orders alone"
              : "lists yet others",
        ),
    fact(
      "an unknown filter",
      listIn(odd)?.count === activeCount
        ? "is ignored"
        : odd.kind === "content"
          ? "changes the list"
          : answerWords(odd),
    ),
    fact("fields of order_filter", namesIn(filter)),
    oldestCancelled(cancelled),
    ...(await filterHabits(list, orders)),
  ];
}

function oldestCancelled(cancelled: readonly AccountOrder[]): Check {
  const days = cancelled.flatMap(({ info }) => info.cancellationDate?.slice(0, 10) ?? []).sort();
  return days[0] === undefined
    ? untold("how long cancelled orders are listed", "there are none")
    : fact("how long cancelled orders are listed", `the oldest was cancelled on ${days[0]}`);
}

type List = (parameters: Readonly<Record<string, string>>) => Promise<ProbeAnswer>;

/** Whether each filter finds the orders that it should find. */
async function filterHabits(list: List, orders: readonly AccountOrder[]): Promise<Check[]> {
  const active = orders.filter(({ info }) => info.isActive);
  const [one, other] = active;
  if (one === undefined) return [untold("filters", "there is no active order")];
  const { orderOid, domainName, primaryIp, dcLocation } = one.info;
  const there = active.filter(({ info }) => info.dcLocation === dcLocation);
  const questions = [
    {
      name: "filter by two numbers",
      parameters: other && { order_oids: `${orderOid},${other.info.orderOid}` },
      wanted: other === undefined ? [one] : [one, other],
    },
    { name: "search by domain name", parameters: domainName && { search: domainName }, wanted: [one] },
    { name: "search by number", parameters: { search: String(orderOid) }, wanted: [one] },
    { name: "search by address", parameters: primaryIp && { search: primaryIp }, wanted: [one] },
    { name: "filter by data centre", parameters: dcLocation && { "dc-location": dcLocation }, wanted: there },
  ];
  return Promise.all(
    questions.map(async ({ name, parameters, wanted }) => {
      if (!parameters) return untold(name, "no order to try it with");
      const answer = await list({ include_inactive: "N", ...parameters });
      const found = listIn(answer);
      if (found === undefined) return fact(name, answerWords(answer));
      const ofThem = wanted.filter(found.has).length;
      const more = found.count - ofThem;
      return fact(name, `finds ${ofThem} of ${wanted.length}${more > 0 ? `, and ${more} more` : ""}`);
    }),
  );
}

/** Tags decide which orders are a stack's: whether lists show them, and how they can be searched. */
export async function tagHabits(probe: Probe, orders: readonly AccountOrder[]): Promise<Check[]> {
  const active = orders.filter(({ info }) => info.isActive);
  const listed = active.find(({ order }) => (order.metaData ?? []).length > 0);
  const sample = listed ?? active[0];
  if (sample === undefined) return [untold("tags in lists", "there is no active order")];
  const single = await probe({ call: "getOrder", path: paths.order(sample.order) });
  const tags = tagsIn(single);
  const [first, second] = tags;
  if (first === undefined)
    return [untold("tags in lists", "no order has tags"), untold("tag search", "no order has tags")];
  const search = async (terms: string): Promise<boolean | undefined> =>
    listIn(
      await probe({ call: "listOrders", path: paths.ordersWith({ include_inactive: "N", meta_search: terms }) }),
    )?.has(sample);
  const [byBoth, byKey, byPart, byCase, byWrong, byTwo] = await Promise.all([
    search(`${first.key}:${first.value}`),
    search(`${first.key}:`),
    search(`${first.key}:${first.value.slice(0, -1)}`),
    search(`${first.key}:${flippedCase(first.value)}`),
    search(`${first.key}:no-such-value`),
    second && search(`${first.key}:${first.value} ${second.key}:${second.value}`),
  ]);
  return [
    listed === undefined
      ? { name: "tags in lists", verdict: "warning", says: "lists leave them out, so orders are read one by one" }
      : { name: "tags in lists", verdict: "ok", says: "shown" },
    byBoth === true && byWrong === false
      ? { name: "tag search", verdict: "ok", says: "finds a tag by key and value, and nothing else" }
      : {
          name: "tag search",
          verdict: "warning",
          says: byBoth === true ? "ignores the value" : "does not find a tag that is there",
          todo: "Every order is checked here as well, so nothing goes wrong; searches only take longer.",
        },
    fact("tag search by key alone", foundWords(byKey)),
    fact("tag search by part of a value", foundWords(byPart)),
    fact("tag search in other letter case", foundWords(byCase)),
    second === undefined
      ? untold("tag search for two tags", "no order has two")
      : fact("tag search for two tags", foundWords(byTwo)),
  ];
}

const foundWords = (isFound: boolean | undefined): string =>
  isFound === undefined ? "was refused" : isFound ? "finds it" : "does not find it";

const flippedCase = (text: string): string => (text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase());

/** Tags that can be searched for: the search splits at spaces and colons. */
function tagsIn(answer: ProbeAnswer): { key: string; value: string }[] {
  const order = answer.kind === "content" ? answer.content["about_order"] : undefined;
  const tags = partOf(order, "meta_data");
  if (!Array.isArray(tags)) return [];
  return tags
    .map((tag: unknown) => ({ key: String(partOf(tag, "key_name")), value: String(partOf(tag, "value")) }))
    .filter(({ key, value }) => value.length > 1 && !/[\s:]/.test(key + value));
}

/** Prices buy nothing, so they may be asked in odd ways. */
export async function priceHabits(probe: Probe, dcLocation: string | undefined): Promise<Check[]> {
  const quote = (request: object, withoutKey = false): Promise<ProbeAnswer> =>
    probe({
      call: "quote",
      path: paths.newVmPricing(),
      withoutKey,
      body: { json: { new_order_request: { instantiation_options: { domain_name: "notexample.com" }, ...request } } },
    });
  const [withoutKey, unknownField, unknownImage, lowerCase] = await Promise.all([
    quote({}, true),
    quote({ pulumi_rimuhosting: "1" }),
    quote({ instantiation_options: { domain_name: "notexample.com", distro: "no-such-image" } }),
    dcLocation === undefined ? undefined : quote({ dc_location: dcLocation.toLowerCase() }),
  ]);
  return [
    fact("price without a key", answerWords(withoutKey)),
    fact("price with an unknown field", answerWords(unknownField)),
    fact("price of an unknown image", answerWords(unknownImage)),
    lowerCase === undefined
      ? untold("price with the location in small letters", "no location is known")
      : fact("price with the location in small letters", answerWords(lowerCase)),
  ];
}

/** The names of an object's fields. */
export const namesIn = (value: unknown): string =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0
    ? Object.keys(value).map(cleanText).join(", ")
    : "none";
