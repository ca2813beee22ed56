import { RunError } from "@pulumi/pulumi";
import { type FunctionName, questions } from "../../provider/functions/questions";
import { type Simulator, startSimulator } from "../../simulator/src/index";
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

test.each(keyed)("%s says that the key is wrong, and does not show it", async (name) => {
  const message = await failureOf(simulator.url, name, "99999");
  expect(message).toMatch(new RegExp(`^${name}: .* was refused by the service \\(403.*Set a valid key`));
  expect(message).not.toContain("99999");
  expect(message).not.toContain("\n");
});

test.each(keyed)("%s says that there is no key", async (name) => {
  const asking = asks(serviceWithoutKey(simulator.url), name, (argsOf[name] ?? {}) as never);
  await expect(asking).rejects.toThrow(/RimuHosting needs an API key for this, and none is set\./);
  expect(simulator.journal.entries).toEqual([]);
});

test.each(names)("%s says that the service cannot be reached", async (name) => {
  const message = await failureOf("http://127.0.0.1:1", name);
  expect(message).toMatch(
    /failed: 127\.0\.0\.1:1 could not be reached \(ECONNREFUSED, \d attempts\)\. Nothing was sent\./,
  );
});

test.each(names)("%s says that an answer cannot be read", async (name) => {
  simulator.faults.add({ call: "*", how: "truncated-json", times: 20 });
  expect(await failureOf(simulator.url, name)).toMatch(/got an unreadable answer.*Run the same command again later\./);
});

test.each(names)("%s survives an answer of a wrong form", async (name) => {
  simulator.faults.add({ call: "*", how: { json: { root: { about_orders: 7, about_order: [] } } }, times: 20 });
  expect(await failureOf(simulator.url, name)).toMatch(/got an unreadable answer/);
});

/** A test runs in a process of its own too: the CLI has not started it. */
test("a program that the CLI does not run gets the reason why there is no key", async () => {
  await expect(asks(serviceWithoutKey(simulator.url), "getOrders", {})).rejects.toThrow(
    /and none is set\..* In an inline program of the Automation API, functions read the environment of this process/,
  );
});
