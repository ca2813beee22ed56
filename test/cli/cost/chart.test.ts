import { spendingChart } from "../../../provider/cli/cost/chart";
import type { Spending } from "../../../provider/cli/cost/spending";

const months = ["2025-12", ...Array.from({ length: 11 }, (_, index) => `2026-${String(index + 1).padStart(2, "0")}`)];

const spending = (perMonthUsd: readonly number[]): Spending => ({
  months,
  stacks: [{ stack: "shop/dev", activeOrders: 1, nowUsd: 10, perMonthUsd }],
  nowUsd: 10,
  perMonthUsd,
  leftOut: 0,
});

const chart = (perMonthUsd: readonly number[]): string => spendingChart(spending(perMonthUsd), (stack) => stack ?? "");
const ticksOf = (svg: string): string[] =>
  Array.from(svg.matchAll(/text-anchor="end">([^<]*)</g), ([, text = ""]) => text);
const upTo = (highest: number): number[] => months.map((_, index) => (highest * (index + 1)) / 12);

test.each([
  { highest: 17.46, ticks: ["0", "5", "10", "15", "20"] },
  { highest: 23, ticks: ["0", "5", "10", "15", "20", "25"] },
  { highest: 400, ticks: ["0", "100", "200", "300", "400"] },
  { highest: 0.9, ticks: ["0", "0.2", "0.4", "0.6", "0.8", "1"] },
])("the axis up to USD $highest has round ticks", ({ highest, ticks }) => {
  expect(ticksOf(chart(upTo(highest)))).toEqual(ticks);
});

test("months are written as people write them, and the one that is not over is marked", () => {
  const svg = chart(upTo(20));
  expect(svg).toContain("Dec 2025 to Nov 2026, which is not over");
  expect(svg).not.toMatch(/\d\d\/\d\d|2026-\d\d/);
  expect(svg.match(/stroke-dasharray[^>]*><title>[^<]*/g)).toEqual([
    expect.stringContaining("shop/dev, Nov 2026: USD 20.00"),
  ]);
  expect(svg.match(/>so far</g)).toHaveLength(1);
});

test("an account that has paid for nothing has no axis", () => {
  const svg = chart(months.map(() => 0));
  expect(ticksOf(svg)).toEqual(["0"]);
  expect(svg).toContain("Nothing worth a cent was paid for in these months.");
});
