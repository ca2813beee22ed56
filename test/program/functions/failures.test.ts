import { RunError } from "@pulumi/pulumi";
import { type FunctionName, questions } from "../../../provider/program/functions/questions";
import { type Simulator, startSimulator } from "../../../simulator/src/index";
import { apiKey, asks, serviceAt, serviceWithoutKey } from "./support/asking";

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({
    apiKeys: [apiKey],
    seed: { orders: [{ orderOid: 101, domainName: "a.example.com" }] },
  });
});
beforeEach(() => simulator.reset());
afterAll(() => simulator.close());

const byName = { orderOid: 101 };
const argsOf: Partial<Record<FunctionName, object>> = {
  getOrder: byName,
  getVpsStatus: byName,
  getDataTransferUsage: byName,
};

const names = Object.keys(questions) as FunctionName[];
/** The service answers these without a key. */
const keyless: FunctionName[] = ["getDistributions", "getPricingPlans"];
const keyed = names.filter((name) => !keyless.includes(name));

/** What a program sees: the engine prints the message of a `RunError` without a stack. */
async function failureOf(baseUrl: string, name: FunctionName, key?: string): Promise<string> {
  const failure = await asks(serviceAt(baseUrl, key), name, (argsOf[name] ?? {}) as never).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!RunError.isInstance(failure)) throw new Error(`${name} did not fail as a program should see it: ${failure}`);
  expect(failure.stack).toBe("");
  return failure.message;
}

test.each(keyed)("%s fails with a wrong key, which it does not show, and without one", async (name) => {
  const message = await failureOf(simulator.url, name, "99999");
  expect(message).toMatch(new RegExp(`^${name}: .*403`));
  expect(message).not.toMatch(/99999|\n/);
  simulator.journal.clear();
  const asking = asks(serviceWithoutKey(simulator.url), name, (argsOf[name] ?? {}) as never);
  await expect(asking).rejects.toThrow("RIMUHOSTING_APIKEY");
  expect(simulator.journal.entries).toEqual([]);
});

test.each(names)("%s fails where the service cannot be reached, or its answer not be read", async (name) => {
  expect(await failureOf("http://127.0.0.1:1", name)).toContain("ECONNREFUSED");
  for (const how of ["truncated-json", { json: { root: { about_orders: 7, about_order: [] } } }] as const) {
    simulator.faults.clear();
    simulator.faults.add({ call: "*", how, times: 20 });
    expect(await failureOf(simulator.url, name)).toContain(`${name}: `);
  }
});

/** A test runs in a process of its own too: the CLI has not started it. */
test("a program that the CLI does not run gets the reason why there is no key", async () => {
  await expect(asks(serviceWithoutKey(simulator.url), "getOrders", {})).rejects.toThrow("Automation API");
});
