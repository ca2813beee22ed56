import type { OrderInfo } from "./order-info";
import type { Wanted } from "./order-matching";

const mostNamed = 10;

/** The single match, or an error with the count and the candidates: of several matches those, of none all there are. */
export function theOnlyOne(matching: readonly OrderInfo[], all: readonly OrderInfo[], wanted: Wanted): OrderInfo {
  const [match] = matching;
  if (match !== undefined && matching.length === 1) return match;
  const what = described(wanted);
  if (matching.length > 1) {
    throw new Error(
      `${matching.length} active VPSs have ${what}, and one was expected: ${named(matching)}. Give the orderOid, or more tags.`,
    );
  }
  throw new Error(
    all.length === 0
      ? `0 active VPSs have ${what}: the account has none at all.`
      : `0 active VPSs have ${what}, and one was expected. The account has ${all.length}: ${named(all)}.`,
  );
}

function described({ orderOid, domainName, tags = {} }: Wanted): string {
  const parts = [
    ...(orderOid === undefined ? [] : [`orderOid ${orderOid}`]),
    ...(domainName === undefined ? [] : [`domainName "${domainName}"`]),
    ...Object.entries(tags).map(([key, value]) => (value === "" ? `a tag "${key}"` : `the tag "${key}: ${value}"`)),
  ];
  return parts.join(" and ");
}

function named(orders: readonly OrderInfo[]): string {
  const names = orders
    .slice(0, mostNamed)
    .map((order) => [order.orderOid, quoted(order.domainName), order.dcLocation].filter(Boolean).join(" "));
  const more = orders.length - names.length;
  return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

const quoted = (name: string | undefined): string | undefined => (name === undefined ? undefined : `"${name}"`);
