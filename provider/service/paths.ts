/** `encodeURIComponent` does not encode some characters that certain servers treat as special in a path. */
const encoded = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd")).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** Filters follow the path segment as `;name=value`. Those without a value are left out. */
export const matrix = (parameters: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(parameters)
    .flatMap(([name, value]) => (value === undefined ? [] : [`;${name}=${encoded(value)}`]))
    .join("");

/** An order, as the service shows it or a state has it, or only its number. */
export type WhichOrder = { readonly orderOid: number; readonly domainName?: string | undefined } | number;

export const orderOidOf = (order: WhichOrder): number => (typeof order === "number" ? order : order.orderOid);

/** `order-{oid}-{domain}`. The service uses only the number, but logs show the rest. */
export const orderPath = (which: WhichOrder | string): string => {
  const { orderOid, domainName } = typeof which === "object" ? which : { orderOid: which, domainName: undefined };
  if (!/^[0-9]{1,18}$/.test(String(orderOid))) throw new RangeError("An order's number must have 1 to 18 digits.");
  const domain = encoded((domainName ?? "").replace(/[^\p{L}\p{N}.-]/gu, "-"));
  return `/r/orders/order-${orderOid}-${domain || "x"}`;
};
