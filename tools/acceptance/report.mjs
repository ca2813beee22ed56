import { QUESTIONS } from "./questions.mjs";

/**
 * What the run did and learnt. It names no key, no password, no address and no order.
 *
 * @param {{ startedMs: number, quotesUsd: number[] | undefined, limitUsd: number, steps: { name: string, seconds: number, outcome: string }[], ending: string, evidence: import("./questions.mjs").Evidence }} run
 */
export function reportText({ startedMs, quotesUsd, limitUsd, steps, ending, evidence }) {
  const answers = QUESTIONS.map((question) => ({ ...question, told: question.answer(evidence) }));
  const told = answers.filter((one) => one.told !== undefined);
  const untold = answers.filter((one) => one.told === undefined);
  return [
    "# Acceptance report",
    "",
    `Run on ${new Date(startedMs).toISOString().slice(0, 10)}. ${priceText(quotesUsd, limitUsd)} ${ending}`,
    "",
    "## Steps",
    "",
    table(
      ["step", "seconds", "outcome"],
      steps.map(({ name, seconds, outcome }) => [name, seconds.toFixed(0), outcome]),
    ),
    "",
    `## What this run shows (${told.length} of ${answers.length} open points)`,
    "",
    table(
      ["about", "question", "answer"],
      told.map((one) => [one.topic, one.question, one.told]),
    ),
    "",
    "## What it cannot show",
    "",
    table(
      ["about", "question", "why"],
      untold.map((one) => [one.topic, one.question, one.otherwise]),
    ),
    "",
    "## Shapes of the answers",
    "",
    table(["call", "statuses", "root", "fields"], shapes(evidence.exchanges)),
    "",
  ].join("\n");
}

const priceText = (quotes, limitUsd) =>
  quotes === undefined
    ? "No price was learnt."
    : `Quoted: USD ${quotes[0]} a month, then USD ${quotes[1]}; the limit was USD ${limitUsd}.`;

const table = (head, rows) =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(inCell).join(" | ")} |`).join("\n");

const inCell = (text) => String(text).replaceAll("|", "\\|").replaceAll("\n", " ");

/** For each call, the names that its answers used: none of the values. */
function shapes(exchanges) {
  const calls = Map.groupBy(exchanges, ({ method, path }) => `${method} ${withoutValues(path)}`);
  return [...calls].map(([call, made]) => [
    call,
    unique(made.map(({ status }) => status)),
    unique(made.flatMap(({ answer }) => Object.keys(answer ?? {}))),
    unique(made.flatMap(({ answer }) => Object.keys(Object.values(answer ?? {})[0] ?? {}))),
  ]);
}

const withoutValues = (path) => path.replace(/order-\d+-[^/;]*/, "order-…").replace(/;.*$/, "");

const unique = (list) => [...new Set(list)].join(", ");
