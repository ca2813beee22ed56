import * as pulumi from "@pulumi/pulumi";
import { Provider, ReverseDns, Vps } from "../../provider/index";
import { IdempotencyKey } from "../../provider/program/idempotency-key";

const classes = { Vps, ReverseDns, Provider, IdempotencyKey } as const;
type Name = keyof typeof classes;

const types: Readonly<Record<Name, string>> = {
  Vps: "pulumi-nodejs:rimuhosting:Vps",
  ReverseDns: "pulumi-nodejs:rimuhosting:ReverseDns",
  Provider: "pulumi:providers:pulumi-nodejs",
  IdempotencyKey: "pulumi-nodejs:rimuhosting:IdempotencyKey",
};
const names = Object.keys(types) as Name[];

const declare: Readonly<Record<Name, () => pulumi.Resource>> = {
  Vps: () => new Vps("web", { domainName: "web.example.com" }),
  ReverseDns: () => new ReverseDns("web", { orderOid: 1, name: "web.example.com" }),
  Provider: () => new Provider("eu", { apiKey: "12345" }),
  IdempotencyKey: () => new IdempotencyKey("other", {}),
};

beforeAll(() =>
  pulumi.runtime.setMocks({ newResource: ({ inputs, type }) => ({ id: type, state: inputs }), call: () => ({}) }),
);

test.each(names)("a policy for %s finds its resources, whichever way its SDK asks", async (name) => {
  // A newer SDK compares the type of a class; an older one asks the class, without its `this`.
  expect(classes[name].__pulumiType).toBe(types[name]);
  const { isInstance } = classes[name];
  expect(names.filter((other) => isInstance({ __pulumiType: types[other] }))).toEqual([name]);
  const { id } = declare[name]() as pulumi.CustomResource;
  expect(await new Promise((resolve) => id.apply(resolve))).toBe(types[name]);
});

test.each(names)("isInstance of %s knows its own objects, also those of another copy of the package", (name) => {
  const { isInstance } = classes[name];
  expect(names.filter((other) => isInstance(declare[other]()))).toEqual([name]);
  jest.isolateModules(() => {
    const other = require("../../provider/index") as typeof import("../../provider/index");
    expect(other.Vps).not.toBe(Vps);
    expect(other.Vps.isInstance(declare.Vps())).toBe(true);
  });
  for (const nothing of [undefined, null, "web", 7, {}, []]) expect(isInstance(nothing)).toBe(false);
});

test("a provider of another dynamic library is none of ours", () => {
  expect(Provider.isInstance(new (class extends pulumi.ProviderResource {})("pulumi-nodejs", "dyn", {}))).toBe(false);
});
