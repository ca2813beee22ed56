import { type AccountReads, gather } from "../../provider/evidence/gather";
import { tagNames } from "../../provider/plan/purchase/tags";
import type { AboutOrder } from "../../provider/schema/order";
import { anOrder } from "../plan/support/server";

const bought = (orderOid: number): AboutOrder =>
  anOrder({ orderOid, metaData: [{ key: tagNames.ledger, value: "mine" }] });
const imported = (orderOid: number): AboutOrder => anOrder({ orderOid, metaData: [] });
const listOf = (orders: readonly AboutOrder[]) => ({ orders, unnumbered: [] });

/** What is made of an account where the whole list shows some orders, the ledger's own some, and each order is there. */
async function evidenceOf(
  { all, ofLedger = [] }: { all: readonly AboutOrder[]; ofLedger?: readonly AboutOrder[] },
  held: readonly AboutOrder[],
) {
  const read: number[] = [];
  const reads: AccountReads = {
    list: async () => listOf(all),
    findOrders: async () => listOf(ofLedger),
    tags: async () => [],
    order: async (orderOid) => {
      read.push(orderOid);
      const order = held.find((one) => one.orderOid === orderOid);
      if (order === undefined) throw new Error(`nobody should read order ${orderOid}`);
      return order;
    },
  };
  const expected = { ledger: "mine", orderOids: held.map(({ orderOid }) => orderOid) };
  const evidence = await gather(reads, () => expected, {}, "all-first");
  return { kind: evidence.kind, read: read.length };
}

const numbers = (count: number, first: number): number[] => Array.from({ length: count }, (_, index) => first + index);

test.each([1, 10, 11, 35])("a list that is cut off may lack %d imported servers", async (count) => {
  const others = numbers(count, 100).map(imported);
  const own = numbers(3, 1).map(bought);
  const shown = { all: [anOrder({ orderOid: 999 })], ofLedger: own };
  expect(await evidenceOf(shown, [...own, ...others])).toMatchObject({ kind: "whole" });
});

test.each([1, 10, 11])("an empty list is not cut off: it lacks %d imported servers", async (count) => {
  expect(await evidenceOf({ all: [] }, numbers(count, 100).map(imported))).toMatchObject({ kind: "behind" });
});

test("one active order of the ledger that neither list shows is enough to see that they are behind", async () => {
  const held = [...numbers(30, 1).map(bought), ...numbers(30, 100).map(imported)];
  expect(await evidenceOf({ all: [anOrder({ orderOid: 999 })] }, held)).toEqual({ kind: "behind", read: 10 });
});
