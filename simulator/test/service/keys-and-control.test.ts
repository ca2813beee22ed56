import { type Simulator, startSimulator } from "../../src/index";
import { rawRequest } from "../raw-client";

let sim: Simulator;

beforeEach(async () => {
  sim = await startSimulator({ apiKeys: ["777", "k-888"], faults: [{ call: "ptr", how: "reset" }] });
});
afterEach(() => sim.close());

function send(method: string, path: string, authorization?: string, body?: string) {
  const headers: { [name: string]: string } = authorization === undefined ? {} : { authorization };
  return rawRequest(sim.url, { method, path, headers, ...(body === undefined ? {} : { body }) });
}

const KEY = "rimuhosting apikey=k-888";

test.each([undefined, "rimuhosting apikey=666", "Bearer 777", "rimuhosting 777"])(
  "orders are closed to %s",
  async (authorization) => {
    const answer = await send("GET", "/r/orders", authorization);
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.text).jaxrs_response.error_info.error_class).toBe("LoginRequired");
    expect(sim.journal.entries).toMatchObject([{ status: 403, isWorkDone: false }]);
  },
);

test.each(["/r/distributions", "/r/data-centers", "/r/pricing-plans;server-type=VPS"])(
  "%s needs no key",
  async (path) => {
    expect((await send("GET", path)).status).toBe(200);
  },
);

test("each of several keys is accepted", async () => {
  for (const key of ["777", "k-888"])
    expect((await send("GET", "/r/orders", `rimuhosting apikey=${key}`)).status).toBe(200);
});

test("the journal records every request, but never the key", async () => {
  await send("PUT", "/r/orders/order-5-x/vps/parameters", KEY, '{"a":{"memory_mb":1}}');
  expect(sim.journal.calls("parameters")).toMatchObject([
    {
      method: "PUT",
      orderOid: 5,
      body: { a: { memory_mb: 1 } },
      status: 404,
      outcome: "answered",
      hasAuthorization: true,
    },
  ]);
  expect(JSON.stringify(sim.journal.entries)).not.toContain("k-888");
});

test("a body is read only with a key, and up to 8 MB", async () => {
  const body = JSON.stringify({ x: "y".repeat(9 * 1024 * 1024) });
  expect((await send("POST", "/r/orders/new-vps", "rimuhosting apikey=666", body)).status).toBe(403);
  const refused = await send("POST", "/r/orders/new-vps", KEY, body);
  expect(refused.status).toBe(413);
  expect(JSON.parse(refused.text).jaxrs_response).toMatchObject({ response_type: "ERROR" });
  expect(sim.world.orders()).toEqual([]);
});

test("a body that is nested without end is refused at once", async () => {
  expect((await send("POST", "/r/orders/new-vps", KEY, "[".repeat(1_000_000))).status).toBe(400);
});

test("another process can plan faults, read the journal and the world, and reset, with the key", async () => {
  expect((await send("GET", "/simulator/world")).status).toBe(403);
  expect(JSON.parse((await send("GET", "/simulator/faults", KEY)).text)).toMatchObject([{ call: "ptr" }]);
  await send("DELETE", "/simulator/faults", KEY);
  const planned = await send(
    "POST",
    "/simulator/faults",
    KEY,
    '[{"call":"list-orders","how":{"status":503,"body":"html"}}]',
  );
  expect(JSON.parse(planned.text).unused).toHaveLength(1);
  expect((await send("GET", "/r/orders", KEY)).status).toBe(503);
  expect((await send("GET", "/r/orders", KEY)).status).toBe(200);

  sim.world.placeOrder({ domainName: "a.example.com" });
  expect(JSON.parse((await send("GET", "/simulator/world", KEY)).text).orders).toMatchObject([
    { domainName: "a.example.com" },
  ]);
  expect(
    JSON.parse((await send("GET", "/simulator/journal", KEY)).text).map((entry: { status: number }) => entry.status),
  ).toEqual([503, 200]);
  await send("POST", "/simulator/reset", KEY);
  expect(sim.world.orders()).toEqual([]);
  expect(sim.journal.entries).toEqual([]);
});

test("a fault that makes no sense is refused with a reason", async () => {
  const answer = await send("POST", "/simulator/faults", KEY, '{"call":"no-such-call","how":"reset"}');
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.text).error).toContain("call");
});
