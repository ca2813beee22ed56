import { type Simulator, startSimulator } from "../../src/index";
import { clientOf, rawRequest } from "../raw-client";

let sim: Simulator;

beforeEach(async () => {
  sim = await startSimulator();
});
afterEach(() => sim.close());

const MB = 1024 * 1024;
const post = (body: string, authorization?: string) =>
  rawRequest(sim.url, {
    method: "POST",
    path: "/r/orders/new-vps",
    body,
    headers: authorization === undefined ? {} : { authorization },
  });
const KEY = "rimuhosting apikey=12345";
const journalOverHttp = async () =>
  JSON.parse(
    (await rawRequest(sim.url, { method: "GET", path: "/simulator/journal", headers: { authorization: KEY } })).text,
  );

test("bodies without a key are answered with 403 and kept nowhere", async () => {
  const body = JSON.stringify({ x: "y".repeat(20 * MB) });
  const answers = await Promise.all(Array.from({ length: 5 }, () => post(body)));
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(sim.journal.entries.map((entry) => entry.body)).toEqual(Array(5).fill(undefined));
  expect(await journalOverHttp()).toHaveLength(5);
});

test.each(["with an announced length", "in chunks"])(
  "a body beyond the limit is read to its end and refused, %s",
  async (how) => {
    const body = JSON.stringify({ x: "y".repeat(9 * MB) });
    const { status, fields } = how === "in chunks" ? await postInChunks(body) : parsed(await post(body, KEY));
    expect(status).toBe(413);
    expect(fields).toMatchObject({ response_type: "ERROR", error_info: { error_class: "RequestTooLargeException" } });
    expect(sim.journal.entries).toMatchObject([{ body: undefined, bodyBytes: body.length, status: 413 }]);
    expect(sim.world.orders()).toEqual([]);
  },
);

function parsed({ status, text }: { status: number; text: string }) {
  return { status, fields: JSON.parse(text).jaxrs_response };
}

async function postInChunks(body: string) {
  const stream = new Blob([body]).stream();
  const options = { method: "POST", headers: { authorization: KEY }, body: stream, duplex: "half" } as const;
  const answer = await fetch(`${sim.url}/r/orders/new-vps`, options);
  return parsed({ status: answer.status, text: await answer.text() });
}

test.each([
  ["brackets", "[".repeat(20_000) + "]".repeat(20_000)],
  ["a million brackets", "[".repeat(1_000_000)],
  ["braces", `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`],
  ["single quotes", `{'a':${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ["brackets hidden behind a quote", `{'"': ${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
  ["quotes that never end", '"\\'.repeat(500_000)],
  ["quotes of both kinds", `'"`.repeat(500_000)],
])("%s are refused at once, and the journal can still be read", async (_, body) => {
  const started = performance.now();
  expect((await post(body, KEY)).status).toBe(400);
  expect(performance.now() - started).toBeLessThan(5_000);
  expect(await journalOverHttp()).toMatchObject([{ status: 400 }]);
});

test("the journal keeps the newest 20,000 requests, and 16 MB of bodies", async () => {
  const entry = { ...BLANK, body: { text: "x" }, bodyBytes: MB };
  for (let count = 0; count < 40; count++) sim.journal.open({ ...entry, at: count });
  expect(sim.journal.entries.length).toBe(15);
  expect(sim.journal.entries.at(-1)?.at).toBe(39);
  expect(sim.journal.dropped).toBe(25);
  for (let count = 0; count < 20_010; count++) sim.journal.open({ ...BLANK, at: count });
  expect(sim.journal.entries.length).toBe(20_000);
  sim.journal.clear();
  expect(sim.journal.dropped).toBe(0);
});

const BLANK = {
  at: 0,
  call: undefined,
  method: "GET",
  path: "/r/orders",
  matrix: {},
  body: undefined,
  bodyBytes: 0,
  orderOid: undefined,
  hasAuthorization: true,
  accept: undefined,
  contentType: undefined,
};

test("a body of more than a megabyte is used but not kept in the journal", async () => {
  const files = [{ path: "/root/big", data_as_string: "x".repeat(2 * MB) }];
  const { about_order } = await clientOf(sim).buy({ file_injection_data: files });
  expect(sim.world.order(about_order.order_oid).installation.files[0]?.dataAsString).toHaveLength(2 * MB);
  expect(sim.journal.entries[0]?.body).toBeUndefined();
});
