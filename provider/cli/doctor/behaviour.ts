import { paths } from "../../service/paths";
import type { Probe, ProbeAnswer } from "../../service/probe";
import { cleanText } from "../../service/wire/clean-text";
import type { AccountOrder } from "../account/account-orders";
import { type Check, info, ok, unknown, warning } from "./check";

/*
 * How the service behaves where that is undocumented. Every question only reads. The answers go into bug reports: they
 * contain no names of servers, no tags and no amounts.
 */

function describeAnswer(answer: ProbeAnswer): string {
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

export async function refusalBehaviour(probe: Probe, orders: readonly AccountOrder[]): Promise<Check[]> {
  const cancelled = orders.find(({ info }) => !info.isActive && info.serverType !== "PHYSICAL");
  const [noKey, noOrder, ofCancelled] = await Promise.all([
    probe({ call: "distributions", path: paths.orders({}) }),
    probe({ call: "getOrder", path: paths.order(1) }),
    cancelled && probe({ call: "vpsStatus", path: paths.vps(cancelled.order) }),
  ]);
  return [
    info("orders without a key", describeAnswer(noKey)),
    info("an order that is not ours", describeAnswer(noOrder)),
    ofCancelled === undefined
      ? unknown("status of a cancelled order", "there is none")
      : info("status of a cancelled order", describeAnswer(ofCancelled)),
  ];
}

export async function listBehaviour(probe: Probe, orders: readonly AccountOrder[]): Promise<Check[]> {
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
      ? unknown("list without include_inactive", "there are no cancelled orders")
      : info(
          "list without include_inactive",
          plainCount === allCount
            ? "lists cancelled orders too"
            : plainCount === activeCount
              ? "lists active orders alone"
              : "lists others",
        ),
    info(
      "an unknown filter",
      listIn(odd)?.count === activeCount
        ? "is ignored"
        : odd.kind === "content"
          ? "changes the list"
          : describeAnswer(odd),
    ),
    info("fields of order_filter", fieldNames(filter)),
    oldestCancelled(cancelled),
    ...(await filterBehaviour(list, orders)),
  ];
}

function oldestCancelled(cancelled: readonly AccountOrder[]): Check {
  const days = cancelled.flatMap(({ info }) => info.cancellationDate?.slice(0, 10) ?? []).sort();
  return days[0] === undefined
    ? unknown("how long cancelled orders are listed", "there are none")
    : info("how long cancelled orders are listed", `the oldest was cancelled on ${days[0]}`);
}

type List = (parameters: Readonly<Record<string, string>>) => Promise<ProbeAnswer>;

/** Whether each filter finds the orders that it should find. */
async function filterBehaviour(list: List, orders: readonly AccountOrder[]): Promise<Check[]> {
  const active = orders.filter(({ info }) => info.isActive);
  const [one, other] = active;
  if (one === undefined) return [unknown("filters", "there is no active order")];
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
      if (!parameters) return unknown(name, "no order to try it with");
      const answer = await list({ include_inactive: "N", ...parameters });
      const found = listIn(answer);
      if (found === undefined) return info(name, describeAnswer(answer));
      const ofThem = wanted.filter(found.has).length;
      const more = found.count - ofThem;
      return info(name, `finds ${ofThem} of ${wanted.length}${more > 0 ? `, and ${more} more` : ""}`);
    }),
  );
}

/** Tags decide which orders are a stack's: whether lists show them, and how they can be searched. */
export async function tagBehaviour(probe: Probe, orders: readonly AccountOrder[]): Promise<Check[]> {
  const active = orders.filter(({ info }) => info.isActive);
  const listed = active.find(({ order }) => (order.metaData ?? []).length > 0);
  const sample = listed ?? active[0];
  if (sample === undefined) return [unknown("tags in lists", "there is no active order")];
  const single = await probe({ call: "getOrder", path: paths.order(sample.order) });
  const tags = tagsIn(single);
  const [first, second] = tags;
  if (first === undefined)
    return [unknown("tags in lists", "no order has tags"), unknown("tag search", "no order has tags")];
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
      ? warning("tags in lists", "lists leave them out, so orders are read one by one")
      : ok("tags in lists", "shown"),
    byBoth === true && byWrong === false
      ? ok("tag search", "finds a tag by key and value, and nothing else")
      : warning("tag search", byBoth === true ? "ignores the value" : "does not find a tag that is there", {
          advice: "Every order is checked here as well, so nothing goes wrong; searches only take longer.",
        }),
    info("tag search by key alone", describeFind(byKey)),
    info("tag search by part of a value", describeFind(byPart)),
    info("tag search in another case", describeFind(byCase)),
    second === undefined
      ? unknown("tag search for two tags", "no order has two")
      : info("tag search for two tags", describeFind(byTwo)),
  ];
}

const describeFind = (isFound: boolean | undefined): string =>
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

/** A quote buys nothing, so odd questions do no harm. */
export async function priceBehaviour(probe: Probe, dcLocation: string | undefined): Promise<Check[]> {
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
    info("price without a key", describeAnswer(withoutKey)),
    info("price with an unknown field", describeAnswer(unknownField)),
    info("price of an unknown image", describeAnswer(unknownImage)),
    lowerCase === undefined
      ? unknown("price with the location in lower case", "no location is known")
      : info("price with the location in lower case", describeAnswer(lowerCase)),
  ];
}

/** The names of an object's fields. */
export const fieldNames = (value: unknown): string =>
  typeof value === "object" && value !== null && Object.keys(value).length > 0
    ? Object.keys(value).map(cleanText).join(", ")
    : "none";
