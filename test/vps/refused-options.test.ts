import * as pulumi from "@pulumi/pulumi";
import { Provider } from "../../provider/account/provider";
import { optionComplaint } from "../../provider/engine/suggestions";
import { Vps } from "../../provider/index";
import { ReverseDns } from "../../provider/reverse-dns/reverse-dns";
import { vpsArguments } from "../../provider/vps/arguments";
import type { VpsOptions } from "../../provider/vps/options";

beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ inputs }) => ({ id: "1", state: inputs }), call: () => ({}) }),
);

const args = { domainName: "web.example.com" };
/** What a program in JavaScript may pass, whatever the types say. */
const vps = (options: object) => new Vps("web", args, options);

test("an option with which the engine would cancel or drop the server is an immediate error", () => {
  const other = new pulumi.ComponentResource("shop:index:Site", "site");
  expect(() => vps({ deletedWith: other })).toThrow("the option deletedWith is not supported");
  expect(() => vps({ replaceWith: [other] })).toThrow("the option replaceWith is not supported");
  for (const option of ["id", "urn"])
    expect(() => vps({ [option]: "1" })).toThrow(`the option ${option} is not supported. getOrder reads an order`);
  expect(() => vps({ replaceOnChanges: ["distro"] })).toThrow('onImageChange: "replace"');
  expect(() => vps({ deleteBeforeReplace: false })).toThrow("deleteBeforeReplace: false is not");
  for (const replaceWith of [[], undefined, null]) expect(() => vps({ replaceWith })).not.toThrow();
});

/** Compared with the SDK by the compiler, which sees the options of its newest version. */
const everyOption: Readonly<
  Record<keyof VpsOptions | Exclude<keyof pulumi.ComponentResourceOptions, "providers">, true>
> = {
  additionalSecretOutputs: true,
  aliases: true,
  customTimeouts: true,
  deleteBeforeReplace: true,
  deletedWith: true,
  dependsOn: true,
  envVarMappings: true,
  hideDiffs: true,
  hooks: true,
  id: true,
  ignoreChanges: true,
  import: true,
  parent: true,
  pluginDownloadURL: true,
  protect: true,
  provider: true,
  replaceOnChanges: true,
  replaceWith: true,
  replacementTrigger: true,
  retainOnDelete: true,
  stateMigrations: true,
  transformations: true,
  transforms: true,
  urn: true,
  version: true,
};

test.each(Object.keys(everyOption))("%s is an option", (name) => {
  expect(optionComplaint(name, vpsArguments)).toBeUndefined();
});

test("an option that resembles none is left to Pulumi, whose newer versions may have it", () => {
  expect(optionComplaint("forever", vpsArguments)).toBeUndefined();
});

test("a misspelt option is an immediate error: a server that was to be protected would not be", () => {
  const misspelt = { protected: true } as object;
  const told = (whose: string): string =>
    `${whose}: there is no option "protected", so it would have no effect. Did you mean "protect"?`;
  expect(() => new Vps("web", args, misspelt)).toThrow(told('Vps "web"'));
  expect(() => new ReverseDns("web", { orderOid: 1, name: "web.example.com" }, misspelt)).toThrow(
    told('ReverseDns "web"'),
  );
  expect(() => new Provider("eu", { apiKey: "12345" }, misspelt)).toThrow(told('Provider "eu"'));
  expect(() => new Vps("web", args, { protected: undefined } as object)).not.toThrow();
});

test("an argument among the options is an immediate error: a guard there would guard nothing", () => {
  const misplaced = { onImageChange: "forbid" } as object;
  expect(() => new Vps("web", args, misplaced)).toThrow(/^Vps "web": onImageChange is an argument and no option/);
  const ip = { ip: "198.18.0.1" } as object;
  expect(() => new ReverseDns("web", { orderOid: 1, name: "web.example.com" }, ip)).toThrow(/^ReverseDns "web": ip is/);
  const key = { apiKey: "12345" } as object;
  expect(() => new Provider("eu", {}, key)).toThrow(/^Provider "eu": apiKey is an argument/);
  expect(() => new Vps("web", args, { preventDestroy: true } as object)).toThrow('Did you mean "protect"?');
});

const record = (options: object) => new ReverseDns("web", { orderOid: 1, name: "web.example.com" }, options);
const provider = (options: object) => new Provider("eu", { apiKey: "12345" }, options);

test.each<[string, (options: object) => unknown, object, string]>([
  [
    'Vps "web"',
    vps,
    { ignoreChanges: ["distros"] },
    'ignoreChanges: "distros" is not an argument of Vps, so it would have no effect; did you mean "distro"?',
  ],
  ['Vps "web"', vps, { ignoreChanges: ["memoryMb", "Distro"] }, '"Distro" is not an argument of Vps, so'],
  ['Vps "web"', vps, { ignoreChanges: ["image"] }, 'did you mean "distro"?'],
  ['Vps "web"', vps, { ignoreChanges: ["instantiationOptions.distro"] }, 'did you mean "distro"?'],
  [
    'Vps "web"',
    vps,
    { ignoreChanges: ["primaryIp"] },
    '"primaryIp" is not an argument of Vps, so it would have no effect.',
  ],
  ['Vps "web"', vps, { ignoreChanges: ["__key"] }, '"__key" is not an argument of Vps'],
  ['Vps "web"', vps, { ignoreChanges: [""] }, '"" is not an argument of Vps'],
  ['Vps "web"', vps, { ignoreChanges: ["distro."] }, '"distro." is not an argument of Vps'],
  ['Vps "web"', vps, { ignoreChanges: ["metaData[role]"] }, '"metaData[role]" is not an argument of Vps'],
  ['Vps "web"', vps, { ignoreChanges: ["*.role"] }, '"*" is not an argument of Vps'],
  [
    'Vps "web"',
    vps,
    { ignoreChanges: ["move.reason"] },
    'ignoreChanges: move has no property "reason", so it would have no effect; it can have isUpdateDns, moveReason, ',
  ],
  ['Vps "web"', vps, { ignoreChanges: ['ipRequest["numIPs"]'] }, 'ipRequest has no property "numIPs"'],
  ['Vps "web"', vps, { ignoreChanges: ["fileInjectionData[1].name"] }, 'fileInjectionData[0] has no property "name"'],
  ['Vps "web"', vps, { ignoreChanges: ["sshAuthorizedKeys.first"] }, 'sshAuthorizedKeys has no property "first"'],
  ['Vps "web"', vps, { ignoreChanges: ["memoryMb[0]"] }, "memoryMb has no entries, so it would have no effect."],
  ['Vps "web"', vps, { ignoreChanges: "distro" }, 'ignoreChanges must be a list of names, such as ["domainName"].'],
  ['Vps "web"', vps, { ignoreChanges: [pulumi.output("distro")] }, "ignoreChanges must be a list of names"],
  ['Vps "web"', vps, { hideDiffs: ["pasword"] }, '"pasword" is not an argument of Vps, so it'],
  [
    'Vps "web"',
    vps,
    { additionalSecretOutputs: ["primaryIP"] },
    '"primaryIP" is not an output of Vps, so it would have no effect; did you mean "primaryIp"?',
  ],
  [
    'ReverseDns "web"',
    record,
    { ignoreChanges: ["nam"] },
    'is not an argument of ReverseDns, so it would have no effect; did you mean "name"?',
  ],
  ['ReverseDns "web"', record, { replaceOnChanges: ["nam"] }, '"nam" is not an argument of ReverseDns'],
  [
    'Provider "eu"',
    provider,
    { ignoreChanges: ["apikey"] },
    '"apikey" is not a setting, so it would have no effect; did you mean "apiKey"?',
  ],
])("%s: what an option names, and there is not, is an immediate error: %#", (whose, declare, options, words) => {
  const thrown = expect(() => declare(options));
  thrown.toThrow(words);
  thrown.toThrow(new RegExp(`^${whose}: \\w+`));
});

/** What the engine is told to ignore. */
function ignored(declare: (options: object) => unknown, ignoreChanges: readonly string[]): string[] | undefined {
  const reached: pulumi.ResourceOptions[] = [];
  declare({ ignoreChanges, transformations: [({ opts }: { opts: object }) => void reached.push(opts)] });
  return reached[0]?.ignoreChanges;
}

test.each(["*", "[*]", '["*"]'])(
  "%s stands for the arguments, and for no input of the provider's own",
  (everything) => {
    expect(ignored(vps, [everything])).toEqual(vpsArguments);
    expect(ignored(record, [everything])).toEqual(["orderOid", "orderOid", "ip", "name"]);
    expect(ignored(provider, [everything])).toContain("rimuhosting:apiKey");
  },
);

test("a path into an argument reaches the engine, under the name that it knows", () => {
  const paths = [
    "distro",
    '["memoryMb"]',
    "metaData.role",
    'metaData["a b"]',
    'move["moveReason"]',
    "cloudConfig.packages[0]",
  ];
  const further = [
    "sshAuthorizedKeys[0]",
    "fileInjectionData[*].dataAsString",
    "reinstallTriggers[1].version",
    "metaData.*",
  ];
  expect(ignored(vps, [...paths, ...further])).toEqual([...paths, ...further]);
  expect(ignored(vps, [])).toEqual([]);
  expect(ignored(record, ["vps", '["name"]'])).toEqual(["orderOid", '["name"]']);
  expect(ignored(provider, ["baseUrl"])).toEqual(["rimuhosting:baseUrl"]);
});

test.each([undefined, null, ""])(
  "a Provider whose key is %p is refused, because the stack's would be used",
  (value) => {
    // Types allow no null, but programs pass it.
    const apiKey = value as string | undefined;
    expect(() => new Provider("eu", { apiKey })).toThrow(/^Provider "eu": apiKey /);
    expect(() => new Provider("eu", {})).not.toThrow();
  },
);

test.each(["protect", "retainOnDelete", "deleteBeforeReplace"])(
  "%s is true or false: Pulumi fails on text without naming it",
  (option) => {
    expect(() => new Vps("web", args, { [option]: "yes" } as object)).toThrow(
      `Vps "web": the option ${option} must be true or false, but is of type string.`,
    );
    expect(() => new Vps("web", args, { [option]: undefined } as object)).not.toThrow();
  },
);
