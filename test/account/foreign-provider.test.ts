import * as pulumi from "@pulumi/pulumi";
import { Provider } from "../../provider/account/provider";
import { ReverseDns, Vps } from "../../provider/index";

const declared: string[] = [];

// Of a map of providers whose names do not fit, the SDK warns.
beforeAll(() => void jest.spyOn(console, "warn").mockReturnValue());

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ inputs, type, name }) => {
      declared.push(`${type}::${name}`);
      return { id: "1", state: inputs };
    },
    call: () => ({}),
  }),
);

class Other extends pulumi.ProviderResource {}
class Site extends pulumi.ComponentResource {
  constructor(name: string, opts: pulumi.ComponentResourceOptions) {
    super("shop:index:Site", name, {}, opts);
  }
}

const foreign = new Other("comp", "cp", {});
const ofAnotherLibrary = new Other("pulumi-nodejs", "dyn", {});
const eu = new Provider("eu", { apiKey: "12345" });
let count = 0;
const site = (opts: pulumi.ComponentResourceOptions) => ({ parent: new Site(`site-${++count}`, opts) });
const under = (parent: pulumi.ComponentResource) => ({ parent: new Site(`site-${++count}`, { parent }) });

const resources: [string, (name: string, options: object) => pulumi.Resource][] = [
  ["Vps", (name, options) => new Vps(name, { domainName: "web.example.com" }, options)],
  ["ReverseDns", (name, options) => new ReverseDns(name, { orderOid: 1, name: "web.example.com" }, options)],
];

describe.each(resources)("the provider of a %s", (kind, declare) => {
  test.each<[string, () => object, string]>([
    [
      "another package's",
      () => ({ provider: foreign }),
      "the option provider must be a rimuhosting.Provider, but is a provider of another package (comp). Leave it out",
    ],
    [
      "another dynamic library's",
      () => ({ provider: ofAnotherLibrary }),
      "but is a provider of another package (pulumi-nodejs)",
    ],
    [
      "another library's, from a component",
      () => site({ providers: [ofAnotherLibrary] }),
      "the provider that it inherits must be a rimuhosting.Provider, but is a provider of another package (pulumi-nodejs). Set",
    ],
    [
      "another package's, from a component that names it wrongly",
      () => site({ providers: { "pulumi-nodejs": foreign } }),
      "the provider that it inherits must be a",
    ],
    [
      "from a component of a component",
      () => under(site({ provider: ofAnotherLibrary }).parent),
      "the provider that it inherits must be a",
    ],
    ["an output", () => ({ provider: pulumi.output(eu) }), "but is an output."],
    ["a promise", () => ({ provider: Promise.resolve(eu) }), "but is a promise."],
    [
      "a reference",
      () => ({ provider: "urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::eu::id" }),
      "but is a string.",
    ],
    ["another resource", () => ({ provider: site({}).parent }), "but is another object."],
    [
      "a resource of another kind",
      () => ({ provider: new ReverseDns(`dns-${++count}`, { orderOid: 1, name: "a.example" }) }),
      "but is another object.",
    ],
    ["a list", () => ({ provider: [eu] }), "but is another object."],
    [
      "ours from a component that gives it a name of its own",
      () => site({ providers: { eu } }),
      'a component passes on a rimuhosting.Provider under the name "eu", where Pulumi does not find it. Pass providers as a list.',
    ],
    [
      "the same further up",
      () => under(site({ providers: { rimuhosting: eu } }).parent),
      'under the name "rimuhosting"',
    ],
    [
      "in the option of components",
      () => ({ providers: [eu] }),
      "providers is an option of components: pass one provider, as the option provider.",
    ],
  ])("%s is an error before anything is declared", async (_, optionsOf, words) => {
    const name = `bad-${++count}`;
    const options = optionsOf();
    expect(() => declare(name, options)).toThrow(`${kind} "${name}": `);
    expect(() => declare(name, options)).toThrow(words);
    await new Promise(setImmediate);
    expect(declared.filter((one) => one.endsWith(`::${name}`))).toEqual([]);
  });

  test.each<[string, () => object]>([
    ["ours", () => ({ provider: eu })],
    ["ours from a component", () => site({ providers: [foreign, eu] })],
    ["ours in a component of another library's", () => ({ ...site({ providers: [ofAnotherLibrary] }), provider: eu })],
    [
      "ours in a process that serves components",
      () => ({
        provider: new pulumi.DependencyProviderResource("urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::eu::id"),
      }),
    ],
    ["none", () => ({ provider: undefined })],
    ["ours in a component that names it wrongly", () => ({ ...site({ providers: { eu } }), provider: eu })],
    ["ours from a component that names it rightly", () => site({ providers: { "pulumi-nodejs": eu, eu } })],
    ["none in a component of another package's", () => site({ providers: [foreign] })],
    ["none in a component of one provider", () => site({ provider: foreign })],
  ])("%s is taken", (_, optionsOf) => {
    expect(() => declare(`good-${++count}`, optionsOf())).not.toThrow();
  });
});
