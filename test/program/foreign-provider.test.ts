import * as pulumi from "@pulumi/pulumi";
import { ReverseDns, Vps } from "../../provider/index";
import { Provider } from "../../provider/program/provider";

const declared: string[] = [];

beforeAll(() => {
  // Of a map of providers whose names do not fit, the SDK warns.
  jest.spyOn(console, "warn").mockReturnValue();
  return pulumi.runtime.setMocks({
    newResource: ({ inputs, name }) => {
      declared.push(name);
      return { id: "1", state: inputs };
    },
    call: () => ({}),
  });
});

class Other extends pulumi.ProviderResource {}
class Site extends pulumi.ComponentResource {
  constructor(name: string, opts: pulumi.ComponentResourceOptions) {
    super("shop:index:Site", name, {}, opts);
  }
}

const foreign = new Other("comp", "cp", {});
const ofAnotherLibrary = new Other("pulumi-nodejs", "dyn", {});
const eu = new Provider("eu", { apiKey: "12345" });
const urnOf = (name: string): string => `urn:pulumi:dev::shop::pulumi:providers:${name}::eu::id`;
const urn = urnOf("pulumi-nodejs");
let count = 0;
const site = (opts: pulumi.ComponentResourceOptions) => ({ parent: new Site(`site-${++count}`, opts) });

const resources: [string, (name: string, options: object) => pulumi.Resource][] = [
  ["Vps", (name, options) => new Vps(name, { domainName: "web.example.com" }, options)],
  ["ReverseDns", (name, options) => new ReverseDns(name, { orderOid: 1, name: "web.example.com" }, options)],
];
const anotherPackage = "must be a rimuhosting.Provider, but is a provider of another package";
const inherited = `the provider that it inherits ${anotherPackage}`;
const misnamed = (name: string) =>
  `a component passes on a rimuhosting.Provider under the name "${name}", where Pulumi`;

describe.each(resources)("the provider of a %s", (kind, declare) => {
  test.each<[string, () => object]>([
    [`the provider option ${anotherPackage} (comp). Leave it out`, () => ({ provider: foreign })],
    [`${anotherPackage} (pulumi-nodejs)`, () => ({ provider: ofAnotherLibrary })],
    [`${anotherPackage} (comp)`, () => ({ provider: new pulumi.DependencyProviderResource(urnOf("comp")) })],
    [`${inherited} (pulumi-nodejs). Set`, () => site({ providers: [ofAnotherLibrary] })],
    [`${inherited} (comp)`, () => site({ providers: { "pulumi-nodejs": foreign } })],
    [`${inherited} (pulumi-nodejs)`, () => site(site({ provider: ofAnotherLibrary }))],
    ["but is an output.", () => ({ provider: pulumi.output(eu) })],
    ["but is a promise.", () => ({ provider: Promise.resolve(eu) })],
    ["but is a string.", () => ({ provider: urn })],
    ["but is a resource.", () => ({ provider: site({}).parent })],
    ["but is a list.", () => ({ provider: [eu] })],
    [misnamed("eu"), () => site({ providers: { eu } })],
    [misnamed("rimuhosting"), () => site(site({ providers: { rimuhosting: eu } }))],
    ["providers is an option of components: pass one provider, as", () => ({ providers: [eu] })],
  ])("%s: an error before anything is declared", async (words, optionsOf) => {
    const name = `bad-${++count}`;
    const options = optionsOf();
    expect(() => declare(name, options)).toThrow(`${kind} "${name}": `);
    expect(() => declare(name, options)).toThrow(words);
    await new Promise(setImmediate);
    expect(declared).not.toContain(name);
  });

  test.each<[string, () => object]>([
    ["ours", () => ({ provider: eu })],
    ["ours from a component", () => site({ providers: [foreign, eu] })],
    ["ours in a component of another library's", () => ({ ...site({ providers: [ofAnotherLibrary] }), provider: eu })],
    ["ours where components are served", () => ({ provider: new pulumi.DependencyProviderResource(urn) })],
    ["none", () => ({ provider: undefined })],
    ["ours in a component that names it wrongly", () => ({ ...site({ providers: { eu } }), provider: eu })],
    ["ours from a component that names it rightly", () => site({ providers: { "pulumi-nodejs": eu, eu } })],
    ["none in a component of another package's", () => site({ providers: [foreign] })],
    ["none in a component of one provider", () => site({ provider: foreign })],
  ])("%s is taken", (_, optionsOf) => {
    expect(() => declare(`good-${++count}`, optionsOf())).not.toThrow();
  });
});
