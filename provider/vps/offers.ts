import { namesIn } from "../engine/parts";
import { nearest } from "../engine/suggestions";
import type { AboutOrder } from "../service/wire/order";
import type { VpsArgument } from "./arguments";

/** The arguments whose values the service lists, and what it calls the list. */
export const listedArguments = {
  distro: "distributions",
  dcLocation: "data centres",
  pricingPlanCode: "pricing plans",
  billingOid: "billing methods",
} as const satisfies Partial<Record<VpsArgument, string>>;
export type ListedArgument = keyof typeof listedArguments;

/** The codes that the service offers at present, or why its list could not be read; absent where the list was not requested. */
export type Offers = { readonly [Name in ListedArgument]?: readonly string[] | { readonly why: string } };

/** A value that the service does not offer, and the message about it. */
interface Unlisted {
  readonly argument: ListedArgument;
  readonly reason: string;
}

/** A longer list would hide more than it shows. */
const maxShown = 12;

/** What could not be checked, because the list could not be read. */
export const unreadLists = (offers: Offers): string[] =>
  namesIn(listedArguments).flatMap((argument) => {
    const offered = offers[argument];
    return offered === undefined || !("why" in offered)
      ? []
      : [`The list of ${listedArguments[argument]} could not be read, so ${argument} is not checked: ${offered.why}`];
  });

/** Checks the known values of the arguments against what the service offers. */
export const unlisted = (desired: Partial<Record<ListedArgument, unknown>>, offers: Offers): Unlisted[] =>
  namesIn(listedArguments).flatMap((argument) => {
    const [offered, value] = [offers[argument], desired[argument]];
    if (value === undefined || offered === undefined || "why" in offered) return [];
    // The service takes a location in any case.
    const inOneCase = (code: string): string => (argument === "dcLocation" ? code.toUpperCase() : code);
    const isOffered = offered.some((code) => inOneCase(code) === inOneCase(String(value)));
    return isOffered ? [] : [missing(argument, String(value), offered)];
  });

function missing(argument: ListedArgument, value: string, listed: readonly string[]): Unlisted {
  const near = sameImage(value, listed) ?? nearest(value, listed) ?? onlyContinuation(value, listed);
  const suggestion = near === undefined ? "" : ` Did you mean "${near}"?`;
  const codes = [...new Set(listed)].sort();
  const all = codes.length === 0 || codes.length > maxShown ? "" : ` Available: ${codes.join(", ")}.`;
  // What is near nothing that is offered may be a secret that was given to the wrong argument.
  const shown = near !== undefined && isShort(value) ? `"${value}"` : "has a value that";
  const reason = `${shown} is not among the ${listedArguments[argument]} that the service offers now.${suggestion}${all}`;
  return { argument, reason };
}

const isShort = (value: string): boolean => /^[\w .-]{1,20}$/.test(value);

/** `debian-13` and `Ubuntu 24.04` mean `deb13.64` and `ubuntu2404.64`: a name, or its beginning, and a version. */
function sameImage(value: string, listed: readonly string[]): string | undefined {
  const [name, version] = nameAndVersion(value);
  if (name === "" || version === "") return undefined;
  const [first, ...others] = listed.filter((code) => {
    const [listedName, listedVersion] = nameAndVersion(code);
    return (
      listedName !== "" && listedVersion === version && (name.startsWith(listedName) || listedName.startsWith(name))
    );
  });
  return others.length === 0 ? first : undefined;
}

/** The letters at the beginning of an image's name, and its version without dots and without the `.64` for 64 bits. */
function nameAndVersion(image: string): [string, string] {
  const plain = image.toLowerCase().replace(/[\s_-]/g, "");
  const [, name = "", version = ""] = /^([a-z]+)([0-9.]*)/.exec(plain) ?? [];
  return [name, version.replace(/\.64$/, "").replaceAll(".", "")];
}

/** `deb13` is many letters away from `deb13.64`, but still means it. Numbers mean nothing by their beginning. */
function onlyContinuation(value: string, listed: readonly string[]): string | undefined {
  if (/^\d*$/.test(value)) return undefined;
  const [first, ...others] = listed.filter((code) => code.toLowerCase().startsWith(value.toLowerCase()));
  return others.length === 0 ? first : undefined;
}

/*
 * Whether a host exists is known to the service alone: it has no list of hosts, and no call that asks about one; its quote may or may not
 * object to an unknown one. What an account can see of hosts is where its own orders are. A host without any may be a mistyped one, but
 * just as well a customer's own that is still empty: a warning, never an error, and only when a server would be ordered on it or moved to it.
 */

/** What the account's orders show of a host. */
export type HostEvidence = "unseen" | { readonly location: string | undefined };

export function hostEvidenceOf(hostServerOid: string, orders: readonly AboutOrder[]): HostEvidence {
  const there = orders.filter((order) => order.hostServerOid === hostServerOid);
  if (there.length === 0) return "unseen";
  const locations = there.map(({ location }) => location?.dataCenterLocationCode);
  return { location: locations.find((code) => code !== undefined) };
}

/** @param isCancelledFirst whether a replacement cancels the old server before it orders this one */
export function unseenHostWarning(hostServerOid: string, isCancelledFirst: boolean): string {
  const loss = isCancelledFirst
    ? " The server that it replaces is cancelled before that: set deleteBeforeReplace: false, which orders first, or make sure of the host."
    : "";
  return `hostServerOid is ${hostServerOid}, but no order of this account is on that host. Whether it exists, and is available to you, shows only in the "up": if the service refuses it, nothing is bought.${loss}`;
}

/** For the warning about a move. */
export const unseenTarget = (hostServerOid: string): string =>
  ` No order of this account is on host ${hostServerOid}: whether it exists, and is available to you, shows only in the "up". If the service refuses it, nothing is moved.`;
