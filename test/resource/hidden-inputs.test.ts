import * as pulumi from "@pulumi/pulumi";
import { Provider, Vps } from "../../provider/index";

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
async function declared(opts: pulumi.CustomResourceOptions): Promise<{ inputs: Seen; urn: string }> {
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
  expect(inputs).toMatchObject({ __declaredUrn: urn });
});

/** Apart from the place, and from the mark that there was a transformation. */
const withoutMark = ({ __isTransformed: _, __declaredUrn, ...inputs }: Seen): Seen => inputs;

const inside = (opts: pulumi.ComponentResourceOptions): pulumi.CustomResourceOptions => ({
  parent: new Site(`site-${++count}`, opts),
});
const eu = () => new Provider(`eu-${++count}`, { apiKey: "a-key-of-a-test" });

test.each<[string, () => pulumi.CustomResourceOptions, Seen]>([
  ["nothing", () => ({}), {}],
  ["protect", () => ({ protect: true }), { __isProtected: true }],
  ["protect: false", () => ({ protect: false }), {}],
  ["retainOnDelete", () => ({ retainOnDelete: true }), { __isRetained: true }],
  ["no parent and no provider", () => ({ parent: undefined, provider: undefined }) as never, {}],
  ["a provider", () => ({ provider: eu() }), { __providerName: expect.stringMatching(/^eu-/) }],
  ["a component", () => inside({}), {}],
  ["a component's protection", () => inside({ protect: true }), { __isProtected: true }],
  ["protect in a component", () => ({ ...inside({}), protect: true }), { __isProtected: true }],
  ["protect: false in a protected component", () => ({ ...inside({ protect: true }), protect: false }), {}],
  ["a component's provider", () => inside({ providers: [eu()] }), { __providerName: expect.stringMatching(/^eu-/) }],
  [
    "a component in another one",
    () => inside({ ...inside({ protect: true, providers: [eu()] }) }),
    { __isProtected: true, __providerName: expect.stringMatching(/^eu-/) },
  ],
])("what is known at once is the same as what the SDK makes of the options: %s", async (_, opts, expected) => {
  const given = opts();
  const atOnce = await declared(given);
  const later = await declared({ ...given, transformations: [() => undefined] });
  expect(later.inputs).toMatchObject({ __isTransformed: true });
  expect(atOnce.inputs).not.toHaveProperty("__isTransformed");
  expect(withoutMark(later.inputs)).toEqual(withoutMark(atOnce.inputs));
  for (const mark of ["__isProtected", "__isRetained", "__providerName"])
    expect(atOnce.inputs[mark]).toEqual(expected[mark]);
});

test("a component's transformations may change what it hands down", async () => {
  const protect: pulumi.ResourceTransformation = ({ props, opts }) => ({ props, opts: { ...opts, protect: true } });
  const { inputs } = await declared(inside({ transformations: [protect] }));
  expect(inputs).toMatchObject({ __isProtected: true, __isTransformed: true });
});
