import { SharedRead } from "../../provider/host/context";

/** A read that counts, and ends when it is told to. */
function slowRead() {
  const ends: (() => void)[] = [];
  const shared = new SharedRead(async () => {
    const number = ends.length + 1;
    await new Promise<void>((resolve) => ends.push(resolve));
    return number;
  });
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  const end = async (): Promise<void> => {
    await settle();
    ends.at(-1)?.();
    await settle();
  };
  return { shared, end, started: () => ends.length };
}

test("a caller that asks while a read is under way gets the next one, together with all others that ask in the meantime", async () => {
  const { shared, end, started } = slowRead();
  const first = shared.ask();
  await new Promise((resolve) => setImmediate(resolve));
  const others = [shared.ask(), shared.ask(), shared.ask()];
  await end();
  expect(await first).toBe(1);
  await end();
  expect(await Promise.all(others)).toEqual([2, 2, 2]);
  expect(started()).toBe(2);
});

test("a recent answer serves until it is too old", async () => {
  let reads = 0;
  const shared = new SharedRead(async () => ++reads);
  expect(await shared.recent(0, 10)).toBe(1);
  expect(await shared.recent(10, 10)).toBe(1);
  expect(await shared.recent(11, 10)).toBe(2);
});

test("a failure reaches every caller that waits for it, and none afterwards", async () => {
  let reads = 0;
  const shared = new SharedRead(async () => {
    reads++;
    if (reads === 1) throw new Error("out of order");
    return reads;
  });
  const both = await Promise.allSettled([shared.recent(0, 10), shared.recent(0, 10)]);
  expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(await shared.recent(1, 10)).toBe(2);
});
