import { type AboutOrder, tagsOf } from "../../schema/order";

/** The tags that the provider puts on an order when it buys it. They cannot be changed later. */
export const tagNames = {
  ledger: "pulumi-rimuhosting.ledger",
  key: "pulumi-rimuhosting.key",
  attempt: "pulumi-rimuhosting.attempt",
  fingerprint: "pulumi-rimuhosting.fingerprint",
  /** `project/stack/name`, for people; can be switched off. */
  name: "pulumi-rimuhosting.name",
} as const;

export type OwnTags = { readonly [K in keyof typeof tagNames]?: string };

/** The tags of ours that an order carries. */
export function ownTags(order: AboutOrder): OwnTags {
  const values = tagsOf(order);
  const found = Object.entries(tagNames).flatMap(([tag, name]) => {
    const value = values.get(name);
    return value === undefined ? [] : [[tag, value]];
  });
  return Object.fromEntries(found);
}

/** Whether a list of orders shows tags of ours at all: then an order without any has none. */
export const showsTags = (orders: readonly AboutOrder[]): boolean =>
  orders.some((order) => Object.keys(ownTags(order)).length > 0);

/** User tags must not look like ours: recovery would take their word. */
export const isReservedTag = (name: string): boolean => name.toLowerCase().startsWith("pulumi-rimuhosting.");

/** `project/stack/name` of a URN, with what a tag may not hold replaced. */
export function readableName(urn: string): string {
  const [, stack = "", project = "", , ...name] = urn.replace(/^urn:pulumi:/, "x::").split("::");
  return `${project}/${stack}/${name.join("::")}`.replace(/[\s:]+/g, "-").slice(0, 200);
}

/*
 * Each sending of a purchase has a name of its own, put on the order as a tag. It begins with the name of the run, so
 * that orders of the same run are told from those that an earlier one left behind.
 */

const separator = ".";

export const attemptIn = (run: string, id: string): string => `${run}${separator}${id}`;

export const runOf = (attempt: string): string => attempt.split(separator)[0] ?? "";
