import { manualClock, type Simulator, startSimulator } from "../../src/index";
import { type Client, clientOf, type Json, orderPath, rawRequest } from "../raw-client";

let sim: Simulator;
let client: Client;
let oid: number;

beforeEach(async () => {
  sim = await startSimulator();
  client = clientOf(sim);
  oid = (await client.buy({ instantiation_options: { control_panel: "webmin" } })).about_order.order_oid;
});
afterEach(() => sim.close());

const ROOTS: [root: string, method: string, path: (oid: number) => string, body?: unknown][] = [
  ["get_vps_status_response", "GET", (id) => orderPath(id, "/vps")],
  ["put_host_server_move_response", "PUT", (id) => orderPath(id, "/vps/host-server"), { vps_move_request: {} }],
  ["post_new_vps_response", "PUT", (id) => orderPath(id, "/vps/reinstall"), { reinstall_request: {} }],
  [
    "get_data_transfer_usage_and_other_vps_status_information",
    "GET",
    (id) => orderPath(id, "/vps/data-transfer-usage"),
  ],
  ["jaxrs_response", "PUT", (id) => orderPath(id, "/cancelled")],
  ["jaxrs_response", "PUT", (id) => orderPath(id, "/ptr;ip="), { x: 1 }],
];

test.each(ROOTS)("an answer is alone under %s and has the ten common fields", async (...[root, method, path, body]) => {
  const answer = await client.send(method, path(oid), body);
  expect(answer).toMatchObject({ status: 200, root });
  expect(answer.fields).toMatchObject({
    status_message: null,
    status_code: 200,
    error_info: null,
    extended_error_infos: null,
    response_type: "OK",
    redirect_uri: null,
    response_display_duration_type: "REGULAR",
    response_created_time: { users_tz_offset_ms: 46_800_000 },
  });
  expect(answer.fields).toHaveProperty("human_readable_message");
  expect(answer.fields.response_created_time_epoch_ms).toBe(answer.fields.response_created_time.ms_since_epoch);
});

test("an error appears in all the places where clients look for it", async () => {
  const answer = await client.send("POST", "/r/orders/new-vps", {
    x: { instantiation_options: { domain_name: "-bad-" } },
  });
  expect(answer).toMatchObject({ status: 400, root: "jaxrs_response" });
  expect(answer.fields).toMatchObject({
    response_type: "ERROR",
    status_code: 400,
    human_readable_message: "'-bad-' is not a valid domain name.",
    error_info: {
      error_class: "ValidationException",
      field_name: "domain_name",
      human_readable_message: "'-bad-' is not a valid domain name.",
      full_error_message: expect.stringContaining("'-bad-'"),
      error_title: expect.any(String),
    },
    extended_error_infos: null,
  });
});

test("several mistakes in one request are all listed", async () => {
  const body = {
    x: { instantiation_options: { domain_name: "-bad-", distro: "nope" }, dc_location: "DCMOON", billing_oid: 5 },
  };
  const { fields } = await client.send("POST", "/r/orders/new-vps", body);
  const named = [fields.error_info, ...fields.extended_error_infos].map((info: Json) => info.field_name);
  expect(named).toEqual(["domain_name", "distro", "dc_location", "billing_oid"]);
});

test("an order's description has the form of captured ones", async () => {
  const { fields } = await client.send("GET", orderPath(oid));
  expect(fields.about_order.order_description).toBe(
    "LaunchtimeVPSDal; Server Type: VM; Location: Dallas; 2GB memory; 20GB on SSD disk image; Data Transfer: 6GB; " +
      "Host: host1317.rimuhosting.com; 198.18.0.1; Debian 13 64-bit (aka Trixie); Control Panel: webmin; 9.62 USD/m",
  );
  sim.world.stopOutside(oid);
  const stopped = await client.send("GET", orderPath(oid));
  expect(stopped.fields.about_order.order_description).toMatch(
    /; VM not running \(stopped on request\); Not running\.$/,
  );
});

test("order oids have ten digits and do not fit in 32 bits", () => {
  expect(oid).toBeGreaterThan(2 ** 31);
  expect(String(oid)).toHaveLength(10);
});

test("answers are application/json, and an unknown path is answered with an envelope too", async () => {
  const answer = await rawRequest(sim.url, { method: "GET", path: "/r/nothing-here" });
  expect(answer.status).toBe(404);
  expect(answer.contentType).toBe("application/json");
  expect(JSON.parse(answer.text).jaxrs_response.response_type).toBe("ERROR");
});

test("answers, even refusals, are dated by the simulator's own clock", async () => {
  const clock = manualClock(Date.UTC(2031, 4, 6, 7, 8, 9));
  const other = await startSimulator({ clock });
  for (const path of ["/r/distributions", orderPath(5)]) {
    const { headers } = await rawRequest(other.url, { method: "GET", path });
    expect(headers["date"]).toBe("Tue, 06 May 2031 07:08:09 GMT");
  }
  await other.close();
});
