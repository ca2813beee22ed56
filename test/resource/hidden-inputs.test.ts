import * as pulumi from "@pulumi/pulumi";
import { Vps } from "../../provider/index";

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

test.each([
  ["nothing", {}],
  ["protect", { protect: true }],
  ["protect: false", { protect: false }],
  ["retainOnDelete", { retainOnDelete: true }],
  ["no parent and no provider", { parent: undefined, provider: undefined } as never],
])("what is known at once is the same as what the SDK makes of the options: %s", async (_, opts) => {
  const atOnce = await declared(opts);
  const later = await declared({ ...Object(opts), transformations: [() => undefined] });
  expect(later.inputs).toMatchObject({ __isTransformed: true });
  expect(atOnce.inputs).not.toHaveProperty("__isTransformed");
  expect(withoutMark(later.inputs)).toEqual(withoutMark(atOnce.inputs));
});

test("a component's protection is handed down", async () => {
  const { inputs } = await declared({ parent: new Site("kept", { protect: true }) });
  expect(inputs).toMatchObject({ __isProtected: true });
});
