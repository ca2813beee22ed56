import fc from "fast-check";
import { packOrders, type StackOrders, unpackOrders } from "../../provider/schema/stack-orders";

const orders = fc.uniqueArray(fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), { maxLength: 30 });
const attempt = fc.stringMatching(/^[0-9a-f]{12}\.[0-9a-f]{12}\.[0-9a-f-]{36}$/);
const overlapping = fc
  .tuple(orders, orders, orders, orders, fc.uniqueArray(attempt, { maxLength: 3 }))
  .map(([both, held, elsewhere, former, pending]) => ({
    held: [...both, ...held, ...elsewhere],
    elsewhere,
    everHeld: [...both, ...former],
    pending,
  }));

const asSets = ({ held, elsewhere, everHeld, pending }: StackOrders) =>
  [held, elsewhere, everHeld, pending].map((some) => new Set<number | string>(some));

test("whatever orders a stack has, the provider gets the same ones", () => {
  fc.assert(
    fc.property(overlapping, (stack) => {
      expect(asSets(unpackOrders(packOrders(stack)))).toEqual(asSets(stack));
    }),
  );
});

test("the orders of a fleet take few characters", () => {
  const held = Array.from({ length: 1000 }, (_, index) => 2_853_000_000 + index * 1000);
  expect(packOrders({ held, elsewhere: [], everHeld: held, pending: [] }).length).toBeLessThan(5 * held.length);
});

test("servers of one run share the orders of their stack", () => {
  const text = packOrders({ held: [1], elsewhere: [], everHeld: [1], pending: [] });
  expect(unpackOrders(text)).toBe(unpackOrders(`${text}`));
});

test.each(["!", "1.!.2", "[1,2] [] []", '{"held":[]}', "9".repeat(30)])("%j is not taken for orders", (text) => {
  expect(() => unpackOrders(text)).toThrow("two versions of pulumi-rimuhosting");
});
