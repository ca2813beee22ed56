import type { DataTransferUsage } from "../../schema/server";

/** Traffic in GB, in and out together, as far as the service's fields tell it. */
export interface Traffic {
  readonly thisMonthGb: number | undefined;
  readonly lastMonthGb: number | undefined;
}

interface Leaf {
  readonly words: readonly string[];
  readonly amount: number;
}

/**
 * The service documents none of its fields about traffic, so their names are read as a person would: `current_month.gb_in`
 * is traffic of this month in GB. What is not clear counts as not told.
 */
export function trafficIn(usage: DataTransferUsage): Traffic {
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
