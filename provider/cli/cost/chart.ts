import { formatMonth } from "../terminal/format";
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
  const ticks = ticksUpTo(Math.max(...spending.perMonthUsd));
  const ceiling = ticks.at(-1) || 1;
  const y = (usd: number): number => round(plot.bottom - (usd / ceiling) * (plot.bottom - plot.top));
  const first = formatMonth(spending.months[0] ?? "");
  const last = formatMonth(spending.months.at(-1) ?? "");
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description" font-family="system-ui, sans-serif" font-size="12" fill="#222">`,
    `<title id="title">Cost of the RimuHosting account by month and stack</title>`,
    `<desc id="description">${escaped(describe(spending))}</desc>`,
    `<rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="${plot.left}" y="28" font-size="16" font-weight="bold">Cost by month, in USD</text>`,
    `<text x="${plot.left}" y="46" fill="#555">${first} to ${last}, which is not over; at the orders' present prices</text>`,
    ...gridLines(ticks, y),
    ...(ticks.length > 1 ? [] : [nothingYet]),
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

/** From 0 to a little above the highest bar, in three to five steps that are 1, 2 or 5 times a power of ten. Nothing but 0 if nothing was paid. */
function ticksUpTo(highest: number): number[] {
  if (highest <= 0) return [0];
  const power = 10 ** Math.floor(Math.log10(highest / 5));
  const step = [1, 2, 5].map((factor) => factor * power).find((one) => one >= highest / 5) ?? 10 * power;
  return Array.from({ length: Math.ceil(highest / step) + 1 }, (_, index) => Number((index * step).toPrecision(12)));
}

const nothingYet = `<text x="${(plot.left + plot.right) / 2}" y="${(plot.top + plot.bottom) / 2}" text-anchor="middle" fill="#555">Nothing worth a cent was paid for in these months.</text>`;

const gridLines = (ticks: readonly number[], y: (usd: number) => number): string[] =>
  ticks.flatMap((usd) => [
    `<line x1="${plot.left}" x2="${plot.right}" y1="${y(usd)}" y2="${y(usd)}" stroke="${usd === 0 ? "#222" : "#ddd"}"/>`,
    `<text x="${plot.left - 8}" y="${y(usd) + 4}" text-anchor="end">${usd}</text>`,
  ]);

function bars({ months, perMonthUsd }: Spending, series: readonly Series[], y: (usd: number) => number): string[] {
  const step = (plot.right - plot.left) / months.length;
  return months.flatMap((month, index) => {
    const x = round(plot.left + index * step + step * 0.15);
    const barWidth = round(step * 0.7);
    const isOver = index < months.length - 1;
    let below = 0;
    const parts = series.map(({ name, perMonthUsd: amounts }, number) => {
      const usd = amounts[index] ?? 0;
      const top = y(below + usd);
      const part = `<rect x="${x}" y="${top}" width="${barWidth}" height="${round(y(below) - top)}" fill="${colours[number]}"${isOver ? "" : unfinished}><title>${escaped(name)}, ${formatMonth(month)}: USD ${usd.toFixed(2)}</title></rect>`;
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
      `<text x="${middle}" y="${plot.bottom + 18}" text-anchor="middle">${formatMonth(month).slice(0, 3)}</text>`,
      ...(index === 0 || month.endsWith("-01")
        ? [`<text x="${middle}" y="${plot.bottom + 34}" text-anchor="middle" fill="#555">${month.slice(0, 4)}</text>`]
        : []),
      ...(isOver ? [] : [`<text x="${middle}" y="${plot.bottom + 34}" text-anchor="middle" fill="#555">so far</text>`]),
    ];
  });
}

/** The bar of the month that is not over looks different: pale, with a broken outline. */
const unfinished = ' fill-opacity="0.45" stroke="#222" stroke-dasharray="3 2"';

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
  months.map((month, index) => `${formatMonth(month)}: USD ${(perMonthUsd[index] ?? 0).toFixed(2)}`).join("; ");

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? "");

const round = (length: number): number => Math.round(length * 10) / 10;
