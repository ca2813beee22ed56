import { getOrInsertComputed } from "../../schema/computed";
import type { StackNames } from "../../schema/hidden-inputs";
import { type AboutOrder, tagsOf } from "../../schema/order";
import { deriveKey } from "./derive";
import { readable } from "./stack-names";

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

/** A cache: each purchase looks through the tags of all orders, and a list that shows an order unchanged gives the same object again. */
const knownOwnTags = new WeakMap<AboutOrder, OwnTags>();

/** Our own tags on an order. */
export const ownTags = (order: AboutOrder): OwnTags => getOrInsertComputed(knownOwnTags, order, findOwnTags);

function findOwnTags(order: AboutOrder): OwnTags {
  const values = tagsOf(order);
  const found = Object.entries(tagNames).flatMap(([tag, name]) => {
    const value = values.get(name);
    return value === undefined ? [] : [[tag, value]];
  });
  return Object.fromEntries(found);
}

/**
 * Whether an order carries the tag of another resource than the one that the state holds it for, which has `key`: then it was never this
 * one's. Missing tags prove nothing: a reinstall may drop them.
 */
export function belongsToAnother(order: AboutOrder, key: string | undefined): boolean {
  const { key: tagged } = ownTags(order);
  return tagged !== undefined && tagged !== key;
}

/** User tags must not look like ours: recovery would believe them. */
export const isReservedTag = (name: string): boolean => name.toLowerCase().startsWith("pulumi-rimuhosting.");

/** `project/stack/name` of a URN, with the characters that a tag may not contain replaced. */
export function readableName(urn: string): string {
  const [, stack = "", project = "", , ...name] = urn.replace(/^urn:pulumi:/, "x::").split("::");
  return readable(`${project}/${stack}/${name.join("::")}`);
}

/*
 * Each attempt at a purchase has its own name, which becomes a tag of the order. It starts with the name of the run, to
 * distinguish orders of this run from those that an earlier one left behind. A digest of the URN follows, to distinguish
 * the orders of this server from those of the run's other servers. The key does not: a renamed server keeps its own, and
 * what is declared anew under the old name may have used it too.
 */

const separator = ".";

const digestLength = 12;

/** Names who buys: one declared server in one run. */
export const buyerIn = (run: string, ledger: string, urn: string | undefined): string =>
  `${run}${separator}${deriveKey(ledger, urn ?? "", 0).slice(0, digestLength)}`;

export const attemptBy = (buyer: string, id: string): string => `${buyer}${separator}${id}`;

export const buyerOf = (attempt: string): string => attempt.split(separator, 2).join(separator);

export const runOf = (attempt: string): string => attempt.split(separator)[0] ?? "";

/**
 * Whether an order with this stack's ledger was bought by another stack: one whose state is a copy of this one's. A purchase under a name
 * that this stack has had is its own, unless it was made after the stack got its present name. Without a readable tag this cannot be told.
 */
export function isOfCopy(order: AboutOrder, names: StackNames | undefined): boolean {
  const buyer = buyingStack(order);
  if (names === undefined || buyer === undefined || buyer === names.here) return false;
  if (!names.former.includes(buyer)) return true;
  const boughtMs = Date.parse(order.billingInfo?.orderDate ?? "");
  return names.since !== undefined && boughtMs >= Date.parse(names.since);
}

/** The stack that bought an order, as `project/stack`, according to its readable tag. */
export function buyingStack(order: AboutOrder): string | undefined {
  const { name } = ownTags(order);
  return name === undefined ? undefined : stackOf(name);
}

/** Whether an order was bought by a stack with the name of the one in which a resource is declared. */
export const isOfStackNamedLikeThatOf = (urn: string | undefined, order: AboutOrder): boolean =>
  urn !== undefined && buyingStack(order) === stackOf(readableName(urn));

/** `project/stack` of a readable name. */
const stackOf = (name: string): string => name.split("/", 2).join("/");
