import { namesIn, nearest } from "../service/names";
import { shownText } from "../service/wire/messages";
import type { VpsArgument } from "./arguments";
import { type Arguments, type Program, resolvedPart } from "./program";

/** What is said of new values by what the service offers. */
interface OfferJudgement {
  /** What would make an order or an install fail. */
  readonly refused: readonly string[];
  /** What could not be checked, because a list could not be read. */
  readonly unread: readonly string[];
  readonly warnings: readonly string[];
}

/** Those of which the service has a list: before a purchase or an install, the list is read. */
export const listedAmong = (names: readonly VpsArgument[]): ListedArgument[] =>
  namesIn(listedArguments).filter((argument) => names.includes(argument));

/**
 * Judges the values of a purchase, or of what an install is made for. Others are not checked again: an image that is no longer listed must
 * not get in the way of the server that runs it.
 */
export function judgeOffers(names: readonly VpsArgument[], program: Program, offers: Offers): OfferJudgement {
  const resolved = resolvedPart(program);
  const documented = namesIn(documentedArguments).filter((argument) => names.includes(argument));
  return {
    refused: unlisted(Object.fromEntries(listedAmong(names).map((name) => [name, resolved[name]])), offers),
    unread: unreadLists(offers),
    warnings: undocumentedValues(documented, resolved),
  };
}

/** The arguments whose values the service lists, and what it calls the list. */
const listedArguments = {
  distro: "distributions",
  dcLocation: "data centres",
  pricingPlanCode: "pricing plans",
  billingOid: "billing methods",
} as const satisfies Partial<Record<VpsArgument, string>>;
export type ListedArgument = keyof typeof listedArguments;

/** The arguments whose values the service has no list of, and what its documentation names. */
const documentedArguments = {
  features: ["ssd", "nvme", "recentcpu"],
  controlPanel: ["webmin", "none"],
} as const satisfies Partial<Record<VpsArgument, readonly string[]>>;
type DocumentedArgument = keyof typeof documentedArguments;

/** The codes that the service offers at present, or why its list could not be read; absent where the list was not requested. */
export type Offers = { readonly [Name in ListedArgument]?: readonly string[] | { readonly why: string } };

/** A longer list would hide more than it shows. */
const maxShown = 12;

const unreadLists = (offers: Offers): string[] =>
  namesIn(listedArguments).flatMap((argument) => {
    const offered = offers[argument];
    return offered === undefined || !("why" in offered)
      ? []
      : [`The list of ${listedArguments[argument]} could not be read, so ${argument} is not checked: ${offered.why}`];
  });

/** Checks the known values of the arguments against what the service offers. */
const unlisted = (program: Partial<Record<ListedArgument, unknown>>, offers: Offers): string[] =>
  namesIn(listedArguments).flatMap((argument) => {
    const [offered, value] = [offers[argument], program[argument]];
    if (value === undefined || offered === undefined || "why" in offered) return [];
    // The service takes a location in any case; of images, that is not known.
    const inOneCase = (code: string): string => (argument === "dcLocation" ? code.toUpperCase() : code);
    return offered.some((code) => inOneCase(code) === inOneCase(String(value)))
      ? []
      : [missing(argument, String(value), offered)];
  });

function missing(argument: ListedArgument, value: string, listed: readonly string[]): string {
  const near =
    (argument === "distro" ? imageMeant(value, listed) : undefined) ??
    nearestCode(value, listed) ??
    onlyContinuation(value, listed);
  const codes = [...new Set(listed)].sort();
  const all = codes.length === 0 || codes.length > maxShown ? "" : ` Available: ${codes.join(", ")}.`;
  // What does not look like a code may be a secret that was given to the wrong argument.
  const isCode = argument === "billingOid" ? /^[0-9]{1,10}$/ : /[a-z]/i;
  const isShown = isCode.test(value) && (argument === "billingOid" || shownText(value) === value);
  const shown = isShown || (near !== undefined && isShort(value)) ? `"${value}"` : "has a value that";
  return `${argument} ${shown} is not among the ${listedArguments[argument]} that the service offers now.${suggestion(near)}${all}`;
}

const suggestion = (near: string | undefined): string => (near === undefined ? "" : ` Did you mean "${near}"?`);

const isShort = (value: string): boolean => /^[\w .-]{1,20}$/.test(value);

/** The code that other hosts' name for an image means, such as `debian-12` or `Ubuntu 24.04 LTS`: the same letters at its beginning, the same digits. */
function imageMeant(word: string, codes: readonly string[]): string | undefined {
  const meant = partsOf(word);
  return codes.find((code) => {
    const { letters, digits } = partsOf(code);
    return meant.letters.startsWith(letters) && meant.digits === digits;
  });
}

function partsOf(image: string): { readonly letters: string; readonly digits: string } {
  const plain = image.toLowerCase().replace(/[\s._-]*(?:x|amd)?64$/, "");
  return { letters: plain.replace(/[^a-z]/g, ""), digits: plain.replace(/\D/g, "") };
}

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

/** What may be misspelt: no host has an unknown feature, which a replacement finds out too late, and only a reinstall corrects a control panel. */
const undocumentedValues = (names: readonly DocumentedArgument[], program: Arguments): string[] =>
  names.flatMap((argument) => {
    const known: readonly string[] = documentedArguments[argument];
    return (program[argument] ?? "")
      .split(/\s+/)
      .filter((word) => word !== "" && !known.includes(word.toLowerCase()))
      .map(
        (word) =>
          `${argument} "${shownText(word)}" isn't one that the service documents (${known.join(", ")}), and there is no list to check it against.${suggestion(nearest(word, known))}`,
      );
  });
