import { setTimeout } from "node:timers/promises";
import { type CallName, type Disturbance, type Order, type Simulator, startSimulator } from "../../src/index";
import { orderPath, type RawAnswer, rawRequest } from "../raw-client";

let sim: Simulator;
let oid: number;

beforeEach(async () => {
  sim = await startSimulator();
  oid = sim.world.placeOrder({
    domainName: "web.example.com",
    sizes: { memoryMb: 2048, diskSpaceMb: 20_480 },
  }).orderOid;
});
afterEach(() => sim.close());

type Change = {
  call: CallName;
  method: string;
  path: () => string;
  body: unknown;
  isDone: (order: Order, all: Order[]) => boolean;
};

const CHANGES: Change[] = [
  {
    call: "new-vps",
    method: "POST",
    path: () => "/r/orders/new-vps",
    body: { x: { instantiation_options: { domain_name: "b.example.com" } } },
    isDone: (_, all) => all.some((order) => order.domainName === "b.example.com" && order.runningState === "RUNNING"),
  },
  {
    call: "delete-vps",
    method: "DELETE",
    path: () => orderPath(oid, "/vps"),
    body: null,
    isDone: (order) => order.cancellationAtMs !== null,
  },
  {
    call: "running-state",
    method: "PUT",
    path: () => orderPath(oid, "/vps/running-state"),
    body: { x: { running_state: "NOTRUNNING" } },
    isDone: (order) => order.runningState === "NOTRUNNING",
  },
  {
    call: "parameters",
    method: "PUT",
    path: () => orderPath(oid, "/vps/parameters"),
    body: { x: { memory_mb: 4096 } },
    isDone: (order) => order.sizes.memoryMb === 4096,
  },
  {
    call: "reinstall",
    method: "PUT",
    path: () => orderPath(oid, "/vps/reinstall"),
    body: { x: { instantiation_options: { distro: "deb12.64" } } },
    isDone: (order) => order.distro === "deb12.64" && order.installation.count === 2,
  },
  {
    call: "host-server",
    method: "PUT",
    path: () => orderPath(oid, "/vps/host-server"),
    body: { x: { selected_host_server_oid: "1318" } },
    isDone: (order) => order.hostServerOid === "1318" && order.primaryIp.startsWith("198.18.4."),
  },
  {
    call: "cancelled",
    method: "PUT",
    path: () => orderPath(oid, "/cancelled"),
    body: null,
    isDone: (order) => order.cancellationAtMs !== null,
  },
  {
    call: "ptr",
    method: "PUT",
    path: () => `${orderPath(oid)}/ptr;ip=`,
    body: { domain_name: "web.example.com" },
    isDone: (order) => sim.world.ptr(order.primaryIp) === "web.example.com",
  },
];

type Sight = "no answer" | Partial<RawAnswer>;

/** What a client sees, whatever the call. */
const DISTURBANCES: [how: Disturbance, sight: (answer: Sight) => void][] = [
  ["reset", (sight) => expect(sight).toBe("no answer")],
  ["cut-mid-body", (sight) => expect(sight).toBe("no answer")],
  ["truncated-json", (sight) => expect(() => JSON.parse(textOf(sight))).toThrow()],
  ["wrong-content-type", (sight) => expect(sight).toMatchObject({ status: 200, contentType: "text/html" })],
  ["redirect", (sight) => expect(sight).toMatchObject({ status: 302, headers: { location: "/r/distributions" } })],
  [
    "response-type-error",
    (sight) => {
      expect(sight).toMatchObject({ status: 200 });
      expect(JSON.parse(textOf(sight))).toMatchObject({ jaxrs_response: { response_type: "ERROR" } });
    },
  ],
  [
    "error-info-at-top",
    (sight) => {
      expect(sight).toMatchObject({ status: 403 });
      expect(JSON.parse(textOf(sight))).toMatchObject({ error_info: { error_class: "PermissionException" } });
    },
  ],
  [{ status: 503, body: "html" }, (sight) => expect(sight).toMatchObject({ status: 503, contentType: "text/html" })],
  [{ status: 502, body: "empty" }, (sight) => expect(sight).toMatchObject({ status: 502, text: "" })],
  [
    { status: 502, body: "invalid-json" },
    (sight) => expect(sight).toMatchObject({ status: 502, text: "{invalid json" }),
  ],
  [
    { status: 429, retryAfter: 7 },
    (sight) => expect(sight).toMatchObject({ status: 429, headers: { "retry-after": "7" } }),
  ],
  [{ json: "a text" }, (sight) => expect(textOf(sight)).toBe('"a text"')],
  [{ patch: { about_order: 5 } }, (sight) => expect(textOf(sight)).toContain('"about_order":5')],
];

function textOf(sight: Sight): string {
  return sight === "no answer" ? "" : (sight.text ?? "");
}

async function perform(change: Change): Promise<Sight> {
  const request = { method: change.method, path: change.path(), body: JSON.stringify(change.body) };
  return rawRequest(sim.url, request).catch((): Sight => "no answer");
}

function isDone(change: Change): boolean {
  return change.isDone(sim.world.order(oid), sim.world.orders());
}

describe.each(CHANGES.map((change): [CallName, Change] => [change.call, change]))("%s", (call, change) => {
  test.each(DISTURBANCES)(
    "with %j before the work does nothing, during or after it everything",
    async (how, expectSight) => {
      sim.faults.add({ call, how });
      expectSight(await perform(change));
      expect(isDone(change)).toBe(false);

      sim.faults.add({ call, how, moment: "after-work" });
      expectSight(await perform(change));
      expect(isDone(change)).toBe(true);
      expect(sim.faults.unused()).toEqual([]);
      expect(sim.journal.calls(call).map((entry) => entry.isWorkDone)).toEqual([false, true]);
    },
  );

  test("cut in the middle of its work is finished anyway", async () => {
    sim.faults.add({ call, how: "reset", moment: "during-work" });
    expect(await perform(change)).toBe("no answer");
    expect(isDone(change)).toBe(true);
  });

  test("that hangs is never answered; the client has to hang up", async () => {
    sim.faults.add({ call, how: "hang", moment: "after-work" });
    const request = { method: change.method, path: change.path(), body: JSON.stringify(change.body) };
    const client = new AbortController();
    const hanging = rawRequest(sim.url, { ...request, signal: client.signal });
    while (!isDone(change)) await setTimeout(10);
    // Time for an answer that must not arrive.
    await setTimeout(50);
    client.abort();
    await expect(hanging).rejects.toThrow();
    expect(sim.journal.calls(call)[0]).toMatchObject({ outcome: "hung", isWorkDone: true });
  });
});
