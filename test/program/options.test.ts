import * as pulumi from "@pulumi/pulumi";
import { Vps } from "../../provider/index";
import { getDistributionsOutput } from "../../provider/program/functions/catalogue";
import { getOrder, getOrderOutput } from "../../provider/program/functions/orders";
import { requireOneImport } from "../../provider/program/imported-orders";
import { Provider } from "../../provider/program/provider";
import { ReverseDns } from "../../provider/program/reverse-dns";
import { timeoutsOf, type VpsOptions } from "../../provider/program/vps-options";
import { vpsArguments } from "../../provider/server/arguments";
import { optionComplaint } from "../../provider/service/names";

const registered = new Map<string, Record<string, unknown>>();
const invoked: string[] = [];

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs, id }) => {
      registered.set(`${type.split(":").at(-1)}::${name}`, { ...inputs, idGiven: id });
      const isPending = name.startsWith("pending-");
      return {
        id: isPending ? name : "1",
        state: { ...inputs, orderOid: name === "pending-lost" ? undefined : 6589517584 },
      };
    },
    call: ({ token, inputs }) => {
      invoked.push(token);
      return inputs;
    },
  }),
);

/** What a program in JavaScript may pass, whatever the types say. */
const any = (value: unknown) => value as never;

const domainName = "web.example.com";
const server = (args: unknown) => () => new Vps("web", any(args));
const vps = (options: unknown) => new Vps("web", { domainName }, any(options));
const record = (options: unknown) => new ReverseDns("web", { orderOid: 1, name: domainName }, any(options));
const provider = (options: unknown) => new Provider("eu", { apiKey: "12345" }, any(options));
const timeouts = (customTimeouts: unknown) => () => vps({ customTimeouts });
const dns = (args: unknown) => () => new ReverseDns("web", any(args));

const mustBe = 'Vps "web": the arguments must be an object such as { domainName: "web.example.com" }, but are';

test.each<[string, () => unknown]>([
  [`${mustBe} a string.`, server("web.example.com")],
  ["but are an output.", server(pulumi.output({ domainName }))],
  ["the options must be an object such as { protect: true }", () => vps("protect")],
  ['"region" is not a setting. Available: apiKey, baseUrl', () => new Provider("eu", any({ region: "DCDALLAS" }))],
  ["the name contains an output that was put into", () => new Vps(`web-${pulumi.output("x")}`, { domainName })],
  ["new Vps(name, …): the first argument", () => new Vps(any({ domainName }), any(undefined))],
  ["new Vps(name, …): the first argument", () => new Vps("", { domainName })],
  ['customTimeouts.update is 90, without a unit: write "90s" or "90m".', timeouts({ update: 90 })],
  ['the aliases option has "old", which is no URN: write { name: "old" }.', () => vps({ aliases: ["old"] })],
  ...[{ name: "old" }, "old", [undefined], pulumi.output([])].map((aliases): [string, () => unknown] => [
    'the aliases option must be a list, such as [{ name: "web" }].',
    () => vps({ aliases }),
  ]),
  ...[true, "10m", [], pulumi.output({})].map((given): [string, () => unknown] => [
    'customTimeouts must be an object, such as { create: "90m" }.',
    timeouts(given),
  ]),
  ["customTimeouts.update must be a duration with a unit", timeouts({ update: "1h or so" })],
  ["customTimeouts.update must be a duration with a unit", timeouts({ update: "" })],
  ['customTimeouts has no "creat": it can have create, update, delete and', timeouts({ creat: "90s" })],
  ...[undefined, null, {}, { name: domainName }].map((args): [string, () => unknown] => [
    "pass either vps or orderOid.",
    dns(args),
  ]),
  ["vps is undefined: is the value that it comes from missing?", dns({ vps: null, name: domainName })],
  ["orderOid is undefined: is the value that it comes from missing?", dns({ orderOid: undefined, name: domainName })],
  ['the arguments must be an object such as { vps: web, name: "web.example.com" }', dns("x")],
  ["new Provider(name, …): the first argument", () => new Provider(any(undefined))],
  ['Provider "eu": apiKey is given, but has no value', () => new Provider("eu", any({ apiKey: null }))],
  [
    'Provider "eu": apiKey is empty: is the setting that it comes from missing?',
    () => new Provider("eu", { apiKey: "" }),
  ],
  ["getOrder: the arguments must be an object such as { orderOid", () => getOrderOutput(any("web"))],
  ["getDistributions: the arguments must be an object such as {},", () => getDistributionsOutput(any("deb"))],
  ["getOrder: the options must be", () => getOrderOutput({ orderOid: 1 }, any("x"))],
  // Options with which the engine would cancel or drop the server, or that would have no effect
  ["the option deletedWith is not supported", () => vps({ deletedWith: record({}) })],
  ["the option replacementTrigger is not supported", () => vps({ replacementTrigger: 1 })],
  ['ReverseDns "web": the option import is not supported. The service can', () => record({ import: "5/192.0.2.7" })],
  ["the option urn is not supported. getOrder reads an order", () => vps({ urn: "1" })],
  ["the option protect must be true or false, but is of type string.", () => vps({ protect: "yes" })],
  ['Did you mean "protect"?', () => vps({ preventDestroy: true })],
  ["the option deleteBeforeReplace: true is not supported. A repl", () => provider({ deleteBeforeReplace: true })],
  ['ReverseDns "web": customTimeouts.create must be a duration', () => record({ customTimeouts: { create: "soon" } })],
  ["the option deleteBeforeReplace: false is not supported. A crash", () => vps({ deleteBeforeReplace: false })],
  ['Provider "eu": apiKey is an argument, not an option', () => provider({ apiKey: "12345" })],
  // What an option names, and there is not
  ...Object.entries({
    image: 'did you mean "distro"?',
    "instantiationOptions.distro": 'did you mean "distro"?',
    primaryIp: '"primaryIp" is not an argument of Vps, so it would have no effect.',
    __key: '"__key" is not an argument of Vps',
    "": '"" is not an argument of Vps',
    "metaData[role]": '"metaData[role]" is not an argument of Vps',
  }).map(([path, words]): [string, () => unknown] => [words, () => vps({ ignoreChanges: ["memoryMb", path] })]),
  ...["distro", [7]].map((names): [string, () => unknown] => [
    'ignoreChanges must be a list of names, such as ["domainName"].',
    () => vps({ ignoreChanges: names }),
  ]),
  ['"primaryIP" is not an output of Vps, so it', () => vps({ additionalSecretOutputs: ["primaryIP"] })],
  ['of ReverseDns, so it would have no effect; did you mean "name"?', () => record({ ignoreChanges: ["nam"] })],
  ['"apikey" is not a setting, so it would', () => provider({ ignoreChanges: ["apikey"] })],
])("%s", (words, declare) => {
  let thrown: unknown;
  try {
    declare();
  } catch (error) {
    thrown = error;
  }
  // The engine prints nothing but the message of such an error.
  if (!pulumi.RunError.isInstance(thrown)) throw new Error(`not in plain words: ${String(thrown)}`);
  expect(thrown.message).toContain(words);
  expect(thrown.message).not.toContain("12345");
});

test("the promise form of a question rejects with the same sentence", async () => {
  await expect(getOrder(any("web"))).rejects.toThrow("getOrder: the arguments must be an object such as");
});

test.each([
  { replaceWith: [], aliases: ["urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::old"] },
  { replaceWith: null, protected: undefined, protect: undefined, deleteBeforeReplace: undefined },
  { customTimeouts: { read: "10m", create: null } },
])("%j is taken", (options) => {
  expect(() => vps(options)).not.toThrow();
  expect(timeoutsOf({ create: "90m", delete: "1h30m", read: "10m" })).toEqual({
    createMs: 5_400_000,
    deleteMs: 5_400_000,
  });
});

test("null stands for no arguments and no options", async () => {
  expect(await inputsOf(new Vps("none", any(null), any(null)))).not.toHaveProperty("domainName");
  expect(await inputsOf(new ReverseDns("none", { orderOid: 5, name: domainName }, any(null)))).toMatchObject({
    orderOid: 5,
  });
  expect(new Provider("none", any(null), any(null))).toBeInstanceOf(Provider);
  await expect(getOrder(any(null), any(null))).resolves.toEqual({});
  // Under mocks nothing is asked, so that a provider of any class will do.
  const foreign = new (class extends pulumi.ProviderResource {})("comp", "none", {});
  await expect(getOrder(any(null), { provider: foreign })).resolves.toEqual({});
});

/** Compared with the SDK by the compiler, which sees the options of its newest version. */
const everyOption = [
  ...["additionalSecretOutputs", "aliases", "customTimeouts", "deleteBeforeReplace", "deletedWith", "dependsOn"],
  ...["envVarMappings", "hideDiffs", "hooks", "id", "ignoreChanges", "import", "parent"],
  ...["pluginDownloadURL", "protect"],
  ...["provider", "replaceOnChanges", "replaceWith", "replacementTrigger", "retainOnDelete", "stateMigrations"],
  ...["transformations", "transforms", "urn", "version"],
] as const;
type Option = keyof VpsOptions | Exclude<keyof pulumi.ComponentResourceOptions, "providers">;
const missing: [Exclude<Option, (typeof everyOption)[number]>] extends [never] ? "none" : "some" = "none";

test("no option of Pulumi's is refused by its name, nor one that resembles none: newer versions may have it", () => {
  expect([missing, ...everyOption.map((name) => optionComplaint(name, vpsArguments))]).toEqual([
    "none",
    ...everyOption.map(() => undefined),
  ]);
  expect(optionComplaint("forever", vpsArguments)).toBeUndefined();
});

/** The options as they reach the SDK. */
function reaching(declare: (options: object) => unknown, options: object): pulumi.CustomResourceOptions {
  const reached: pulumi.CustomResourceOptions[] = [];
  declare({ ...options, transformations: [({ opts }: { opts: object }) => void reached.push(opts)] });
  return reached[0] ?? {};
}

test("the old server is cancelled first, whatever stands for the default", () => {
  for (const declare of [vps, record])
    for (const deleteBeforeReplace of [undefined, null])
      expect(reaching(declare, { deleteBeforeReplace }).deleteBeforeReplace).toBe(true);
});

test.each(["*", "[*]", '["*"]'])(
  "%s stands for the arguments, and for no input of the provider's own",
  (everything) => {
    const ignored = (declare: (options: object) => unknown) =>
      reaching(declare, { ignoreChanges: [everything] }).ignoreChanges;
    expect(ignored(vps)).toEqual(vpsArguments);
    expect(ignored(record)).toEqual(["orderOid", "orderOid", "ip", "name"]);
    expect(ignored(provider)).toContain("rimuhosting:apiKey");
  },
);

test("a path into an argument reaches the engine, under the name that it knows", () => {
  const paths = [
    ...["distro", '["memoryMb"]', "metaData.role", 'metaData["a b"]', 'move["moveReason"]', "cloudConfig.packages[0]"],
    ...["sshAuthorizedKeys[0]", "fileInjectionData[*].dataAsString", "reinstallTriggers[1].version", "metaData.*"],
  ];
  expect(reaching(vps, { ignoreChanges: paths }).ignoreChanges).toEqual(paths);
  expect(reaching(record, { ignoreChanges: ["vps", '["name"]'] }).ignoreChanges).toEqual(["orderOid", '["name"]']);
  expect(reaching(provider, { ignoreChanges: ["baseUrl"] }).ignoreChanges).toEqual(["rimuhosting:baseUrl"]);
});

/** What a declaration hands to the engine. */
async function inputsOf(resource: pulumi.CustomResource): Promise<Record<string, unknown>> {
  const urn = await new Promise<string>((resolve) => resource.urn.apply(resolve));
  return { ...registered.get(urn.split(":").slice(-3).join(":")), itsUrn: urn };
}

class Site extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("shop:index:Site", name, {}, opts);
  }
}
let count = 0;
const inside = (opts: pulumi.ComponentResourceOptions): VpsOptions => ({ parent: new Site(`site-${++count}`, opts) });
const transformed = (protect: boolean): VpsOptions => ({
  transformations: [({ props, opts }) => ({ props, opts: { ...opts, protect } })],
});

test.each<[string, () => VpsOptions, Record<string, unknown>]>([
  ["nothing", () => ({}), {}],
  ["protect", () => ({ protect: true }), { __isProtected: true }],
  ["protect: false", () => ({ protect: false }), {}],
  ["retainOnDelete", () => ({ retainOnDelete: true }), { __isRetained: true }],
  ["retainOnDelete: false", () => ({ retainOnDelete: false, deleteBeforeReplace: true }), {}],
  ["no parent and no provider", () => any({ parent: undefined, provider: undefined }), {}],
  ["a component", () => inside({}), {}],
  ["a component's protection", () => inside({ protect: true }), { __isProtected: true }],
  ["protect in a component", () => ({ ...inside({}), protect: true }), { __isProtected: true }],
  ["protect: false in a protected component", () => ({ ...inside({ protect: true }), protect: false }), {}],
  ["a transformation's protection", () => transformed(true), { __isProtected: true }],
  ["protect that a transformation takes off", () => ({ ...transformed(false), protect: true }), {}],
  ["a component in another one", () => inside(inside({ protect: true })), { __isProtected: true }],
])("the provider is told what the options mean for it: %s", async (_, opts, marks) => {
  const inputs = await inputsOf(new Vps(`web-${++count}`, { domainName }, opts()));
  for (const mark of ["__isProtected", "__isRetained"]) expect(inputs[mark]).toEqual(marks[mark]);
});

test("a server knows its URN, also in a component, and the password of its idempotency key", async () => {
  for (const opts of [{}, inside({})]) {
    const inputs = await inputsOf(new Vps(`web-${++count}`, { domainName }, opts));
    expect(inputs).toMatchObject({ __urn: inputs["itsUrn"], __keyPassword: expect.anything() });
  }
});

test("the provider is told which arguments are secret, wholly or in a part, and is not told that of others", async () => {
  const metaData = { role: "web", token: pulumi.secret("canary") };
  const features = pulumi.output(Promise.resolve("ssd"));
  const args = { domainName, features, metaData, controlPanel: pulumi.secret("canary") };
  expect((await inputsOf(new Vps("with-secrets", args)))["__secret"]).toEqual(["metaData", "controlPanel"]);
  expect(await inputsOf(new Vps("without-secrets", { domainName, features }))).not.toHaveProperty("__secret");
});

test("a server whose purchase had no answer at first has its order's number as its id, once that is known", async () => {
  const idOf = (name: string) => new Promise((resolve) => new Vps(name, { domainName }).id.apply(resolve));
  expect(await idOf("pending-found")).toBe("6589517584");
  expect(await idOf("pending-lost")).toBe("pending-lost");
});

test("the engine does not see an import: it would try to read the order itself, and cannot", async () => {
  const inputs = await inputsOf(new Vps("importing", { domainName }, { import: "2853299702" }));
  expect(inputs).toMatchObject({ __import: "2853299702" });
  expect(inputs).not.toHaveProperty("import");
  expect(inputs["idGiven"]).toBeFalsy();
  expect(invoked.filter((token) => !token.includes("getOrder"))).toEqual([]);
});

test("servers of several runs, and of a program under test, may import one order", () => {
  const newRun = (stack: object | undefined) =>
    jest.spyOn(pulumi.runtime, "getStackResource").mockReturnValue(any(stack));
  for (const stack of [undefined, undefined, {}, {}]) {
    newRun(stack);
    expect(() => requireOneImport("web", "2853299702")).not.toThrow();
  }
  newRun({});
  for (const name of ["web", "app"]) expect(() => requireOneImport(name, "2853299702")).not.toThrow();
  jest.restoreAllMocks();
});
