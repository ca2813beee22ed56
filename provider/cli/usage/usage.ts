import { ServiceError } from "../../service/errors";
import type { DataTransferUsage } from "../../service/wire/server";
import { openAccount, stackOption } from "../account/account";
import {
  type AccountOrder,
  mapConcurrently,
  readOrders,
  selectionOptions,
  selectOrders,
} from "../account/account-orders";
import type { Command } from "../command/command";
import { exitCodeOf, exitCodes } from "../command/errors";
import { counted } from "../terminal/format";
import { type Page, table } from "../terminal/page";

/** The traffic of one order. */
interface Usage extends Traffic {
  readonly order: AccountOrder;
  readonly allowanceGb: number | undefined;
  /** The service's own fields; absent if it could not be asked. */
  readonly raw?: DataTransferUsage;
  readonly failure?: ServiceError;
}

export const usage: Command = {
  name: "usage",
  summary: "Shows the traffic of each server this month and last, against its allowance.",
  words: "[ORDER...]",
  about: [
    "The servers of a data centre share their allowances, so what counts is the second table. Incoming and outgoing traffic both count.",
    "The service counts on request, which takes a few seconds for each server. It does not document its fields: " +
      '"-" means that they could not be understood, and --json shows them as they are.',
  ],
  options: { ...selectionOptions, ...stackOption },
  run: async (given, context) => {
    const { client, notes } = await openAccount(given, context);
    const active = await readOrders(client, "active");
    const chosen = (await selectOrders(given, active, client)).filter(
      ({ info }) => info.isActive && info.serverType !== "PHYSICAL",
    );
    const usages = await mapConcurrently(chosen, async (order): Promise<Usage> => {
      const allowanceGb = order.info.dataTransferAllowanceGb;
      try {
        const { usage: raw } = await client.dataTransferUsage(order.order);
        return { order, allowanceGb, raw, ...trafficIn(raw) };
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return { order, allowanceGb, failure: error, thisMonthGb: undefined, lastMonthGb: undefined };
      }
    });
    const failed = usages.flatMap(({ failure }) => failure ?? []);
    const [first] = failed;
    if (first !== undefined && failed.length === usages.length) throw first;
    return {
      code: first === undefined ? exitCodes.done : exitCodeOf(first),
      notes: [...notes, ...failed.map(({ message }) => message)],
      json: usages.map(({ order, failure, ...rest }) => ({
        orderOid: order.info.orderOid,
        domainName: order.info.domainName,
        dcLocation: order.info.dcLocation,
        ...rest,
        ...(failure === undefined ? {} : { failure: failure.message }),
      })),
      text: (page) => usageText(page, usages),
    };
  },
};

function usageText(page: Page, usages: readonly Usage[]): string {
  if (usages.length === 0) return "No active VPS.";
  const rows = usages.map((usage) => [
    String(usage.order.info.orderOid),
    usage.order.info.domainName ?? "-",
    formatGb(usage.lastMonthGb),
    ...measured(usage),
  ]);
  const pools = poolsOf(usages);
  const poolRows = pools.map((pool) => [
    pool.location,
    counted(pool.servers, "server"),
    formatGb(pool.lastMonthGb),
    ...measured(pool),
  ]);
  const columns = [
    { title: "ORDER" },
    { title: "DOMAIN", ifTooLong: "cut" },
    { title: "LAST MONTH", align: "right" },
    { title: "THIS MONTH", align: "right" },
    { title: "ALLOWANCE", align: "right" },
    { title: "USED" },
  ] as const;
  const painted = (all: readonly Measure[]) => (text: string, column: number, row: number) =>
    column === 5 && usedShare(all[row]) > 0.8 ? page.paint("red", text) : text;
  const pooled = [{ title: "LOCATION" }, { title: "SERVERS" }, ...columns.slice(2)];
  return [table(page, columns, rows, painted(usages)), "", table(page, pooled, poolRows, painted(pools))].join("\n");
}

type Measure = Traffic & Pick<Usage, "allowanceGb">;

const measured = (measure: Measure): string[] => [
  formatGb(measure.thisMonthGb),
  measure.allowanceGb === undefined ? "-" : `${measure.allowanceGb} GB`,
  bar(measure),
];

const formatGb = (gb: number | undefined): string => (gb === undefined ? "-" : `${gb.toFixed(1)} GB`);

const usedShare = (measure: Measure | undefined): number =>
  measure?.thisMonthGb === undefined || !measure.allowanceGb ? 0 : measure.thisMonthGb / measure.allowanceGb;

const barLength = 20;

/** `█████░░░░░░░░░░░░░░░ 25%` */
function bar(measure: Measure): string {
  if (measure.thisMonthGb === undefined || !measure.allowanceGb) return "-";
  const share = usedShare(measure);
  const full = Math.min(barLength, Math.round(share * barLength));
  return `${"█".repeat(full)}${"░".repeat(barLength - full)} ${Math.round(share * 100)}%`;
}

interface Pool extends Measure {
  readonly location: string;
  readonly servers: number;
}

/** The servers of each data centre together. A sum is unknown if any part of it is. */
function poolsOf(usages: readonly Usage[]): Pool[] {
  const locations = [...new Set(usages.map(({ order }) => order.info.dcLocation ?? "-"))].sort();
  return locations.map((location) => {
    const own = usages.filter(({ order }) => (order.info.dcLocation ?? "-") === location);
    return {
      location,
      servers: own.length,
      thisMonthGb: sumOf(own.map(({ thisMonthGb }) => thisMonthGb)),
      lastMonthGb: sumOf(own.map(({ lastMonthGb }) => lastMonthGb)),
      allowanceGb: sumOf(own.map(({ allowanceGb }) => allowanceGb)),
    };
  });
}

const sumOf = (amounts: readonly (number | undefined)[]): number | undefined =>
  amounts.reduce<number | undefined>(
    (sum, amount) => (sum === undefined || amount === undefined ? undefined : sum + amount),
    0,
  );

/** Traffic in GB, in and out together; `undefined` if the service's fields could not be understood. */
interface Traffic {
  readonly thisMonthGb: number | undefined;
  readonly lastMonthGb: number | undefined;
}

interface Leaf {
  readonly words: readonly string[];
  readonly amount: number;
}

/**
 * The service documents none of its fields about traffic, so their names are read as a person would: `current_month.gb_in`
 * is traffic of this month in GB. What is not clear counts as unknown.
 */
function trafficIn(usage: DataTransferUsage): Traffic {
  const leaves = leavesOf(usage, []);
  return {
    thisMonthGb: totalGb(leaves.filter(({ words }) => hasOne(words, ["current", "this"]))),
    lastMonthGb: totalGb(leaves.filter(({ words }) => hasOne(words, ["previous", "last", "prior"]))),
  };
}

function leavesOf(value: unknown, words: readonly string[]): Leaf[] {
  if (typeof value === "number") return [{ words, amount: value }];
  if (typeof value === "string" && /^\d+(\.\d+)?$/.test(value)) return [{ words, amount: Number(value) }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) =>
    leavesOf(part, [...words, ...name.toLowerCase().split(/[^a-z0-9]+/)]),
  );
}

const hasOne = (words: readonly string[], wanted: readonly string[]): boolean =>
  words.some((word) => wanted.includes(word));

const gbPer: Readonly<Record<string, number>> = {
  gb: 1,
  mb: 1 / 1024,
  kb: 1 / 1024 / 1024,
  bytes: 1 / 1024 / 1024 / 1024,
};

const incoming = ["in", "incoming", "inbound", "received", "rx", "download"];
const outgoing = ["out", "outgoing", "outbound", "sent", "tx", "upload"];

/** The total if there is one, otherwise in and out together. */
function totalGb(leaves: readonly Leaf[]): number | undefined {
  const inGb = leaves.flatMap((leaf) => {
    const unit = leaf.words.find((word) => word in gbPer);
    return unit === undefined || hasOne(leaf.words, ["allowance", "limit"])
      ? []
      : [{ ...leaf, gb: leaf.amount * (gbPer[unit] ?? 1) }];
  });
  const total = inGb.find(({ words }) => hasOne(words, ["total", "sum", "all"]));
  if (total !== undefined) return total.gb;
  const received = inGb.find(({ words }) => hasOne(words, incoming));
  const sent = inGb.find(({ words }) => hasOne(words, outgoing));
  if (received !== undefined && sent !== undefined) return received.gb + sent.gb;
  return inGb.length === 1 ? inGb[0]?.gb : undefined;
}
