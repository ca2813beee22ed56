import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { manualClock, startSimulator } from "../../src/index";
import { Service } from "../../src/service/service";
import { clientOf, orderPath } from "../raw-client";

let data: string;

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "simulator-"));
});
afterEach(() => rmSync(data, { recursive: true }));

test("the world survives a restart: orders, money, tags, reverse records", async () => {
  const first = await startSimulator({ data });
  const { about_order } = await clientOf(first).buy({ meta_data: [{ key_name: "k", value: "v" }] });
  const kept = { orders: first.world.orders(), charges: first.world.charges };
  await first.close();

  const second = await startSimulator({ data, seed: { orders: [{ domainName: "not-used.example.com" }] } });
  expect({ orders: second.world.orders(), charges: second.world.charges }).toEqual(kept);
  const { fields } = await clientOf(second).send("GET", orderPath(about_order.order_oid));
  expect(fields.about_order).toEqual(about_order);
  const another = await clientOf(second).buy();
  expect(another.about_order.order_oid).not.toBe(about_order.order_oid);
  await second.close();
});

test("a purchase cut off by the end of the process is completed by the next one", async () => {
  const first = await startSimulator({ data });
  const gate = first.hold("new-vps", { moment: "during-work" });
  const purchase = clientOf(first).buy();
  await gate.reached;
  const cut = expect(purchase).rejects.toThrow();
  await first.close();
  await cut;

  const second = await startSimulator({ data });
  expect(second.world.orders()).toMatchObject([{ isHalfMade: false, isBusy: false, runningState: "RUNNING" }]);
  await second.close();
});

test("a reset empties the stored world too", async () => {
  const first = await startSimulator({ data });
  await clientOf(first).buy();
  first.reset();
  await first.close();
  const second = await startSimulator({ data });
  expect(second.world.orders()).toEqual([]);
  await second.close();
});

test("a clock that was moved ahead stays ahead, over a reset and a restart", () => {
  const start = () => new Service({ data, clock: manualClock() });
  const service = start();
  const before = service.clock.now();
  service.advanceClock(86_400_000);
  service.reset();
  expect(service.clock.now()).toBe(before + 86_400_000);
  expect(start().clock.now()).toBe(before + 86_400_000);
});

test("only the owner can read the file, and no temporary copy is left", async () => {
  const sim = await startSimulator({ data });
  await clientOf(sim).buy();
  await sim.close();
  expect(readdirSync(data)).toEqual(["world.json"]);
  expect(statSync(join(data, "world.json")).mode & 0o077).toBe(0);
});

test("a file that is not a world is left alone, and named", async () => {
  writeFileSync(join(data, "world.json"), '{"orders": 5}');
  await expect(startSimulator({ data })).rejects.toThrow(
    `${join(data, "world.json")} is not a world of this simulator`,
  );
});
