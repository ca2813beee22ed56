import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { accountOrder } from "../../provider/cli/account/account-orders";
import { exitCodes } from "../../provider/cli/command/command";
import { namesFor, programText, whyLeftOut } from "../../provider/cli/export/program";
import { boughtByShop, calls, shopState, simulator } from "./support/account";
import { documentedCall, pulumiWith } from "./support/documented-calls";

/** Type-checked, formatted and linted like everything in this folder. `npm run docs` writes it again. */
const golden = join(__dirname, "exported.program.ts");

const order = (orderOid: number, domainName: string, more: object = {}) =>
  accountOrder(
    {
      orderOid,
      domainName,
      serverType: "VPS",
      runningState: "RUNNING",
      distro: "deb12.64",
      location: { dataCenterLocationCode: "DCDALLAS" },
      vpsParameters: { memoryMb: 1024, diskSpaceMb: 10_240, diskSpace2Mb: 0 },
      allocatedIps: { primaryIp: "198.18.0.1" },
      billingInfo: { monthlyRecurringAmt: { amount: 5.82, currency: "USD" }, orderDate: "2025-01-02T03:04:05Z" },
      ...more,
    },
    Date.UTC(2026, 0, 1),
  );

const odd = [
  order(1, "www.example.com"),
  order(2, "WWW.example.com"),
  order(3, "a-1.example.com"),
  order(4, "a1.example.com"),
  order(5, "default"),
  order(6, "9lives.example.com"),
  order(7, "bücher.example"),
  order(8, "日本.example"),
  order(9, 'my "server" */ `x`'),
  order(10, "web_1"),
  order(11, "only-a-name.example.com", {
    distro: undefined,
    location: undefined,
    vpsParameters: undefined,
    billingInfo: undefined,
    allocatedIps: undefined,
  }),
  order(12, "tagged.example.com", {
    metaData: [
      { key: "role", value: "web" },
      { key: "cost-centre", value: "4711" },
      { key: "has space", value: "x" },
      { key: "pulumi-rimuhosting.name", value: "shop/dev/tagged" },
      { key: "a-rather-long-key-for-a-tag", value: "with-an-equally-long-value-to-go-with-it" },
    ],
  }),
];

test("odd accounts become a program that compiles, and is formatted", () => {
  // Each of these looks different in a program; the others only have other names.
  const declared = odd.filter(({ info }) => [9, 11, 12].includes(info.orderOid));
  const program = programText(
    { declared, leftOut: [{ order: order(13, "x.example.com"), why: "cancelled" }] },
    "2026-01-01",
  );
  if (process.env["WRITE_DOCS"] === "1") writeFileSync(golden, program);
  expect(readFileSync(golden, "utf8")).toBe(program);
});

test("names are the program's own and never the same", () => {
  const names = [...namesFor(odd.map(({ info }) => info)).values()];
  const expected =
    "www-example-com-1 www-example-com-2 a-1-example-com-3 a1-example-com-4 default 9lives-example-com " +
    "bucher-example xn-wgv71a-example my-server-x web-1 only-a-name-example-com tagged-example-com";
  expect(names.map(({ resource }) => resource).join(" ")).toBe(expected);
  expect(new Set(names.map(({ variable }) => variable)).size).toBe(names.length);
  expect(names.filter(({ variable }) => !/^[a-z][A-Za-z0-9]*$/.test(variable))).toEqual([]);
});

test("an order past its end is left out even while its server runs: import would refuse it", () => {
  const ending = order(1, "www.example.com", { billingInfo: { cancellationDate: "2025-12-31T00:00:00Z" } });
  const why = (nowMs: number): string | undefined => whyLeftOut(ending, { held: new Set(), isManaged: false }, nowMs);
  expect(why(Date.UTC(2026, 0, 1))).toContain("cancelled ");
  expect(why(Date.UTC(2025, 11, 30))).toBeUndefined();
});

test("what a stack bought is left out", async () => {
  const declaredIn = async (line: string): Promise<number[]> =>
    JSON.parse((await calls(`${line} --json`)).stdout).declared;
  expect(await declaredIn("export")).toEqual([2853299702, 2853411087, 2853500314, 2901177465]);
  expect(await declaredIn("export --search mail")).toEqual([2853411087]);
  expect(await declaredIn("export 2901177465")).toEqual([2901177465]);
});

const lost = { pulumi: pulumiWith(shopState({ held: {}, keys: [] })) };

test("what this folder's stack has is left out, whoever bought it", async () => {
  const state = shopState({ held: { mail: 2853411087, web: 3017759921 } });
  for (const line of ["export --json", "export --managed 2853411087 3017759921 3017760508 --json"]) {
    const { declared, leftOut } = JSON.parse((await documentedCall(line, { pulumi: pulumiWith(state) })).stdout);
    expect(declared).not.toContain(2853411087);
    expect(leftOut).toContainEqual({ orderOid: 2853411087, why: "this stack has it already" });
    expect(leftOut).toContainEqual({ orderOid: 3017759921, why: "this stack has it already" });
  }
});

test("a state that cannot be read stops it, without advice that only strays can follow", async () => {
  const known = pulumiWith(shopState());
  const pulumi: typeof known = async (args) =>
    args[1] === "export" ? { code: 255, stdout: "", stderr: "error: locked" } : known(args);
  const { code, stderr } = await documentedCall("export", { pulumi });
  expect(code).toBe(exitCodes.failed);
  expect(stderr).toContain("The stack of this folder could not be exported (locked).");
  expect(stderr).not.toContain("Give a file");
});

const warning = "Another stack may still manage some of them";

test("--managed declares what this stack has bought, and leaves out what another stack or no stack bought", async () => {
  const [key] = boughtByShop("prod");
  const bought = (...metaData: (typeof key)[]): number =>
    simulator.world.placeOrder({ domainName: "x.example.com", metaData: metaData.filter((tag) => tag !== undefined) })
      .orderOid;
  const others = bought(key, { keyName: "pulumi-rimuhosting.name", value: "shop/prod/web" });
  const nameless = bought(key);
  const { declared, leftOut, program } = JSON.parse((await documentedCall("export --managed --json", lost)).stdout);
  expect(declared).toEqual([3017759921, 3017760508, 3094412230]);
  expect(leftOut).toEqual(
    expect.arrayContaining([
      {
        orderOid: others,
        why: "bought by shop/prod/web: by another stack, which may still manage it, or by this one under a former name. Add its number to adopt it",
      },
      { orderOid: nameless, why: "no tag says which stack bought it" },
      { orderOid: 2853411087, why: "no stack bought it" },
    ]),
  );
  expect(program).not.toContain(warning);
  expect(program).toContain('const web2 = new rimuhosting.Vps(\n  "web-2",');
  expect((await documentedCall("export --managed", lost)).stderr).toContain(
    "3 servers declared that shop/dev has bought, ",
  );
  expect(JSON.parse((await documentedCall("export --managed --stack org/prod --json")).stdout).declared).toEqual([
    others,
  ]);
});

test("--managed with numbers declares what another stack bought, and says so", async () => {
  const others = (await documentedCall("export --managed 3017759921 --stack prod", lost)).stdout;
  expect(others).toContain(warning);
  expect(others).toContain("; bought by shop/dev/web, another stack\n");
  const own = (await documentedCall("export --managed 3017759921 2853411087", lost)).stdout;
  expect(own).not.toContain(warning);
  expect(own).toMatch(/; bought by shop\/dev\/web$/m);
  expect((await calls("export --managed 3017759921")).stdout).toContain(warning);
});

test("a file is written once, and never over another", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rimuhosting-export-"));
  try {
    const first = await calls("export --out index.ts", { folder });
    expect(first).toMatchObject({ code: 0, stdout: "Written to index.ts.\n" });
    expect(readFileSync(join(folder, "index.ts"), "utf8")).toBe((await calls("export")).stdout);
    writeFileSync(join(folder, "index.ts"), "mine");
    const second = await calls("export --out index.ts", { folder });
    expect(second.code).toBe(exitCodes.failed);
    expect(readFileSync(join(folder, "index.ts"), "utf8")).toBe("mine");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("where there is nothing to adopt, no program is written, and the error says why", async () => {
  const folder = mkdtempSync(join(tmpdir(), "rimuhosting-export-"));
  try {
    const { code, stdout, stderr } = await calls("export 3017759921 --out index.ts", { folder });
    expect({ code, stdout }).toEqual({ code: exitCodes.failed, stdout: "" });
    expect(stderr).toMatch(/3017759921 .*shop\/dev/);
    expect(existsSync(join(folder, "index.ts"))).toBe(false);
    expect((await calls("export --search nobody")).code).toBe(exitCodes.failed);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
