import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { failureOf, stackOption } from "../account/account";
import {
  type AccountOrder,
  cents,
  formatTotals,
  mapConcurrently,
  monthlyUsd,
  totalsOf,
} from "../account/account-orders";
import { type Command, type CommandContext, type Given, textOf, textsOf } from "../command/command";
import { errorCodeOf, exitCodes, messageOf, StackError, UsageError } from "../command/errors";
import { counted, formatAge, formatDay, formatMoney } from "../terminal/format";
import { type Page, table, wrapped } from "../terminal/page";
import { type Findings, findStrays, readSavedState, type SavedState, type Stray, type Why } from "./find-strays";
import { type AccountSearch, searchAccounts } from "./search-accounts";

export const strays: Command = {
  name: "strays",
  summary: "Finds orders that a stack bought, that are billed, and that its state does not hold.",
  words: "[STATE...]",
  about: [
    'A STATE is a file with the output of "pulumi stack export", or "-" for the standard input. Without one, the stack selected in this ' +
      "folder is exported. Give the states of all stacks between which servers were moved: what one of them holds is no stray.",
    `Ends with ${exitCodes.found} if there are any, so that a nightly job fails, and with ${exitCodes.incomplete} if there are none but it could not look into every account that ` +
      'the stack has used, or a purchase got no answer and its order is not found. A "pulumi destroy" that kept servers on purpose leaves strays too: name their orders with --except.',
    "An export holds the settings of explicit providers encrypted. In the program's folder they are read; in a file only if it was written with " +
      '"pulumi stack export --show-secrets", which shows every secret of the stack: delete it afterwards.',
  ],
  options: {
    except: {
      type: "string",
      multiple: true,
      value: "ORDER",
      example: "2853299702",
      meaning: "order that is kept on purpose; may be repeated",
    },
    ...stackOption,
  },
  run: async (given, context) => {
    const states = await readStates(given, context);
    const empty = states.find(({ stack }) => stack === undefined);
    if (empty !== undefined)
      throw new StackError(
        `${empty.source} holds no resources at all, so it cannot tell which orders are its stack's. If the state was lost, ` +
          '"pulumi-rimuhosting orders" shows which orders the stack has bought.',
      );
    const excepted = new Set(textsOf(given, "except").map(orderNumber));
    const search = await searchAccounts(given, context, states);
    const { notLookedAt, notes, nowMs } = search;
    const found = findStrays(await readAgain(search, states, excepted), states);
    const findings = { ...found, strays: found.strays.filter(({ info }) => !excepted.has(info.orderOid)), notLookedAt };
    return {
      code: exitCodeFor(findings),
      notes,
      json: jsonOf(findings, nowMs),
      text: (page) => straysText(page, findings, states, nowMs),
    };
  },
};

/** A list may be behind on cancellations, so each order to be reported is read by itself first. One that cannot be read counts as listed. */
async function readAgain(
  { orders, reread }: AccountSearch,
  states: readonly SavedState[],
  excepted: ReadonlySet<number>,
): Promise<AccountOrder[]> {
  const { strays: found, awaited } = findStrays(orders, states);
  const reported = new Set([...found, ...awaited].map(({ info }) => info.orderOid).filter((one) => !excepted.has(one)));
  return mapConcurrently(orders, async (order) =>
    reported.has(order.info.orderOid) ? ((await reread(order.info.orderOid)) ?? order) : order,
  );
}

/** What was found, and what could not be searched. */
interface Report extends Findings {
  readonly notLookedAt: readonly string[];
}

/** There is no all-clear unless everything was searched. */
function exitCodeFor(report: Report): number {
  if (report.strays.length > 0) return exitCodes.found;
  return isSure(report) ? exitCodes.done : exitCodes.incomplete;
}

const isSure = ({ notLookedAt, notFound }: Report): boolean => notLookedAt.length === 0 && notFound.length === 0;

function orderNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--except must be the number of an order, but is "${text}".`);
  return Number(text);
}

async function readStates(given: Given, context: CommandContext): Promise<SavedState[]> {
  if (given.words.length === 0) return [await exportedHere(given, context)];
  return Promise.all(
    given.words.map(async (word) =>
      word === "-"
        ? readSavedState(await textFrom(context.stdin), "the standard input")
        : readSavedState(textOfFile(resolve(context.folder, word)), word),
    ),
  );
}

/** Asks for the secrets only if the stack has explicit providers, whose accounts are to be searched too. */
async function exportedHere(given: Given, context: CommandContext): Promise<SavedState> {
  const state = await exportedWith(given, context, []);
  return state.accounts === "encrypted" ? exportedWith(given, context, ["--show-secrets"]) : state;
}

async function exportedWith(given: Given, { pulumi }: CommandContext, options: readonly string[]): Promise<SavedState> {
  const stack = textOf(given, "stack");
  const result = await pulumi(["stack", "export", ...options, ...(stack === undefined ? [] : ["--stack", stack])]);
  const reason = failureOf(result);
  if (reason !== undefined)
    throw new StackError(
      `The stack of this folder could not be exported (${reason}). Give a file with the output of "pulumi stack export".`,
    );
  return readSavedState(result.stdout, "the export of this folder's stack");
}

function textOfFile(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read (${errorCodeOf(error) ?? messageOf(error)}).`);
  }
}

async function textFrom(input: AsyncIterable<string | Uint8Array>): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of input) parts.push(Buffer.from(part));
  return Buffer.concat(parts).toString("utf8");
}

const whatItIs: Readonly<Record<Why, string>> = {
  interrupted: "bought by an interrupted run",
  "given-away": "once in this state, then given away",
  "other-ledger": "bought under another ledger",
};

const whatToDo: Readonly<Record<Why, string>> = {
  interrupted:
    'Bought by an interrupted run: run "pulumi up". A server in the program that asks for exactly the same adopts the order, and nothing is ' +
    'bought. If the program no longer declares it, adopt it with the option import: "its number", or cancel it in the control panel.',
  "given-away":
    "Once in this state, then given away: it left the state by state delete, state move or retainOnDelete. If another stack holds it, give that stack's export too. " +
    'If nobody does, adopt it again with the option import: "its number", cancel it in the control panel, or name it with --except.',
  "other-ledger":
    "Bought under another ledger: the stack's state was lost and made anew, or another copy of this stack exists. First find out whose it is; docs/import.md says how to adopt it " +
    "after a lost state.",
};

function straysText(page: Page, report: Report, states: readonly SavedState[], nowMs: number): string {
  const { strays: found, awaited, ending, notFound, others, notLookedAt } = report;
  const stacks = states.map(({ stack }) => stack).join(", ");
  const sections = [
    found.length > 0
      ? straysTable(page, found, stacks, nowMs)
      : isSure(report)
        ? page.paint("green", allClear(stacks, ending))
        : "No strays were found.",
    ...(notLookedAt.length === 0 ? [] : [notLookedAtText(page, notLookedAt)]),
    ...(notFound.length === 0 ? [] : [notFoundText(page, notFound)]),
    ...(ending.length === 0 ? [] : [endingText(page, ending)]),
    ...(awaited.length === 0
      ? []
      : [
          `${counted(awaited.length, "further order")} of a purchase that got no answer (${awaited.map(({ info }) => info.orderOid).join(", ")}): the next "pulumi up" or "pulumi refresh" adds it to the state.`,
        ]),
    ...(others.length === 0 ? [] : [othersLine(others)]),
  ];
  return sections.join("\n\n");
}

const allClear = (stacks: string, ending: Findings["ending"]): string =>
  `No strays: every active order that ${stacks} bought is in its state${ending.length === 0 ? "" : " or cancelled already"}.`;

const notLookedAtText = (page: Page, why: readonly string[]): string =>
  [
    page.paint("yellow", "Could not look everywhere: orders that nobody uses may be billed all the same."),
    ...why.flatMap((sentence) => wrapped(`- ${sentence}`, page.width)),
  ].join("\n");

function notFoundText(page: Page, notFound: Findings["notFound"]): string {
  const title = `No order was found for ${counted(notFound.length, "purchase")} that got no answer, yet one may exist and be billed:`;
  const entries = notFound.map(
    ({ resource, stack, since }) =>
      `"${resource}" of ${stack}${since === undefined ? "" : `, tried on ${formatDay(since)}`}`,
  );
  const advice = 'Run "pulumi refresh" or "pulumi up": the order is looked up by its tag before anything is bought.';
  return [
    page.paint("yellow", wrapped(title, page.width).join("\n")),
    ...entries.flatMap((entry) => wrapped(`- ${entry}`, page.width)),
    ...wrapped(advice, page.width),
  ].join("\n");
}

function endingText(page: Page, ending: Findings["ending"]): string {
  const listed = ending
    .map(({ info }) => `order ${info.orderOid} (ends ${formatDay(info.cancellationDate)})`)
    .join(", ");
  return wrapped(`In no given state, but cancelled already: ${listed}.`, page.width).join("\n");
}

function straysTable(page: Page, found: readonly Stray[], stacks: string, nowMs: number): string {
  const rows = found.map(({ info, resource, why }) => [
    String(info.orderOid),
    info.domainName ?? "-",
    resource ?? "-",
    info.orderDate === undefined ? "-" : formatAge(nowMs - Date.parse(info.orderDate)),
    info.monthlyCost === undefined ? "-" : formatMoney(info.monthlyCost),
    whatItIs[why],
  ]);
  const columns = [
    { title: "ORDER" },
    { title: "DOMAIN", ifTooLong: "cut" },
    { title: "RESOURCE", ifTooLong: "cut" },
    { title: "AGE" },
    { title: "MONTHLY", align: "right" },
    { title: "WHY", ifTooLong: "wrap" },
  ] as const;
  const reasons = [...new Set(found.map(({ why }) => why))];
  const title = `${counted(found.length, "order")} that ${stacks} bought and no given state holds, ${formatTotals(totalsOf(found))} a month:`;
  return [
    page.paint("yellow", wrapped(title, page.width).join("\n")),
    "",
    table(page, columns, rows),
    ...reasons.flatMap((why) => ["", ...wrapped(whatToDo[why], page.width)]),
  ].join("\n");
}

function othersLine(others: Findings["others"]): string {
  const counts = new Map<string, number>();
  for (const { stack = "?" } of others) counts.set(stack, (counts.get(stack) ?? 0) + 1);
  const listed = [...counts].map(([stack, count]) => `${stack} (${count})`).join(", ");
  return `Not judged, because their state was not given: orders of ${listed}.`;
}

const jsonOf = ({ strays: found, awaited, ending, notFound, others, notLookedAt }: Report, nowMs: number): unknown => ({
  strays: found.map(({ info, stack, resource, why, order, tags }) => ({
    ...info,
    stack,
    resource,
    why,
    ageDays: info.orderDate === undefined ? undefined : Math.floor((nowMs - Date.parse(info.orderDate)) / 86_400_000),
    monthlyUsd: cents(monthlyUsd({ info, order, stack, resource, tags }) ?? 0),
    whatToDo: whatToDo[why],
  })),
  awaited: awaited.map(({ info, stack, resource }) => ({ ...info, stack, resource })),
  ending: ending.map(({ info, stack, resource }) => ({ ...info, stack, resource })),
  notFound: notFound.map(({ stack, resource, since }) => ({ stack, resource, since })),
  notLookedAt,
  notJudged: others.map(({ info, stack, resource }) => ({ ...info, stack, resource })),
});
