import { z } from "zod";
import { isReservedText } from "../../pulumi/properties";
import { definedParts } from "../names";
import { cleanMessage, cleanText, ifReadable, wire } from "./wire";

const digits = /^[0-9]{1,18}$/;

/** An identifier from the service: a whole number above zero. It may exceed 2^31, but JavaScript holds it exactly. A string of digits is accepted. */
const oid = (error: string) =>
  z
    .union([z.number(), z.string().regex(digits).transform(Number)], { error })
    .pipe(z.int({ error, abort: true }).positive(error));

export const Oid = oid("must be a number from the service, such as 1012");

/** For a program's arguments. */
export const OrderOid = oid("must be an order's number, such as 2853299702");

const notAHost = "must be a host's number, such as 1317";

/** A host server's identifier, which the service sends as a string of digits. */
export const HostServerOid = z
  .union([z.string(), z.int().nonnegative().transform(String)], { error: notAHost })
  .pipe(z.string().regex(digits, notAHost));

const Raw = z.union([z.string(), z.number().transform(String)]);

const notReserved = (text: string): boolean => !isReservedText(text);

/** Text to compare or pass on, exactly as the service sent it. Show it only through `cleanText`. */
export const Verbatim = Raw.refine(notReserved, { error: "reserved by Pulumi" }).refine(
  (text) => !/\p{Cs}/u.test(text),
  { error: "contains a lone surrogate, which gRPC refuses to carry" },
);

/** Text to show: cleaned, one line, at most 500 characters. Checked after cleaning, because cleaning may join parts. */
export const Text = Raw.transform(cleanText).refine(notReserved, { error: "reserved by Pulumi" });

/** A sentence that the service wrote to its customer. Some mention cards and users, which must not get into logs and states. */
export const Message = Raw.transform(cleanMessage).refine(notReserved, { error: "reserved by Pulumi" });

/** Early in 1973 and the year 9999: a date beyond these is a mistake. */
const [earliestMs, latestMs] = [1e11, 253_402_300_799_999];

/** The service's form of a date, as ISO 8601 text in UTC, such as `2011-04-02T03:30:28Z`. */
export const Timestamp = z
  .object({ ms_since_epoch: z.number().min(earliestMs).max(latestMs) })
  .transform(({ ms_since_epoch }) => new Date(ms_since_epoch).toISOString().replace(".000Z", "Z"));

/** The service's own words for a date that cannot be read. That there is a date matters by itself: an order that has a cancellation date ends. */
export const unreadDate = (value: unknown): string => {
  const text = cleanText(typeof value === "string" ? value : JSON.stringify(value)).slice(0, 60);
  return text === "" || isReservedText(text) ? "unreadable" : text;
};

/** Milliseconds since 1970 of a parsed date; `undefined` if it could not be read. */
export const dateMs = (date: string): number | undefined => {
  const ms = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(ms) ? undefined : ms;
};

/** An IPv4 or IPv6 address. */
export const IpAddress = z.union([z.ipv4(), z.ipv6()], { error: "must be an IP address" });

/** `CUR_USD` on the wire, `USD` here. Currencies that the service adds later are accepted. */
const Currency = z
  .string()
  .regex(/^(CUR_)?[A-Z]{3}$/)
  .transform((code) => code.replace("CUR_", ""));

/** An amount of money per month. `amountUsd` is the service's own estimate if the currency is a different one. */
export const Money = wire({
  amt: ifReadable(z.number()),
  currency: ifReadable(Currency),
  amt_usd: ifReadable(z.number()),
}).transform(({ amt, currency, amtUsd }): Money => definedParts({ amount: amt, currency, amountUsd: amtUsd }));

export type Money = { amount?: number; currency?: string; amountUsd?: number };

const maxDomainNameLength = 255;

/** What is wrong with a domain name, by the rule of the service's own client, or `undefined`. */
export const domainNameProblem = (name: string): string | undefined => {
  if (name === "") return "it is empty";
  if (/^https?:\/\//i.test(name)) return "write the name alone, without https:// and a path";
  if (/^\d+(?:\.\d+){3}$/.test(name)) return "it is an IP address";
  if (name.length > maxDomainNameLength)
    return `it has ${name.length} characters, at most ${maxDomainNameLength} are allowed`;
  const labels = (name.endsWith(".") ? name.slice(0, -1) : name).split(".");
  if (labels.some((part) => part === "")) return "it has an empty part between two dots";
  const missing = labels.find((part) => /^(?:undefined|null|nan)$/i.test(part));
  if (missing !== undefined) return `it has the part "${missing}": is the setting that it comes from missing?`;
  if (labels.some((part) => part.length > 63)) return "a part between two dots has more than 63 characters";
  if (labels.every((part) => /^[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?$/.test(part))) return undefined;
  return "each part between dots may contain only a–z, 0–9 and inner hyphens; an international name is written as xn--…";
};

export const DomainName = z.string({ error: "must be a string" }).check((context) => {
  const problem = domainNameProblem(context.value);
  if (problem)
    context.issues.push({ code: "custom", message: `is not a domain name: ${problem}`, input: context.value });
});

/** The one spelling of an address: IPv6 has many. */
export const plainIp = (ip: string): string => URL.parse(`http://[${ip}]`)?.hostname ?? ip.toLowerCase();
