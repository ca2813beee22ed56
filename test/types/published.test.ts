import ts from "typescript";
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

const web = (args: string, options = ""): string =>
  `new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} }, { ${options} });`;
const record = (args: string): string =>
  `export const on = (vps: rimuhosting.Vps) => new rimuhosting.ReverseDns("web", { name: "web.example.com", ${args} });`;

/** Common mistakes, each with a word of the error that leads to it. */
const mistakes: Readonly<Record<string, readonly [text: string, named: string]>> = {
  "a misspelt argument": [web("memoryMB: 2048"), "'memoryMb'"],
  "no domainName": [`new rimuhosting.Vps("web", { memoryMb: 2048 });`, "'domainName' is missing"],
  "a value that is not one of the choices": [web('cancel: "now"'), `'"now"'`],
  "a misspelt name in a nested value": [web("ipRequest: { numIPs: 2 }"), "'numIPs'"],
  "a misspelt option": [web("", "protected: true"), "'protected'"],
  "a misspelt argument in ignoreChanges": [web("", 'ignoreChanges: ["distros"]'), `'"distro"'`],
  "an option that is not supported": [web("", 'deletedWith: new rimuhosting.Provider("eu", {})'), "'undefined'"],
  "a replacement that could not work": [web("", 'replaceOnChanges: ["distro"]'), "'undefined'"],
  "a file without content": [web('fileInjectionData: [{ path: "/a" }]'), "'dataFromUrl' is missing"],
  "a file with two kinds of content": [
    web('fileInjectionData: [{ path: "/a", dataAsString: "a", dataFromUrl: "https://example.com" }]'),
    "'dataFromUrl'",
  ],
  "a record without a server": [record(""), "'orderOid' is missing"],
  "a record with two servers": [record("vps, orderOid: 5"), "'orderOid'"],
  "a misspelt name in a record": [record("vps, ipp: 1"), "'ipp'"],
  "an output that does not exist": [`export const ip = ${web("").slice(0, -1)}.ipAddress;`, "'ipAddress'"],
  "a misspelt setting": [`new rimuhosting.Provider("eu", { apikey: "12345" });`, "'apiKey'"],
  "a misspelt argument of a function": ["export const vps = rimuhosting.getOrder({ oid: 7 });", "'oid'"],
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
    ...Object.fromEntries(Object.entries(mistakes).map(([name, [text]]) => [mistakeFile(name), start + text])),
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

test.each(Object.entries(mistakes))("%s is one error, which names it", (name, [, named]) => {
  const errors = complaints(today, ({ fileName }) => fileName.endsWith(`/${mistakeFile(name)}`));
  expect(errors).toEqual([expect.stringContaining(named)]);
});
