import { PHASES } from "./phases.mjs";

const median = (values) => {
  const sorted = [...values].sort((a, b) => a - b);
  const [below, above] = [Math.floor((sorted.length - 1) / 2), Math.ceil((sorted.length - 1) / 2)];
  return ((sorted[below] ?? 0) + (sorted[above] ?? 0)) / 2;
};

/**
 * Compares in pairs: each repetition of one subject with the same repetition of another, run right before or after it.
 *
 * @typedef {{ subject: string, count: number, repetition: number, phases: Awaited<ReturnType<typeof import("./phases.mjs").live>> }} Run
 * @param {readonly Run[]} runs
 */
export function summarise(runs) {
  const counts = [...new Set(runs.map(({ count }) => count))];
  return counts.flatMap((count) =>
    PHASES.map(({ name }) => {
      const of = (subject) =>
        runs.filter((run) => run.count === count && run.subject === subject).map(({ phases }) => phases.get(name));
      const [ours, floor, usual] = [of("ours"), of("floor"), of("usual way")];
      const ratios = (others, measure) => ours.map((one, index) => measure(one) / measure(others[index]));
      const cpu = ({ cpuS }) => cpuS;
      const wall = ({ wallS }) => wallS;
      return {
        servers: count,
        phase: name,
        cpuS: spread(ours.map(cpu)),
        cpuToFloor: spread(ratios(floor, cpu)),
        wallS: spread(ours.map(wall)),
        wallToFloor: spread(ratios(floor, wall)),
        cpuToUsual: spread(ratios(usual, cpu)),
        hostMiB: Math.max(...ours.map(({ hostMiB }) => hostMiB)),
        floorHostMiB: Math.max(...floor.map(({ hostMiB }) => hostMiB)),
        stateKiBPerServer: median(ours.map(({ stateBytes }) => stateBytes)) / 1024 / count,
        calls: Object.fromEntries(ours[0]?.calls ?? []),
        callsOfUsual: Object.fromEntries(usual[0]?.calls ?? []),
      };
    }),
  );
}

const spread = (values) => ({ median: median(values), least: Math.min(...values), most: Math.max(...values) });

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
    "calls",
  ];
  const cells = rows.map((row) => [
    String(row.servers),
    row.phase,
    row.cpuS.median.toFixed(1),
    ranged(row.cpuToFloor),
    row.wallS.median.toFixed(1),
    ranged(row.wallToFloor),
    ranged(row.cpuToUsual),
    `${row.hostMiB.toFixed(0)} (${row.floorHostMiB.toFixed(0)})`,
    Object.entries(row.calls)
      .map(([call, times]) => `${call} ${times}`)
      .join(", ") || "none",
  ]);
  const widths = head.map((title, column) => Math.max(title.length, ...cells.map((line) => line[column].length)));
  const line = (parts) => `| ${parts.map((part, column) => part.padEnd(widths[column])).join(" | ")} |`;
  return [line(head), `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`, ...cells.map(line)].join("\n");
}

const ranged = ({ median: middle, least, most }) => `${middle.toFixed(2)} (${least.toFixed(2)}–${most.toFixed(2)})`;
