import ts from "typescript";
import { readDeclarations } from "../docs/reference/declarations";
import { type Shown, shownTo } from "./documentation";
import { complaints, createCompiler, isOurs } from "./published-package";
import { snippetsOfDocs } from "./snippets";

/** A program as a user writes it. */
const program = `
  import * as pulumi from "@pulumi/pulumi";
  import * as rimuhosting from "pulumi-rimuhosting";
  import { rimuhostingMocks } from "pulumi-rimuhosting/testing";
  import * as dynamic from "pulumi-rimuhosting/dynamic";

  const eu = new rimuhosting.Provider("eu", { apiKey: new pulumi.Config().requireSecret("euKey") });
  const args: rimuhosting.VpsArgs = {
    domainName: pulumi.interpolate\`web.\${pulumi.getStack()}.example.com\`,
    memoryMb: pulumi.output(2048),
    diskSpaceMb: undefined,
    sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE=", pulumi.output("ssh-ed25519 BBBB")],
    fileInjectionData: [{ path: "/etc/motd", dataAsString: pulumi.output("hello") }],
    billingOid: "1012",
    metaData: { role: "web", stack: pulumi.output("dev") },
    move: { pricingChangeOption: "CHOOSE_SAME_PRICING" },
    reinstallTriggers: [1, "two", { three: 3 }],
  };
  const web = new rimuhosting.Vps("web", args, { provider: eu, protect: true, customTimeouts: { create: "90m" }, ignoreChanges: ["distro", "metaData.role", 'move["moveReason"]', "cloudConfig.packages[0]", "*"] });
  new rimuhosting.ReverseDns("web", { vps: web, name: web.domainName });
  new rimuhosting.ReverseDns("old", { orderOid: 2_853_299_702, ip: "192.0.2.7", name: "old.example.com" });
  const built: rimuhosting.VpsArgs = { domainName: "built.example.com" };
  if (pulumi.getStack() === "dev") built.cloudConfig = { packages: ["nginx"] };
  else built.cloudConfigData = "#cloud-config";
  const files: rimuhosting.VpsFileArgs[] = ["a", "b"].map((name) => ({ path: "/etc/" + name, dataAsString: name }));
  files.push({ path: "/etc/c", ...(pulumi.getStack() === "dev" ? { dataAsBase64: "" } : { dataFromUrl: "https://example.com/c" }) });
  const script: rimuhosting.VpsFileArgs = { path: "/etc/d", dataAsBase64: undefined, dataAsString: web.primaryIp };
  script.execOnFirstBoot = true;
  built.fileInjectionData = pulumi.output([...files, script]);
  new rimuhosting.Vps("built", built);
  const record: rimuhosting.ReverseDnsArgs = { vps: web, name: web.domainName };
  record.ip = web.primaryIp;
  new rimuhosting.ReverseDns("built", record);
  new rimuhosting.Vps("next", { domainName: "next.example.com", dcLocation: web.dcLocation }, { import: "7" });

  export const ip: pulumi.Output<string> = web.primaryIp;
  export const distro: pulumi.Output<string> = web.distro;
  export const country: pulumi.Output<string | undefined> = web.location.apply((place) => place.dataCenterLocationCountry2ltr);
  export const written: pulumi.Output<(string | undefined)[] | undefined> = web.fileInjectionData.apply((all) => all?.map((one) => one.dataAsString));
  export const gigabytes: pulumi.Output<number> = web.memoryMb.apply((mb) => mb / 1024);
  export const usd: pulumi.Output<number | undefined> = web.monthlyCost.apply((cost) => cost?.amountUsd);
  export const images: Promise<rimuhosting.GetDistributionsResult> = rimuhosting.getDistributions();
  export const found: pulumi.Output<string | undefined> = rimuhosting.getOrderOutput({ orderOid: web.orderOid }).primaryIp;
  export const mocks: pulumi.runtime.Mocks = rimuhostingMocks({ functions: { getOrders: { orders: [] } } });
  export const names = Object.keys(dynamic);
`;

const start = `import * as rimuhosting from "pulumi-rimuhosting";\n`;

/** Common mistakes, and the words that lead to them. */
const mistakes: Readonly<Record<string, { readonly text: string; readonly named: string }>> = {
  "a value of another type": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com", memoryMb: "2048" });`,
    named: "Type 'string' is not assignable to type 'Input<number> | undefined'",
  },
  "a misspelt argument": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com", memoryMB: 2048 });`,
    named: "'memoryMB' does not exist in type 'VpsArgs'. Did you mean to write 'memoryMb'?",
  },
  "no domainName": {
    text: `new rimuhosting.Vps("web", { memoryMb: 2048 });`,
    named: "Property 'domainName' is missing",
  },
  "no arguments": { text: `new rimuhosting.Vps("web");`, named: "Expected 2-3 arguments, but got 1" },
  "a value that is not one of the choices": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com", cancel: "now" });`,
    named: `Type '"now"' is not assignable to type 'Input<"immediately" | "at-period-end"> | undefined'`,
  },
  "a misspelt name in a nested value": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com", ipRequest: { numIPs: 2 } });`,
    named: "'numIPs' does not exist in type",
  },
  "a misspelt option": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com" }, { protected: true });`,
    named: "'protected' does not exist in type 'VpsOptions'",
  },
  "a misspelt argument in ignoreChanges": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com" }, { ignoreChanges: ["distros"] });`,
    named: `Type '"distros"' is not assignable to type 'VpsArgumentPath'. Did you mean '"distro"'?`,
  },
  "an option that is not supported": {
    text: `export const on = (other: rimuhosting.Vps) => new rimuhosting.Vps("web", { domainName: "web.example.com" }, { deletedWith: other });`,
    named: "Type 'Vps' is not assignable to type 'undefined'",
  },
  "a replacement that could not work": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com" }, { replaceOnChanges: ["distro"] });`,
    named: "Type 'string[]' is not assignable to type 'undefined'",
  },
  "a file without content": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com", fileInjectionData: [{ path: "/etc/motd" }] });`,
    named: "Property 'dataFromUrl' is missing in type '{ path: string; }'",
  },
  "a file with two kinds of content": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com", fileInjectionData: [{ path: "/etc/motd", dataAsString: "a", dataFromUrl: "https://example.com" }] });`,
    named: "Types of property 'dataFromUrl' are incompatible",
  },
  "a misspelt name in a file": {
    text: `new rimuhosting.Vps("web", { domainName: "web.example.com", fileInjectionData: [{ path: "/etc/motd", dataAsText: "a" }] });`,
    named: "'dataAsText' does not exist in type",
  },
  "a record without a server": {
    text: `new rimuhosting.ReverseDns("web", { name: "web.example.com" });`,
    named: "Property 'orderOid' is missing in type '{ name: string; }'",
  },
  "a record with two servers": {
    text: `export const on = (vps: rimuhosting.Vps) => new rimuhosting.ReverseDns("web", { vps, orderOid: 5, name: "web.example.com" });`,
    named: "Types of property 'orderOid' are incompatible",
  },
  "a misspelt name in a record": {
    text: `new rimuhosting.ReverseDns("web", { orderOid: 5, nam: "web.example.com" });`,
    named: "Did you mean to write 'name'?",
  },
  "an output that does not exist": {
    text: `export const ip = new rimuhosting.Vps("web", { domainName: "web.example.com" }).ipAddress;`,
    named: "Property 'ipAddress' does not exist on type 'Vps'",
  },
  "a setting of another type": {
    text: `new rimuhosting.Provider("eu", { readableTag: "yes" });`,
    named: "Type 'string' is not assignable to type 'Input<boolean> | undefined'",
  },
  "a misspelt setting": {
    text: `new rimuhosting.Provider("eu", { apikey: "12345" });`,
    named: "'apikey' does not exist in type 'ProviderArgs'. Did you mean to write 'apiKey'?",
  },
  "a misspelt argument of a function": {
    text: `export const vps = rimuhosting.getOrder({ oid: 7 });`,
    named: "'oid' does not exist in type 'GetOrderArgs'",
  },
  "a wrong argument of a function's Output form": {
    text: `export const vps = rimuhosting.getPricingPlansOutput({ memAtLeast: "2048" });`,
    named: "Type 'string' is not assignable to type 'OutputArg<number> | undefined'",
  },
};

const mistakeFile = (name: string): string => `${name.replace(/\W+/g, "-")}.ts`;

const isProgram = ({ fileName }: ts.SourceFile): boolean => fileName.endsWith("/a-program-of-somebody/index.ts");

// The compiler is slow on a busy machine.
jest.setTimeout(120_000);

const strict: ts.CompilerOptions = { strict: true, noEmit: true, skipLibCheck: false, types: ["node"] };

const compile = createCompiler();

const snippets = snippetsOfDocs();

const today = compile(
  {
    "index.ts": program,
    ...snippets,
    ...Object.fromEntries(Object.entries(mistakes).map(([name, { text }]) => [mistakeFile(name), start + text])),
  },
  {
    ...strict,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
  },
);

test("a program compiles under nodenext, all declarations checked", () => {
  expect(complaints(today, (file) => isOurs(file) || isProgram(file))).toEqual([]);
});

test("a program compiles under the tsconfig of Pulumi's own template, all declarations checked", () => {
  const template = compile(
    { "index.ts": program },
    {
      strict: true,
      outDir: "bin",
      target: ts.ScriptTarget.ES2020,
      module: ts.ModuleKind.CommonJS,
      moduleResolution: ts.ModuleResolutionKind.Node10,
      ignoreDeprecations: "6.0",
      sourceMap: true,
      experimentalDecorators: true,
      pretty: true,
      noFallthroughCasesInSwitch: true,
      noImplicitReturns: true,
      forceConsistentCasingInFileNames: true,
      types: ["node"],
    },
  );
  expect(complaints(template, (file) => isOurs(file) || isProgram(file))).toEqual([]);
});

test("the compiler reads no declarations of zod or got", () => {
  const files = today.getSourceFiles();
  expect(files.filter(isOurs).length).toBeGreaterThan(5);
  expect(files.map(({ fileName }) => fileName).filter((name) => /node_modules\/(zod|got)\//.test(name))).toEqual([]);
});

test("every example of the reference and of the guides compiles", () => {
  expect(Object.keys(snippets).length).toBeGreaterThan(20);
  const isSnippet = ({ fileName }: ts.SourceFile) => Object.hasOwn(snippets, fileName.split("/").at(-1) ?? "");
  expect(complaints(today, isSnippet)).toEqual([]);
});

test.each(Object.entries(mistakes))("%s is one error, which names it", (name, { named }) => {
  const errors = complaints(today, ({ fileName }) => fileName.endsWith(`/${mistakeFile(name)}`));
  expect(errors).toEqual([expect.stringContaining(named)]);
});

describe("in an editor", () => {
  let shown: readonly Shown[];
  beforeAll(() => {
    shown = shownTo(today);
  });
  const typeOf = (name: string): string | undefined => shown.find((one) => one.name === name)?.type;

  test("every public name and property is documented", () => {
    expect(shown.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        "VpsArgs.memoryMb",
        "VpsIpRequestArgs.numIps",
        "Vps.primaryIp",
        "GetOrderResult",
        "getOrder",
      ]),
    );
    expect(shown.filter(({ documentation }) => documentation === "").map(({ name }) => name)).toEqual([]);
  });

  test("hovering an argument, an option or an output shows the whole comment that the reference is written from", () => {
    const { shapes } = readDeclarations();
    for (const shape of ["Vps", "VpsArgs", "VpsOptions", "ProviderArgs"]) {
      const members = shapes.get(shape)?.members ?? [];
      expect(members.length).toBeGreaterThan(4);
      for (const { name, text } of members)
        expect(shown.find((one) => one.name === `${shape}.${name}`)?.documentation).toBe(text);
    }
  });

  test("an argument and an output show their plain types", () => {
    expect(typeOf("VpsArgs.memoryMb")).toBe("Input<number> | undefined");
    expect(typeOf("VpsArgs.ipRequest")).toBe("Input<VpsIpRequestArgs> | undefined");
    expect(typeOf("Vps.distro")).toBe("Output<string>");
    expect(typeOf("Vps.location")).toBe("Output<VpsLocation>");
  });
});
