import { namesIn, nearest } from "../service/names";
import { shownText } from "../service/wire/messages";
import type { VpsArgument } from "./arguments";
import type { Arguments } from "./desired";
import { imageMeant } from "./images";

/** The arguments whose values the service lists, and what it calls the list. */
export const listedArguments = {
  distro: "distributions",
  dcLocation: "data centres",
  pricingPlanCode: "pricing plans",
  billingOid: "billing methods",
} as const satisfies Partial<Record<VpsArgument, string>>;
export type ListedArgument = keyof typeof listedArguments;

/** The arguments whose values the service has no list of, and what its documentation names. */
export const documentedArguments = {
  features: ["ssd", "nvme", "recentcpu"],
  controlPanel: ["webmin", "none"],
} as const satisfies Partial<Record<VpsArgument, readonly string[]>>;
export type DocumentedArgument = keyof typeof documentedArguments;

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
  const near =
    argument === "distro" ? imageMeant(value, listed) : (nearestCode(value, listed) ?? onlyContinuation(value, listed));
  const codes = [...new Set(listed)].sort();
  const all = codes.length === 0 || codes.length > maxShown ? "" : ` Available: ${codes.join(", ")}.`;
  // What does not look like a code may be a secret that was given to the wrong argument.
  const isCode = argument === "billingOid" ? /^[0-9]{1,10}$/ : /[a-z]/i;
  const isShown = isCode.test(value) && (argument === "billingOid" || shownText(value) === value);
  const shown = isShown || (near !== undefined && isShort(value)) ? `"${value}"` : "has a value that";
  const reason = `${shown} is not among the ${listedArguments[argument]} that the service offers now.${suggestion(near)}${all}`;
  return { argument, reason };
}

const suggestion = (near: string | undefined): string => (near === undefined ? "" : ` Did you mean "${near}"?`);

const isShort = (value: string): boolean => /^[\w .-]{1,20}$/.test(value);

/** A code with other digits is another plan, and no misspelling. */
function nearestCode(value: string, listed: readonly string[]): string | undefined {
  const digits = (code: string): string => code.replace(/\D/g, "");
  return nearest(
    value,
    listed.filter((code) => digits(code) === digits(value)),
  );
}

/** The beginning of a code means it, unless it is that of a number. */
function onlyContinuation(value: string, listed: readonly string[]): string | undefined {
  if (/^\d*$/.test(value)) return undefined;
  const [first, ...others] = listed.filter((code) => code.toLowerCase().startsWith(value.toLowerCase()));
  return others.length === 0 ? first : undefined;
}

/** What may be misspelt: an unknown feature makes an order fail, and a wrong control panel is corrected by a reinstall alone. */
export const undocumentedValues = (names: readonly DocumentedArgument[], desired: Arguments): string[] =>
  names.flatMap((argument) => {
    const known: readonly string[] = documentedArguments[argument];
    return (desired[argument] ?? "")
      .split(/\s+/)
      .filter((word) => word !== "" && !known.includes(word.toLowerCase()))
      .map(
        (word) =>
          `${argument} "${shownText(word)}" is not among those that the service documents (${known.join(", ")}), and it has no list to check it against.${suggestion(nearest(word, known))}`,
      );
  });
