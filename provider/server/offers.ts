import { Unknown } from "../pulumi/properties";
import type { QuoteResult } from "../purchase/limits";
import { namesIn, nearest } from "../service/names";
import { priceChange, shownText } from "../service/wire/messages";
import type { Money } from "../service/wire/values";
import { type VpsArgument, vpsArguments } from "./arguments";
import { type Arguments, type Program, resolvedPart } from "./program";
import { unknownPrices, type VpsSizes } from "./request";

/** What a run has to ask the service about one server. */
export interface Question {
  /** Listed arguments whose value is new and known. */
  readonly listed: readonly ListedArgument[];
  /** The same of those that the service only documents, so that nothing is asked. */
  readonly documented: readonly DocumentedArgument[];
  /** Whose price is asked for: that of a new server, or of one with these sizes instead of its own. */
  readonly priced: "purchase" | VpsSizes | undefined;
  /** What the order costs that is changed. */
  readonly before?: Money | undefined;
}

/** For a server that is still to be ordered, everything is new. */
export function questionOfPurchase(program: Program): Question {
  const known = vpsArguments.filter((name) => program[name] !== undefined && !(program[name] instanceof Unknown));
  return questionAbout(known, "purchase");
}

/**
 * @param changed values that have not changed are not checked again: an image that is no longer listed must not get in the way of the server
 * that runs it
 */
export const questionAbout = (
  changed: readonly VpsArgument[],
  priced: Question["priced"],
  before?: Money,
): Question => ({
  listed: namesIn(listedArguments).filter((argument) => changed.includes(argument)),
  documented: namesIn(documentedArguments).filter((argument) => changed.includes(argument)),
  priced,
  before,
});

/** The service's answers. */
export interface ServiceOffer {
  readonly offers: Offers;
  /** Absent where no price was requested. */
  readonly quoted: QuoteResult | undefined;
}

/** What is judged of an order or a change by what the service offers. */
interface OfferJudgement {
  /** What would make the order or the change fail. */
  readonly refused: readonly string[];
  readonly warnings: readonly string[];
  /** The price, for the resource's line, or why there is none. */
  readonly cost: string | undefined;
}

/** Judges an order or a change by what the service offers. */
export function judgeOffer(program: Program, question: Question, { offers, quoted }: ServiceOffer): OfferJudgement {
  const { refused, warnings, cost } = judgePrice(question, program, quoted);
  const resolved = resolvedPart(program);
  const found = unlisted(Object.fromEntries(question.listed.map((name) => [name, resolved[name]])), offers);
  return {
    // The lists already name the value that the quote objects to.
    refused: found.length > 0 ? found : refused,
    warnings: [...unreadLists(offers), ...undocumentedValues(question.documented, resolved), ...warnings],
    cost,
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
type Offers = { readonly [Name in ListedArgument]?: readonly string[] | { readonly why: string } };

/** A longer list would hide more than it shows. */
const maxShown = 12;

/** What could not be checked, because the list could not be read. */
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
    // The service takes a location in any case.
    const inOneCase = (code: string): string => (argument === "dcLocation" ? code.toUpperCase() : code);
    const isOffered = offered.some((code) => inOneCase(code) === inOneCase(String(value)));
    return isOffered ? [] : [missing(argument, String(value), offered)];
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

/**
 * What the price says, or that there is none. A bad request must be fixed in the program; for a resize it may be about what the order has
 * already, so there the `up` decides. Otherwise a missing price stops nothing, unless there is a limit.
 */
function judgePrice({ priced, before }: Question, program: Program, quoted: QuoteResult | undefined): OfferJudgement {
  const nothing = { refused: [], warnings: [], cost: undefined };
  if (priced === undefined) return nothing;
  if (quoted === undefined)
    return { ...nothing, cost: `price not known yet (depends on ${unknownPrices(program).join(", ")})` };
  if (quoted.kind === "price")
    return {
      ...nothing,
      warnings: isAboutBilling(quoted.message)
        ? [
            `The account has no billing information, so an order will most likely fail. The service says: ${quoted.message}`,
          ]
        : [],
      cost: priceChange(before, quoted.monthlyCost),
    };
  const { refusal } = quoted;
  const about = refusal?.fieldName === undefined ? "" : ` (${refusal.fieldName})`;
  const isRefused = priced === "purchase" && refusal !== undefined && !isAboutBilling(refusal.words);
  return {
    refused: isRefused ? [`The service would refuse this order${about}: ${refusal.words}`] : [],
    warnings: isRefused ? [] : [`The price could not be determined: ${quoted.why}`],
    cost: "price not known",
  };
}

const isAboutBilling = (words: string | undefined): boolean => /billing information/i.test(words ?? "");
