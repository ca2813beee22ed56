import * as pulumi from "@pulumi/pulumi";
import { Vps } from "../../provider/index";
import { placeOf } from "../../provider/resource/declared-place";
import type { MadeResource } from "../../provider/resource/hidden-inputs";

beforeAll(() =>
  pulumi.runtime.setMocks({
    newResource: ({ inputs }) => ({ id: "1", state: inputs }),
    call: () => ({}),
  }),
);

const type = "pulumi-nodejs:rimuhosting:Vps";
const urnOf = (chain: string, name: string): string =>
  `urn:pulumi:${pulumi.getStack()}::${pulumi.getProject()}::${chain}::${name}`;

/** Two components that had other names and types, each with an alias of its own. */
function nested(): pulumi.ComponentResource {
  const outer = new pulumi.ComponentResource("shop:index:Shop", "new", {}, { aliases: [{ name: "old" }] });
  const opts = { parent: outer, aliases: [{ type: "shop:index:Place" }] };
  return new pulumi.ComponentResource("shop:index:Site", "new-site", {}, opts);
}

const runWith = (...saved: readonly string[]) => ({
  state: Promise.resolve({ entries: [], everHeld: [], urns: new Set(saved) }),
});

/** Where a server was declared before. */
function earlier(name: string, opts: pulumi.CustomResourceOptions, run = runWith()) {
  const made: MadeResource = new Vps(name, { domainName: "web.example.com" }, opts);
  return placeOf(name, type, opts, Promise.resolve(made), run).earlier();
}

const site = `shop:index:Shop$shop:index:Site$${type}`;
const place = `shop:index:Shop$shop:index:Place$${type}`;

test("a server was where its own aliases and those of every component around it say, in every combination", async () => {
  const opts = { parent: nested(), aliases: [{ name: "new-site-app" }] };
  const { earlierUrns } = await earlier("new-site-web", opts);
  expect(new Set(earlierUrns)).toEqual(
    new Set([
      urnOf(site, "new-site-app"),
      urnOf(site, "old-site-web"),
      urnOf(site, "old-site-app"),
      urnOf(place, "new-site-web"),
      urnOf(place, "new-site-app"),
      urnOf(place, "old-site-web"),
      urnOf(place, "old-site-app"),
    ]),
  );
});

test("a component's alias may be a URN, or a former place outside of its parent", async () => {
  const aliases = [{ parent: pulumi.rootStackResource }, urnOf("shop:index:Place", "former")];
  const parent = new pulumi.ComponentResource("shop:index:Site", "moved", {}, { parent: nested(), aliases });
  const { earlierUrns } = await earlier("web", { parent });
  expect(earlierUrns).toEqual(
    expect.arrayContaining([urnOf(`shop:index:Site$${type}`, "web"), urnOf(`shop:index:Place$${type}`, "web")]),
  );
});

test("once the state has the component under its present name, only an interrupted purchase may be from before", async () => {
  const opts = { parent: nested(), aliases: [{ name: "app" }] };
  const saved = runWith(urnOf("shop:index:Shop$shop:index:Site", "new-site"));
  const { earlierUrns, interruptedUrns } = await earlier("web", opts, saved);
  expect(earlierUrns).toEqual([urnOf(site, "app")]);
  expect(interruptedUrns).toEqual(expect.arrayContaining([urnOf(place, "web"), urnOf(place, "app")]));
});

test("an alias that is no URN is left for the engine to refuse", async () => {
  const { earlierUrns } = await earlier("web", { parent: nested(), aliases: ["app"] });
  expect(earlierUrns).toEqual(expect.arrayContaining(["app", urnOf(place, "web")]));
});

test("a transformation's aliases count", async () => {
  const transformation: pulumi.ResourceTransformation = ({ props, opts }) => ({
    props,
    opts: { ...opts, aliases: [{ name: "app" }] },
  });
  const { earlierUrns } = await earlier("web", { transformations: [transformation] });
  expect(earlierUrns).toEqual([urnOf(type, "app")]);
});

test("an SDK that hides the marks leaves the server's own aliases", async () => {
  const opts = {
    parent: nested(),
    aliases: [urnOf(type, "given"), { name: "app" }, { parent: pulumi.rootStackResource }],
  };
  const { earlierUrns } = await placeOf("web", type, opts, Promise.resolve({}), runWith()).earlier();
  expect(earlierUrns).toEqual([urnOf(type, "given"), urnOf(site, "app"), urnOf(type, "web")]);
});
