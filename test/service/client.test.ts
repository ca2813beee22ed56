import { quoteToWire, sizesToWire } from "../../provider/server/request";
import { createClient } from "../../provider/service/client";
import { resolveSettings } from "../../provider/service/settings";
import { anOrderOid, callNames, everyCall, goodAnswer } from "./support/every-call";
import { type LoopbackService, sendJson, startLoopbackService } from "./support/loopback-service";
import { orderVps } from "./support/requests";
import { clientWithClock, keyCanary, settingsFor } from "./support/scripted-client";

let service: LoopbackService;
let answer: unknown;
beforeAll(async () => {
  service = await startLoopbackService((response) => sendJson(response, answer));
});
afterAll(() => service.close());
beforeEach(() => {
  service.seen.length = 0;
});

const sentBy = async (make: (typeof everyCall)["newVps"]["make"], content: unknown) => {
  answer = content;
  await make(createClient(settingsFor(service.url)));
  return service.seen[0];
};

test.each(callNames)("%s goes to its own address", async (call) => {
  const { make, method, path } = everyCall[call];
  expect(await sentBy(make, goodAnswer(call))).toMatchObject({ method, path, headers: { accept: "application/json" } });
});

test("reads the catalogue without the key, and everything else with it", async () => {
  const keyless: string[] = [];
  for (const call of callNames) {
    service.seen.length = 0;
    const sent = await sentBy(everyCall[call].make, goodAnswer(call));
    const { authorization } = sent?.headers ?? {};
    if (authorization === undefined) keyless.push(call);
    else expect(authorization).toBe(`rimuhosting apikey=${keyCanary}`);
  }
  expect(keyless).toEqual(["distributions", "dataCenters", "pricingPlans"]);
});

test("without a key the catalogue and quotes work, and any other call fails before it is sent", async () => {
  const client = createClient(resolveSettings({ provider: { baseUrl: service.url } }));
  const refused: string[] = [];
  for (const call of callNames) {
    answer = goodAnswer(call);
    await everyCall[call].make(client).catch((error: Error) => {
      expect(error.message).toContain("RIMUHOSTING_APIKEY");
      refused.push(call);
    });
  }
  expect(service.seen).toHaveLength(callNames.length - refused.length);
  expect(refused).not.toContain("quote");
  expect(refused).toHaveLength(callNames.length - 4);
});

test("GET and DELETE carry no body", async () => {
  for (const call of callNames.filter(
    (name) => everyCall[name].method === "GET" || everyCall[name].method === "DELETE",
  )) {
    service.seen.length = 0;
    const sent = await sentBy(everyCall[call].make, goodAnswer(call));
    expect([sent?.body, sent?.headers["content-type"]]).toEqual(["", undefined]);
  }
});

test("a size of zero is sent, and one that is not set is left out", () => {
  expect(sizesToWire({ diskSpace2Mb: 0 })).toEqual({ disk_space_2_mb: 0 });
});

test("a quote contains neither password nor files", async () => {
  const sent = await sentBy(
    (client) =>
      client.quote(
        quoteToWire({
          password: "pw-canary-1",
          cloudConfigData: "cloud-canary-2",
          fileInjectionData: [{ path: "/x", dataAsString: "file-canary-3" }],
        }),
      ),
    goodAnswer("quote"),
  );
  expect(sent?.body).toBe('{"new_order_request":{"instantiation_options":{"domain_name":"notexample.com"}}}');
});

test("reverse DNS is sent as a form, and an empty name clears it", async () => {
  const sent = await sentBy((client) => client.setPtr(anOrderOid, "192.0.2.7", ""), goodAnswer("setPtr"));
  expect(sent).toMatchObject({
    path: `/r/orders/order-${anOrderOid}-x/ptr;ip=192.0.2.7`,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "domain_name=",
  });
});

test("reverse DNS is set for an address alone, and the colons of an IPv6 address are encoded", async () => {
  const client = createClient(settingsFor(service.url));
  for (const ip of ["", "web.example.com", "1.2.3", "1.2.3.4/24", "1.2.3.4;x=y"])
    await expect(client.setPtr(anOrderOid, ip, "x.example.com")).rejects.toThrow(RangeError);
  expect(service.seen).toEqual([]);
  const sent = await sentBy((sender) => sender.setPtr(anOrderOid, "2001:db8::1", ""), goodAnswer("setPtr"));
  expect(sent?.path).toBe(`/r/orders/order-${anOrderOid}-x/ptr;ip=2001%3Adb8%3A%3A1`);
});

test("a list leaves out what is gone, unless it is asked for; the service checks the rest", async () => {
  const gone = { running_state: "NOTRUNNING", billing_info: { cancellation_date: { ms_since_epoch: 1301715028000 } } };
  answer = {
    get_orders_response: { response_type: "OK", about_orders: [{ order_oid: 1 }, { order_oid: 2, ...gone }] },
  };
  const client = createClient(settingsFor(service.url));
  const oids = async (filter: Parameters<typeof client.listOrders>[0]) =>
    (await client.listOrders(filter)).orders.map(({ orderOid }) => orderOid);
  expect(await oids({ serverType: "VPS", tags: [{ key: "k", value: "v" }] })).toEqual([1]);
  expect(await oids({ includeInactive: true })).toEqual([1, 2]);
  expect(service.seen[0]?.path).toBe("/r/orders;include_inactive=N;server_type=VPS;meta_search=k%3Av");
});

test("a list may be longer than any other answer", async () => {
  const details = { order_description: "LaunchtimeVPSDal; ".repeat(100), server_type: "VPS" };
  const orders = Array.from({ length: 1_300 }, (_, index) => ({ order_oid: index + 1, ...details }));
  answer = { get_orders_response: { response_type: "OK", about_orders: orders } };
  expect((await createClient(settingsFor(service.url)).listOrders()).orders).toHaveLength(1_300);
});

test.each(["getOrder", "reinstall", "move"] as const)("%s does not accept another order's answer", async (call) => {
  answer = { some_response: { response_type: "OK", about_order: { order_oid: anOrderOid + 1 } } };
  const { client } = clientWithClock(service.url);
  await expect(everyCall[call].make(client)).rejects.toMatchObject({
    failure: { kind: "unreadable", code: "about another order" },
  });
});

test("the password of a new server is returned separately, and the messages do not repeat it", async () => {
  answer = {
    post_new_vps_response: {
      response_type: "OK",
      about_order: { order_oid: 5 },
      setup_messages: ["Password set to q8&amp;x!kdf77", "Selected <b>wire</b>"],
      new_order_request: { instantiation_options: { password: "q8&x!kdf77" } },
    },
  };
  const ordered = await orderVps(createClient(settingsFor(service.url)), { domainName: "a.example.com" });
  expect(ordered).toMatchObject({
    order: { orderOid: 5 },
    password: "q8&x!kdf77",
    setupMessages: ["Password set to [secret]", "Selected wire"],
  });
});

test("a caller's deadline covers all attempts together", async () => {
  answer = "not an envelope";
  const { client, sleeps } = clientWithClock(service.url);
  await expect(client.getOrder(1, { deadlineMs: 2000 })).rejects.toMatchObject({ timesSent: 3 });
  expect(sleeps.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(2000);
});
