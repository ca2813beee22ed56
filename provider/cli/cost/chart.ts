import type { Spending } from "./spending";

const width = 860;
const plot = { left: 70, right: 660, top: 60, bottom: 340 } as const;
const height = 400;

/** Distinguishable for the colour-blind, and in grey. */
const colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#f0e442", "#666666"] as const;

/** More stacks than this would be no chart: the smallest ones share a colour. */
const mostSeries = colours.length;

interface Series {
  readonly name: string;
  readonly perMonthUsd: readonly number[];
}

/** The twelve months as bars, one part for each stack: an SVG that needs nothing but itself. */
export function spendingChart(spending: Spending, nameOf: (stack: string | undefined) => string): string {
  const series = seriesOf(spending, nameOf);
  const ceiling = niceCeiling(Math.max(...spending.perMonthUsd, 1));
  const y = (usd: number): number => round(plot.bottom - (usd / ceiling) * (plot.bottom - plot.top));
  const first = spending.months[0] ?? "";
  const last = spending.months.at(-1) ?? "";
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="12" fill="#222">`,
    `<title id="title">Cost of the RimuHosting account by month and stack</title>`,
    `<desc id="description">${escaped(describe(spending))}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${plot.left}" y="28" font-size="16" font-weight="bold">Cost by month, in USD</text>`,
    `<text x="${plot.left}" y="46" fill="#555">${first} to ${last} (so far), at the orders' present prices</text>`,
    ...gridLines(ceiling, y),
    ...bars(spending, series, y),
    ...legend(series),
    "</svg>",
    "",
  ].join("\n");
}

function seriesOf({ stacks }: Spending, nameOf: (stack: string | undefined) => string): Series[] {
  const named = stacks.map(({ stack, perMonthUsd }) => ({ name: nameOf(stack), perMonthUsd }));
  if (named.length <= mostSeries) return named;
  const rest = named.slice(mostSeries - 1);
  const together = (rest[0]?.perMonthUsd ?? []).map((_, month) =>
    rest.reduce((sum, { perMonthUsd }) => sum + (perMonthUsd[month] ?? 0), 0),
  );
  return [...named.slice(0, mostSeries - 1), { name: `${rest.length} others`, perMonthUsd: together }];
}

/** 1, 2 or 5 times a power of ten, a little above the highest bar. */
function niceCeiling(highest: number): number {
  const power = 10 ** Math.floor(Math.log10(highest));
  return [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= highest) ?? 10 * power;
}

function gridLines(ceiling: number, y: (usd: number) => number): string[] {
  return [0, 0.25, 0.5, 0.75, 1].flatMap((share) => {
    const usd = ceiling * share;
    return [
      `<line x1="${plot.left}" x2="${plot.right}" y1="${y(usd)}" y2="${y(usd)}" stroke="${share === 0 ? "#222" : "#ddd"}"/>`,
      `<text x="${plot.left - 8}" y="${y(usd) + 4}" text-anchor="end">${Number(usd.toFixed(2))}</text>`,
    ];
  });
}

function bars({ months, perMonthUsd }: Spending, series: readonly Series[], y: (usd: number) => number): string[] {
  const step = (plot.right - plot.left) / months.length;
  return months.flatMap((month, index) => {
    const x = round(plot.left + index * step + step * 0.15);
    const barWidth = round(step * 0.7);
    let below = 0;
    const parts = series.map(({ name, perMonthUsd: amounts }, number) => {
      const usd = amounts[index] ?? 0;
      const top = y(below + usd);
      const part = `<rect x="${x}" y="${top}" width="${barWidth}" height="${round(y(below) - top)}" fill="${colours[number]}"><title>${escaped(name)}, ${month}: USD ${usd.toFixed(2)}</title></rect>`;
      below += usd;
      return usd > 0 ? part : "";
    });
    const middle = round(x + barWidth / 2);
    const total = perMonthUsd[index] ?? 0;
    return [
      ...parts.filter((part) => part !== ""),
      ...(total > 0
        ? [`<text x="${middle}" y="${y(total) - 5}" text-anchor="middle">${Math.round(total)}</text>`]
        : []),
      `<text x="${middle}" y="${plot.bottom + 18}" text-anchor="middle">${month.slice(2).replace("-", "/")}</text>`,
    ];
  });
}

const legend = (series: readonly Series[]): string[] =>
  series.flatMap(({ name }, number) => {
    const top = plot.top + number * 22;
    const shown = [...name].length > 24 ? `${[...name].slice(0, 23).join("")}…` : name;
    return [
      `<rect x="${plot.right + 24}" y="${top}" width="12" height="12" fill="${colours[number]}"/>`,
      `<text x="${plot.right + 42}" y="${top + 10}">${escaped(shown)}</text>`,
    ];
  });

const describe = ({ months, perMonthUsd }: Spending): string =>
  months.map((month, index) => `${month}: USD ${(perMonthUsd[index] ?? 0).toFixed(2)}`).join("; ");

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? "");

const round = (length: number): number => Math.round(length * 10) / 10;
