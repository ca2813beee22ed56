import { PassThrough } from "node:stream";
import { exitCodes } from "../../provider/cli/command/command";
import { commands } from "../../provider/cli/run";
import { calls, shopState, simulator } from "./support/account";
import { documentedCall } from "./support/documented-calls";

const readingCalls = new Set([
  ...["list-orders", "get-order", "billing-methods", "distributions", "data-centers", "pricing-plans"],
]);

const lines = ["orders", "strays shop-dev.json", "catalog", "export", "doctor"];

test("every command is tried here", () => {
  expect(lines.map((line) => line.split(" ")[0]).sort()).toEqual(commands.map(({ name }) => name).sort());
});

test.each(lines)("%s only reads, and shows neither key nor password", async (line) => {
  const before = simulator.world.orders();
  for (const json of ["", " --json"]) {
    const { stdout, stderr } = await documentedCall(line + json);
    expect(`${stdout}${stderr}`).not.toMatch(/12345|seeded10|4242/);
    if (json !== "") expect(() => JSON.parse(stdout)).not.toThrow();
  }
  expect(simulator.journal.entries.filter(({ call }) => call === undefined || !readingCalls.has(call))).toEqual([]);
  expect(simulator.world.orders()).toEqual(before);
});

/** One line, whatever goes wrong. */
const oneLine = /^pulumi-rimuhosting: [^\n]+\n$/;
/** The same at the end, and while it is tried again a line that says so. */
const oneLineAfterWaiting = /^Listing the orders [^\n]+\. Trying again …\npulumi-rimuhosting: [^\n]+\n$/;
/** Waits for as long as it can be: the line comes. */
const patient = { random: () => 0.9, sleep: async () => undefined };

test.each(["orders", "strays -", "export"])("%s without a key says how to set one", async (line) => {
  const stdin = PassThrough.from([shopState()]);
  const { code, stdout, stderr } = await calls(line, { environment: {}, stdin });
  expect({ code, stdout }).toEqual({ code: exitCodes.failed, stdout: "" });
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain("pulumi config set --secret rimuhosting:apiKey");
});

test.each([
  { what: "a wrong key", environment: { RIMUHOSTING_APIKEY: "99999" }, says: "(403, LoginRequired)" },
  {
    what: "an invalid setting",
    environment: { RIMUHOSTING_LISTLAGSECONDS: "soon" },
    says: "listLagSeconds (environment variable RIMUHOSTING_LISTLAGSECONDS)",
  },
  {
    what: "nobody there",
    environment: { RIMUHOSTING_BASEURL: "http://127.0.0.1:1" },
    says: "failed: 127.0.0.1:1 could not be reached (ECONNREFUSED, 6 attempts)",
    lines: oneLineAfterWaiting,
  },
  {
    what: "an answer that is cut off",
    how: "truncated-json" as const,
    says: "got an unreadable answer (200, ",
    lines: oneLineAfterWaiting,
  },
  { what: "a refusal", how: "response-type-error" as const, says: "was refused by the service" },
])("$what is one clear line", async ({ environment = {}, how, says, lines = oneLine }) => {
  if (how !== undefined) simulator.faults.add({ call: "list-orders", times: 10, how });
  const usual = { RIMUHOSTING_APIKEY: "12345", RIMUHOSTING_BASEURL: simulator.url };
  const ended = await calls("orders", { environment: { ...usual, ...environment }, network: patient });
  expect(ended).toMatchObject({ code: exitCodes.failed, stdout: "" });
  expect(ended.stderr).toMatch(lines);
  expect(ended.stderr).toContain(says);
  expect(ended.stderr).not.toContain("99999");
});

test.each([
  ...["ordres", "orders --statsu any", "orders --stack", "orders --stack=", "orders --json=1", "export -o --json"],
  ...["orders 12", "orders web", "catalog flavours", "strays nowhere.json", "strays a.json b.json", "doctor now"],
  ...["orders --api-key 12345", "orders --key=12345"],
])("%s is refused as a mistake", async (line) => {
  const { code, stdout, stderr } = await calls(line);
  expect({ code, stdout }).toEqual({ code: exitCodes.failed, stdout: "" });
  expect(stderr).toMatch(oneLine);
  expect(stderr).not.toContain("12345");
  expect(simulator.journal.entries.filter(({ call }) => call !== "list-orders")).toEqual([]);
});

test.each(["orders", "export", "catalog"])(
  "%s refuses a data centre that does not exist, and takes one that has nothing",
  async (line) => {
    const wrong = await calls(`${line} --location DALLAS`);
    expect(wrong).toMatchObject({ code: exitCodes.failed, stdout: "" });
    expect(wrong.stderr).toContain("DCDALLAS");
    const { code } = await calls(`${line} --location dcauckland`);
    expect(code).toBe(line === "export" ? exitCodes.failed : exitCodes.done);
  },
);
