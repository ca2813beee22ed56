import { z } from "zod";
import { liveArguments } from "../../server/arguments";
import { observedIn } from "../../server/server";
import type { ReadingClient } from "../../service/client";
import { plainDomainName, sameDomainName } from "../../service/domain-names";
import { nearest } from "../../service/names";
import { type AboutOrder, isActive, tagsOf } from "../../service/wire/order";

/** An order as programs and the command line see it; `OrderInfo` in `functions/orders.ts` says what each property means. */
export type OrderInfo = ReturnType<typeof orderInfo>;

export function orderInfo(order: AboutOrder, nowMs: number) {
  const { runningState: _, ...parts } = liveArguments(order);
  const observed = observedIn(order);
  return {
    orderOid: order.orderOid,
    isActive: isActive(order, nowMs),
    ...parts,
    ...observed,
    secondaryIps: observed.secondaryIps ?? [],
    isOnCustomersOwnPhysicalServer: order.isOnCustomersOwnPhysicalServer,
    metaData: Object.fromEntries(tagsOf(order)),
  };
}

const text = (what: string) => z.string({ error: `must be ${what}` }).min(1, `must be ${what}`);

/** What to search orders by, as `GetOrdersArgs` documents it: everything that is set must match. */
export const OrderFilters = z.strictObject({
  status: z.enum(["active", "inactive", "any"], { error: 'must be "active", "inactive" or "any"' }).optional(),
  serverType: z.enum(["VPS", "PHYSICAL"], { error: 'must be "VPS" or "PHYSICAL"' }).optional(),
  domainName: text("a domain name").optional(),
  search: text("text to search for").optional(),
  tags: z
    .record(z.string().min(1), z.string({ error: "must be a string" }), {
      error: 'must be tags such as { role: "web" }',
    })
    .optional(),
  dcLocation: text("a data-centre code").optional(),
});

type OrderFilters = z.infer<typeof OrderFilters>;

/** Checks an order here, because the service's own filters may be inexact, and it has none for some of these. */
export function matchesOrder(order: OrderInfo, wanted: OrderFilters): boolean {
  const { status = "active", serverType, domainName, search = "", tags = {}, dcLocation } = wanted;
  if (status !== "any" && order.isActive !== (status === "active")) return false;
  // Orders that do not report their kind come from a list of the requested kind.
  if (serverType !== undefined && (order.serverType ?? serverType) !== serverType) return false;
  if (domainName !== undefined && !sameDomainName(order.domainName, domainName)) return false;
  if (dcLocation !== undefined && order.dcLocation?.toLowerCase() !== dcLocation.toLowerCase()) return false;
  return hasTags(order, tags) && hasWords(order, search);
}

/** An empty value matches any value of the key. */
const hasTags = ({ metaData }: OrderInfo, tags: Readonly<Record<string, string>>): boolean =>
  Object.entries(tags).every(
    ([key, value]) => Object.hasOwn(metaData, key) && (value === "" || metaData[key] === value),
  );

/** The fields that the service searches are undocumented: here each word must occur somewhere in the order. */
function hasWords(order: OrderInfo, search: string): boolean {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const text = [...Object.values(order), plainDomainName(order.domainName ?? "")]
    .map((value) => JSON.stringify(value))
    .join(" ")
    .toLowerCase();
  return words.every((word) => text.includes(word));
}

/**
 * Lets the service narrow the list down if it can, and checks every filter here. Domain names and words are searched here alone: which
 * fields the service's own search looks at, and how, is undocumented, so it might leave out an order that has them.
 */
export async function listOrders(service: ReadingClient, wanted: OrderFilters): Promise<OrderInfo[]> {
  const { status = "active", serverType, tags = {} } = wanted;
  const searchable = Object.entries(tags).filter(isSearchable);
  const { orders } = await service.listOrders({
    includeInactive: status !== "active",
    serverType,
    tags: searchable.map(([key, value]) => (value === "" ? { key } : { key, value })),
  });
  const nowMs = service.serviceNowMs();
  const listed = orders.map((order) => orderInfo(order, nowMs));
  const used = listed.map(({ dcLocation }) => dcLocation);
  await requireDataCenter(service, wanted.dcLocation, used);
  return listed.filter((order) => matchesOrder(order, wanted));
}

/** The service splits its search at spaces and colons, so it cannot search for a tag that contains one. */
const isSearchable = ([key, value]: [string, string]): boolean => !/[\s:]/.test(`${key}${value}`);

/**
 * Refuses the code of a data centre that does not exist, after nothing was found there: an empty list would suggest that it exists. The
 * catalogue lists what takes new orders; older orders may be in others.
 */
export async function requireDataCenter(
  service: ReadingClient,
  asked: string | undefined,
  used: readonly (string | undefined)[],
): Promise<void> {
  const isAsked = (code: string | undefined): boolean => code?.toLowerCase() === asked?.toLowerCase();
  if (asked === undefined || used.some(isAsked)) return;
  const listed = (await service.dataCenters()).map(({ dataCenterLocationCode }) => dataCenterLocationCode);
  const codes = [...new Set([...listed, ...used])].filter((code) => code !== undefined).sort();
  if (codes.length === 0 || codes.some(isAsked)) return;
  const meant = nearest(asked, codes);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new Error(`There is no data centre "${asked}".${hint} Available: ${codes.join(", ")}.`);
}
