import * as pulumi from "@pulumi/pulumi";
import { Vps, type VpsOptions } from "../../provider/index";

type Seen = Record<string, unknown>;

const inputsByUrn = new Map<string, Seen>();

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ inputs, name, type }) => {
      inputsByUrn.set(`${type}::${name}`, inputs);
      return { id: "1", state: inputs };
    },
    call: () => ({}),
  }),
);

class Site extends pulumi.ComponentResource {
  constructor(name: string, opts?: pulumi.ComponentResourceOptions) {
    super("shop:index:Site", name, {}, opts);
  }
}

let count = 0;

/** What a server's declaration hands to the engine, and the URN that the engine gives it. */
async function declared(opts: VpsOptions): Promise<{ inputs: Seen; urn: string }> {
  const name = `web-${++count}`;
  const server = new Vps(name, { domainName: "web.example.com" }, opts);
  const urn = await new Promise<string>((resolve) => server.urn.apply(resolve));
  return { inputs: inputsByUrn.get(`pulumi-nodejs:rimuhosting:Vps::${name}`) ?? {}, urn };
}

test.each([
  ["alone", () => ({})],
  ["in a component", () => ({ parent: new Site("site") })],
])("a server knows the URN that the engine will give it: %s", async (_, opts) => {
  const { inputs, urn } = await declared(opts());
  expect(inputs).toMatchObject({ __urn: urn });
});

const inside = (opts: pulumi.ComponentResourceOptions): VpsOptions => ({
  parent: new Site(`site-${++count}`, opts),
});

const transformed = (protect: boolean): VpsOptions => ({
  transformations: [({ props, opts }) => ({ props, opts: { ...opts, protect } })],
});

test.each<[string, () => VpsOptions, Seen]>([
  ["nothing", () => ({}), {}],
  ["protect", () => ({ protect: true }), { __isProtected: true }],
  ["protect: false", () => ({ protect: false }), {}],
  ["retainOnDelete", () => ({ retainOnDelete: true }), { __isRetained: true }],
  ["retainOnDelete: false, and deleteBeforeReplace", () => ({ retainOnDelete: false, deleteBeforeReplace: true }), {}],
  ["no parent and no provider", () => ({ parent: undefined, provider: undefined }) as never, {}],
  ["a component", () => inside({}), {}],
  ["a component's protection", () => inside({ protect: true }), { __isProtected: true }],
  ["protect in a component", () => ({ ...inside({}), protect: true }), { __isProtected: true }],
  ["protect: false in a protected component", () => ({ ...inside({ protect: true }), protect: false }), {}],
  ["a transformation's protection", () => transformed(true), { __isProtected: true }],
  ["protect that a transformation takes off", () => ({ ...transformed(false), protect: true }), {}],
  ["a component in another one", () => inside(inside({ protect: true })), { __isProtected: true }],
])("the provider is told what the options mean for it: %s", async (_, opts, expected) => {
  const { inputs } = await declared(opts());
  for (const mark of ["__isProtected", "__isRetained"]) expect(inputs[mark]).toEqual(expected[mark]);
});

test("a server has the key and the password of its idempotency key, and no other resource's", async () => {
  const { inputs } = await declared({});
  const other = await declared({});
  expect(Object.keys(inputs)).toEqual(expect.arrayContaining(["__urn", "__keyPassword"]));
  expect(other.inputs["__urn"]).not.toEqual(inputs["__urn"]);
});
