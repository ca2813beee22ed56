import { PassThrough } from "node:stream";
import { exitCodes } from "../../provider/cli/command/errors";
import { commands } from "../../provider/cli/run";
import { calls, shopState, simulator } from "./support/account";
import { documentedCall } from "./support/documented-calls";

const readingCalls = new Set([
  "list-orders",
  "get-order",
  "vps-status",
  "data-transfer-usage",
  "billing-methods",
  "distributions",
  "data-centers",
  "pricing-plans",
  "new-vm-pricing",
]);

const lines = ["doctor", "orders", "strays shop-dev.json", "export", "cost", "usage", "catalog", "price"];

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

const withoutKey = { environment: {} };

/** One line, whatever goes wrong. */
const oneLine = /^pulumi-rimuhosting: [^\n]+\n$/;
/** The same at the end, and while it is tried again a line that says so. */
const oneLineAfterWaiting = /^Listing the orders [^\n]+\. Trying again …\npulumi-rimuhosting: [^\n]+\n$/;
/** Waits for as long as it can be: the line comes. */
const patient = { random: () => 0.9, sleep: async () => undefined };

test.each(lines.filter((line) => !/^(catalog|price|doctor)/.test(line)))(
  "%s without a key says how to set one",
  async (line) => {
    const stdin = PassThrough.from([shopState()]);
    const { code, stdout, stderr } = await calls(line.replace("shop-dev.json", "-"), { ...withoutKey, stdin });
    expect({ code, stdout }).toEqual({ code: exitCodes.settings, stdout: "" });
    expect(stderr).toMatch(oneLine);
    expect(stderr).toContain("pulumi config set --secret rimuhosting:apiKey");
  },
);

test.each([
  {
    what: "a wrong key",
    environment: { RIMUHOSTING_APIKEY: "99999" },
    code: exitCodes.key,
    says: "(403, LoginRequired)",
  },
  {
    what: "an invalid setting",
    environment: { RIMUHOSTING_POLLSECONDS: "soon" },
    code: exitCodes.settings,
    says: "pollSeconds (environment variable RIMUHOSTING_POLLSECONDS)",
  },
  {
    what: "nobody there",
    environment: { RIMUHOSTING_BASEURL: "http://127.0.0.1:1" },
    code: exitCodes.unreachable,
    says: "could not reach 127.0.0.1:1 in 6 attempts",
    lines: oneLineAfterWaiting,
  },
])("$what is one clear line and has a code of its own", async ({ environment, code, says, lines = oneLine }) => {
  const usual = { RIMUHOSTING_APIKEY: "12345", RIMUHOSTING_BASEURL: simulator.url };
  const ended = await calls("orders", { environment: { ...usual, ...environment }, network: patient });
  expect(ended).toMatchObject({ code, stdout: "" });
  expect(ended.stderr).toMatch(lines);
  expect(ended.stderr).toContain(says);
  expect(ended.stderr).not.toContain("99999");
});

test.each([
  {
    how: "truncated-json" as const,
    code: exitCodes.unreadable,
    says: "got an unreadable answer in 6 attempts (200, ",
    lines: oneLineAfterWaiting,
  },
  {
    how: "cut-mid-body" as const,
    code: exitCodes.unreachable,
    says: "got no answer from",
    lines: oneLineAfterWaiting,
  },
  {
    how: { status: 503, body: "html" } as const,
    code: exitCodes.refused,
    says: "failed inside the service in 6 attempts (503)",
    lines: oneLineAfterWaiting,
  },
  {
    how: "response-type-error" as const,
    code: exitCodes.refused,
    says: "was refused by the service",
    lines: oneLine,
  },
])("an answer with $how is one clear line and has a code of its own", async ({ how, code, says, lines }) => {
  simulator.faults.add({ call: "list-orders", times: 10, how });
  const ended = await calls("orders", { network: patient });
  expect(ended).toMatchObject({ code, stdout: "" });
  expect(ended.stderr).toMatch(lines);
  expect(ended.stderr).toContain(says);
});

test.each([
  { line: "ordres", says: 'There is no command "ordres". Did you mean "orders"?' },
  { line: "orders --statsu any", says: 'orders: There is no option "--statsu". Did you mean --status? Try --help.' },
  {
    line: "orders --locaton DALLAS",
    says: 'orders: There is no option "--locaton". Did you mean --location? Try --help.',
  },
  { line: "orders --foo", says: 'orders: There is no option "--foo". The options are --' },
  { line: "orders -x", says: 'orders: There is no option "-x". The options are --' },
  { line: "cost --month", says: 'cost: There is no option "--month". The options are --svg, --stack, --json, --help.' },
  { line: "cost --svg", says: 'cost: --svg needs a value (FILE), such as "--svg cost.svg".' },
  { line: "export -o --json", says: 'export: --out needs a value (FILE), such as "--out index.ts".' },
  { line: "orders --stack=", says: 'orders: --stack needs a value (NAME), such as "--stack dev".' },
  { line: "orders --json=1", says: "orders: Option '--json' does not take an argument." },
  { line: "orders --status gone", says: "--status must be one of active, inactive, any" },
  { line: "orders 12", says: "This account has no order 12." },
  { line: "orders web", says: '"web" is not the number of an order' },
  { line: "price --memory 2", says: "--memory is 2 MB, less than any plan sells: did you mean 2GB?" },
  { line: "price --memory lots", says: "--memory must be a size such as 2048 (MB) or 2GB" },
  { line: "catalog flavours", says: 'there are no "flavours"' },
  { line: "strays nowhere.json", says: "cannot be read (ENOENT)" },
  { line: "doctor now", says: "now" },
  { line: "orders --api-key 12345", says: "The API key is never an argument" },
  { line: "orders --key=12345", says: "The API key is never an argument" },
])("$line is refused as a mistake", async ({ line, says }) => {
  const { code, stdout, stderr } = await calls(line);
  expect({ code, stdout }).toEqual({ code: exitCodes.usage, stdout: "" });
  expect(stderr).toMatch(oneLine);
  expect(stderr).toContain(says);
  expect(stderr).not.toContain("12345");
  expect(simulator.journal.entries.filter(({ call }) => call !== "list-orders")).toEqual([]);
});

test.each(["orders", "export", "usage", "catalog", "catalog plans", "orders --json"])(
  "%s refuses a data centre that does not exist, and takes one that has nothing",
  async (line) => {
    const wrong = await calls(`${line} --location DALLAS`);
    expect(wrong).toMatchObject({ code: exitCodes.usage, stdout: "" });
    expect(wrong.stderr).toMatch(
      /There is no data centre "DALLAS"\. Did you mean DCDALLAS\? Available: (DC\w+, )+DC\w+\. Try --help\.\n$/,
    );
    expect((await calls(`${line} --location dcauckland`)).code).toBe(exitCodes.done);
  },
);

test("the location that the table shows is one that the filter takes", async () => {
  const { stdout } = await calls("orders");
  const shown = new Set(stdout.match(/\bDC[A-Z]+\b/g));
  expect(shown.size).toBeGreaterThan(1);
  for (const location of shown) {
    const { stdout } = await calls(`orders --location ${location}`);
    expect(new Set(stdout.match(/\bDC[A-Z]+\b/g))).toEqual(new Set([location]));
  }
});

test.each(
  commands.flatMap(({ name, options }) =>
    Object.entries(options).flatMap(([option, row]) => (row.type === "string" ? [{ name, option, row }] : [])),
  ),
)("$name --$option without a value says which, and the example is one that it takes", async ({ name, option, row }) => {
  const { stderr } = await calls(`${name} --${option}`);
  expect(stderr).toContain(
    `--${option} needs a value (${row.value}), such as "--${option} ${row.example}". Try --help.`,
  );
  if (row.value === "FILE") return;
  expect((await calls(`${name} --${option} ${row.example}`)).stderr).not.toMatch(
    / must be | is not the number|Try --help/,
  );
});

test("every command explains itself and its options", async () => {
  for (const { name, summary, options } of commands) {
    const { code, stdout } = await calls(`${name} --help`);
    expect(code).toBe(0);
    expect(stdout.replace(/\s+/g, " ")).toContain(summary);
    for (const option of Object.keys(options)) expect(stdout).toContain(`--${option}`);
    expect((await calls(`help ${name}`)).stdout).toBe(stdout);
    expect(stdout.split("\n").filter((one) => one.length > 100)).toEqual([]);
  }
});

test("the version is the package's own", async () => {
  expect((await calls("--version")).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
