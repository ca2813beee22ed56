import { SUBJECTS } from "./subjects.mjs";

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const [below, above] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return ((sorted[below] ?? 0) + (sorted[above] ?? 0)) / 2;
};

const OURS = "ours";
const FLOOR = "floor";

/** What this package is compared with. */
const OTHERS = SUBJECTS.map(({ name }) => name).filter((name) => name !== OURS);

/**
 * Compares in pairs: each repetition of one subject with the same repetition of another, run right before or after it.
 * What a subject that was not chosen would show is absent.
 *
 * @typedef {{ subject: string, count: number, repetition: number, phases: Awaited<ReturnType<typeof import("./phases.mjs").live>> }} Run
 * @param {readonly Run[]} runs
 */
export function summarise(runs) {
  const counts = [...new Set(runs.map(({ count }) => count))];
  return counts.flatMap((count) => {
    const ofCount = runs.filter((run) => run.count === count);
    return [...(ofCount[0]?.phases.keys() ?? [])].map((name) => {
      const of = (subject) => ofCount.filter((run) => run.subject === subject).map(({ phases }) => phases.get(name));
      const ours = of(OURS);
      return {
        servers: count,
        phase: name,
        ...costOf(ours, count),
        calls: Object.fromEntries(ours[0]?.calls ?? []),
        others: Object.fromEntries(
          OTHERS.map((subject) => [subject, of(subject)])
            .filter(([, them]) => them.length > 0)
            .map(([subject, them]) => [subject, { ...costOf(them, count), ...ratiosOf(ours, them) }]),
        ),
      };
    });
  });
}

const costOf = (runs, count) => ({
  cpuS: spread(runs.map(({ cpuS }) => cpuS)),
  wallS: spread(runs.map(({ wallS }) => wallS)),
  hostMiB: runs.length === 0 ? undefined : Math.max(...runs.map(({ hostMiB }) => hostMiB)),
  stateKiBPerServer: runs.length === 0 ? undefined : median(runs.map(({ stateBytes }) => stateBytes)) / 1024 / count,
});

const ratiosOf = (ours, others) => ({
  cpuRatio: spread(ours.map(({ cpuS }, index) => cpuS / others[index]?.cpuS)),
  wallRatio: spread(ours.map(({ wallS }, index) => wallS / others[index]?.wallS)),
});

const spread = (values) =>
  values.length === 0 ? undefined : { median: median(values), least: Math.min(...values), most: Math.max(...values) };

/** The summary as a table in Markdown, which is readable as it is. */
export function asTable(rows) {
  const compared = comparedIn(rows);
  const columns = [
    ["servers", ({ servers }) => String(servers)],
    ["command", ({ phase }) => phase],
    ["CPU s", ({ cpuS }) => middleOf(cpuS)],
    ...compared.map((subject) => [`CPU / ${subject}`, ({ others }) => ranged(others[subject]?.cpuRatio)]),
    ["wall s", ({ wallS }) => middleOf(wallS)],
    ["wall / floor", ({ others }) => ranged(others[FLOOR]?.wallRatio)],
    ["host MiB (floor)", (row) => `${rounded(row.hostMiB, 0)} (${rounded(row.others[FLOOR]?.hostMiB, 0)})`],
    [
      "state KiB / server (floor)",
      (row) => `${rounded(row.stateKiBPerServer, 1)} (${rounded(row.others[FLOOR]?.stateKiBPerServer, 1)})`,
    ],
    ["calls", ({ calls }) => listed(calls)],
  ];
  return drawn(columns, rows);
}

const comparedIn = (rows) => OTHERS.filter((subject) => rows.some(({ others }) => others[subject]));

function drawn(columns, rows) {
  const cells = [columns.map(([title]) => title), ...rows.map((row) => columns.map(([, cell]) => cell(row)))];
  const widths = columns.map((_, column) => Math.max(...cells.map((line) => line[column].length)));
  const line = (parts) => `| ${parts.map((part, column) => part.padEnd(widths[column])).join(" | ")} |`;
  const [head, ...body] = cells.map(line);
  return [head, `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...body].join("\n");
}

const listed = (calls) =>
  Object.entries(calls)
    .map(([call, times]) => `${call} ${times}`)
    .join(", ") || "none";

const rounded = (value, digits) => value?.toFixed(digits) ?? "–";

const middleOf = (values) => rounded(values?.median, 1);

const ranged = (values) =>
  values === undefined ? "–" : `${values.median.toFixed(2)} (${values.least.toFixed(2)}–${values.most.toFixed(2)})`;
