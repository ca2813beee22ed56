import { CALL_NAMES, CALLS } from "../../src/calls";
import { manualClock, startSimulator } from "../../src/index";
import { requestInProcess } from "../../src/service/in-process";
import { findRoute } from "../../src/service/routing";
import { Service } from "../../src/service/service";
import { rawRequest } from "../raw-client";

const seed = { orders: [{ domainName: "web.example.com", orderOid: 2_300_000_001 }] };
const headers = { authorization: "rimuhosting apikey=12345", "content-type": "application/json" };
const order = "/r/orders/order-2300000001-web";
const json = (payload: object): string => JSON.stringify({ request: payload });

/** Reads, changes, a purchase and refusals, one after another. */
const requests = [
  { method: "GET", path: "/r/orders;include_inactive=N" },
  { method: "GET", path: "/r/orders/" },
  { method: "GET", path: order },
  { method: "GET", path: "/r/orders/order-1-x" },
  { method: "GET", path: "/r/orders/nonsense" },
  { method: "PUT", path: "/r/pricing-plans/new-vm-pricing", body: json({ vps_parameters: { memory_mb: 2048 } }) },
  {
    method: "POST",
    path: "/r/orders/new-vps",
    body: json({ instantiation_options: { domain_name: "new.example.com" } }),
  },
  { method: "POST", path: "/r/orders/new-vps", body: "{not json" },
  { method: "PUT", path: `${order}/vps/parameters`, body: json({ memory_mb: 4096 }) },
  { method: "PUT", path: `${order}/vps/running-state`, body: json({ running_state: "NOTRUNNING" }) },
  { method: "GET", path: `${order}/vps` },
  { method: "PUT", path: `${order}/ptr;ip=198.18.0.1`, body: json({ domain_name: "web.example.com" }) },
  { method: "PUT", path: `${order}/cancelled` },
  { method: "DELETE", path: `${order}/vps` },
  { method: "GET", path: "/r/orders;include_inactive=Y" },
];

test("a request of the same process is answered word for word as over HTTP", async () => {
  const simulator = await startSimulator({ clock: manualClock(), seed });
  const service = new Service({ clock: manualClock(), seed });
  try {
    for (const request of requests) {
      const { status, text } = await rawRequest(simulator.url, { ...request, headers });
      const route = findRoute(request);
      if (route === undefined) throw new Error(`no route for ${request.path}`);
      const response = await requestInProcess(service, { body: undefined, ...request, headers }, { route });
      expect({ request, ...response }).toMatchObject({
        request,
        kind: "answer",
        status,
        body: text,
      });
    }
  } finally {
    await simulator.close();
  }
});

test.each(CALL_NAMES)("%s is found by its path, with or without matrix parameters", (call) => {
  const { method, path } = CALLS[call];
  const asked = path.replace(":order", "order-2300000001-");
  const orderOid = path.includes(":order") ? 2_300_000_001 : undefined;
  expect(findRoute({ method, path: asked })).toEqual({ call, orderOid });
  expect(findRoute({ method, path: `${asked};search=a%2Fb` })).toEqual({ call, orderOid });
});

test("a path that the service does not have is not found", () => {
  expect(findRoute({ method: "GET", path: "/r/orders/order-1-x/disks" })).toBeUndefined();
});

test("work takes as long as the request says, on the service's own clock", async () => {
  const slept: number[] = [];
  const clock = { now: () => 0, sleep: async (ms: number) => void slept.push(ms) };
  const service = new Service({ clock });
  const made: number[] = [];
  const request = { ...requests[6], method: "POST", path: "/r/orders/new-vps", headers, body: requests[6]?.body };
  const response = await requestInProcess(service, request, {
    route: { call: "new-vps", orderOid: undefined },
    workMs: 300_000,
    onOrder: (oid) => made.push(oid),
  });
  expect(slept).toEqual([150_000, 150_000]);
  expect(made).toEqual(service.context.state.orders.map(({ orderOid }) => orderOid));
  expect(service.journal.entries).toMatchObject([{ call: "new-vps", status: 200, outcome: "answered" }]);
  expect(response.kind).toBe("answer");
});
