import { nameInUrn } from "../pulumi/resource-types";
import { getOrInsertComputed } from "../service/names";
import { type AboutOrder, tagsOf } from "../service/wire/order";

/** The tags that the provider puts on an order when it buys it. They cannot be changed later. */
export const tagNames = {
  /** The idempotency key of the server that it was bought for. */
  key: "pulumi-rimuhosting.key",
  /** One for each POST. */
  attempt: "pulumi-rimuhosting.attempt",
  /** `project/stack/name`, for people; can be switched off. */
  name: "pulumi-rimuhosting.name",
} as const;

type ProviderTags = { readonly [Tag in keyof typeof tagNames]?: string };

/** A cache: each purchase looks through the tags of all orders, and a list that shows an order unchanged gives the same object again. */
const readTags = new WeakMap<AboutOrder, ProviderTags>();

/** Our own tags on an order. */
export const providerTags = (order: AboutOrder): ProviderTags => getOrInsertComputed(readTags, order, findProviderTags);

function findProviderTags(order: AboutOrder): ProviderTags {
  const values = tagsOf(order);
  const found = Object.entries(tagNames).flatMap(([tag, name]) => {
    const value = values.get(name);
    return value === undefined ? [] : [[tag, value]];
  });
  return Object.fromEntries(found);
}

/** Whether an order was bought under a key. */
export const isOfKey = (order: AboutOrder, key: string | undefined): boolean =>
  key !== undefined && providerTags(order).key === key;

/** User tags must not look like ours: recovery would believe them. */
export const isReservedTag = (name: string): boolean => name.toLowerCase().startsWith("pulumi-rimuhosting.");

/** `project/stack/name` of a URN, with the characters that a tag may not contain replaced. */
export function readableName(urn: string): string {
  const [, stack = "", project = "", , ...name] = urn.replace(/^urn:pulumi:/, "x::").split("::");
  return `${project}/${stack}/${name.join("::")}`.replace(/[\s:]+/g, "-").slice(0, 200);
}

/** `project/stack` of a readable name. */
export const stackIn = (name: string): string => name.split("/", 2).join("/");

/** The same of a URN. */
export const stackOf = (urn: string): string => stackIn(readableName(urn));

/** The option that keeps a renamed resource. */
export const aliasFor = (former: string): string => `aliases: [{ name: ${JSON.stringify(former)} }]`;

/** The same by the URN that the state has; also for a resource that has moved. */
export function aliasTo(former: string, urn: string): string {
  const [formerType = "", type] = [former, urn].map((of) => of.split("::")[2]);
  const isHere = stackOf(former) === stackOf(urn);
  if (isHere && formerType === type) return aliasFor(nameInUrn(former));
  // It names the types of the former parents, and not them.
  if (!isHere || formerType.includes("$")) return `aliases: [${JSON.stringify(former)}]`;
  const name = nameInUrn(former) === nameInUrn(urn) ? "" : `name: ${JSON.stringify(nameInUrn(former))}, `;
  return `aliases: [{ ${name}parent: pulumi.rootStackResource }]`;
}

/** The resource's own part of a readable name. */
export const resourceIn = (name: string): string => name.split("/").slice(2).join("/");
