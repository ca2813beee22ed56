const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const [below, above] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return ((sorted[below] ?? 0) + (sorted[above] ?? 0)) / 2;
};

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
      const [ours, floor, usual] = [of("ours"), of("floor"), of("usual way")];
      const ratios = (others, measure) =>
        others.length === 0 ? [] : ours.map((one, index) => measure(one) / measure(others[index]));
      const cpu = ({ cpuS }) => cpuS;
      const wall = ({ wallS }) => wallS;
      const hostMiB = (them) => (them.length === 0 ? undefined : Math.max(...them.map((one) => one.hostMiB)));
      const stateKiB = (them) =>
        them.length === 0 ? undefined : median(them.map(({ stateBytes }) => stateBytes)) / 1024 / count;
      return {
        servers: count,
        phase: name,
        cpuS: spread(ours.map(cpu)),
        cpuToFloor: spread(ratios(floor, cpu)),
        wallS: spread(ours.map(wall)),
        wallToFloor: spread(ratios(floor, wall)),
        cpuToUsual: spread(ratios(usual, cpu)),
        hostMiB: hostMiB(ours),
        floorHostMiB: hostMiB(floor),
        stateKiBPerServer: stateKiB(ours),
        floorStateKiBPerServer: stateKiB(floor),
        calls: Object.fromEntries(ours[0]?.calls ?? []),
        callsOfUsual: Object.fromEntries(usual[0]?.calls ?? []),
      };
    });
  });
}

const spread = (values) =>
  values.length === 0 ? undefined : { median: median(values), least: Math.min(...values), most: Math.max(...values) };

/** The summary as a table in Markdown, which is readable as it is. */
export function asTable(rows) {
  const head = [
    "servers",
    "command",
    "CPU s",
    "CPU / floor",
    "wall s",
    "wall / floor",
    "CPU / usual way",
    "host MiB (floor)",
    "state KiB / server (floor)",
    "calls",
  ];
  const cells = rows.map((row) => [
    String(row.servers),
    row.phase,
    middleOf(row.cpuS),
    ranged(row.cpuToFloor),
    middleOf(row.wallS),
    ranged(row.wallToFloor),
    ranged(row.cpuToUsual),
    `${rounded(row.hostMiB, 0)} (${rounded(row.floorHostMiB, 0)})`,
    `${rounded(row.stateKiBPerServer, 1)} (${rounded(row.floorStateKiBPerServer, 1)})`,
    Object.entries(row.calls)
      .map(([call, times]) => `${call} ${times}`)
      .join(", ") || "none",
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column].length)));
  const line = (parts) => `| ${parts.map((part, column) => part.padEnd(widths[column])).join(" | ")} |`;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...cells.map(line)].join("\n");
}

const rounded = (value, digits) => value?.toFixed(digits) ?? "–";

const middleOf = (values) => rounded(values?.median, 1);

const ranged = (values) =>
  values === undefined ? "–" : `${values.median.toFixed(2)} (${values.least.toFixed(2)}–${values.most.toFixed(2)})`;
