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

const PROCESSES = ["engine", "program", "host"];

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
  byProcess:
    runs[0]?.byProcess &&
    Object.fromEntries(PROCESSES.map((name) => [name, median(runs.map(({ byProcess }) => byProcess[name]))])),
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
    ...(rows.some(({ byProcess }) => byProcess)
      ? [
          [
            "CPU s of engine, program, host (floor)",
            (row) => `${ofEach(row.byProcess)} (${ofEach(row.others[FLOOR]?.byProcess)})`,
          ],
        ]
      : []),
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

/** What each server adds to the CPU of each command: the difference to the fewest servers, a server. Constant if the work is. */
export function growthTable(rows) {
  const counts = [...new Set(rows.map(({ servers }) => servers))];
  const subjects = [OURS, ...comparedIn(rows)];
  const costAt = (phase, servers, subject) => {
    const row = rows.find((one) => one.phase === phase && one.servers === servers);
    return subject === OURS ? row?.cpuS?.median : row?.others[subject]?.cpuS?.median;
  };
  const [least, ...more] = counts;
  const added = (phase, servers, subject) =>
    ((costAt(phase, servers, subject) - costAt(phase, least, subject)) * 1000) / (servers - least);
  const columns = [
    ["command", ({ phase }) => phase],
    ["provider", ({ subject }) => subject],
    ...more.map((servers) => [
      `${servers} servers`,
      ({ phase, subject }) => rounded(added(phase, servers, subject), 1),
    ]),
  ];
  const phases = [...new Set(rows.map(({ phase }) => phase))];
  return drawn(
    columns,
    phases.flatMap((phase) => subjects.map((subject) => ({ phase, subject }))),
  );
}

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

const ofEach = (byProcess) => PROCESSES.map((name) => rounded(byProcess?.[name], 1)).join(", ");

const ranged = (values) =>
  values === undefined ? "–" : `${values.median.toFixed(2)} (${values.least.toFixed(2)}–${values.most.toFixed(2)})`;
