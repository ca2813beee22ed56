import * as pulumi from "@pulumi/pulumi";
import { Provider, Vps } from "pulumi-rimuhosting";
import { openInlineStack } from "./harness/inline-stack";
import { activeOrders, counts, quickStory } from "./harness/servers";
import { STORY_API_KEY, startStorySimulator } from "./harness/simulator";

const vpsType = "pulumi-nodejs:rimuhosting:Vps";

/** A transform that gives the servers of these names further options. */
const giving =
  (options: pulumi.CustomResourceOptions, names: readonly string[]): pulumi.ResourceTransform =>
  ({ type, name, props, opts }) =>
    type === vpsType && names.includes(name) ? { props, opts: { ...opts, ...options } } : undefined;

class Site extends pulumi.ComponentResource {
  constructor(name: string, opts: pulumi.ComponentResourceOptions) {
    super("shop:index:Site", name, {}, opts);
  }
}

/** What a command said, whether it succeeded or failed. */
const said = (run: Promise<{ readonly stdout: string }>): Promise<string> =>
  run.then(
    ({ stdout }) => stdout,
    (error: unknown) => String(error),
  );

quickStory("protect that a transform sets forbids a reinstall and a replacement, wherever it stands", async (told) => {
  const { simulator } = told;
  // The last one is what the first failing up is about: of the others, that run may save the option.
  const names = ["option", "before", "after", "inside"];
  let wiped = "";
  let moved = "";
  let protect = false;
  const stack = await openInlineStack(told, {
    program: async () => {
      const args = (name: string) => ({
        domainName: `${name}.example.com`,
        distro: name === wiped ? "deb12.64" : "deb13.64",
        dcLocation: name === moved ? "DCLONDON" : "DCDALLAS",
      });
      const transforms = [giving({ protect }, ["option", "inside"])];
      pulumi.runtime.registerResourceTransform(giving({ protect }, ["before"]));
      new Vps("option", args("option"), { transforms });
      new Vps("inside", args("inside"), { parent: new Site("site", { transforms }) });
      new Vps("before", args("before"));
      new Vps("after", args("after"));
      pulumi.runtime.registerResourceTransform(giving({ protect }, ["after"]));
    },
  });
  await stack.up();
  protect = true;
  for (wiped of names) expect(await said(stack.preview())).toContain("changed, which reinstalls the server and loses");
  await expect(stack.up()).rejects.toThrow("the resource is protected");
  wiped = "";
  moved = "inside";
  await expect(stack.up()).rejects.toThrow("the resource is protected");
  for (const { orderOid } of simulator.world.orders())
    expect(simulator.world.order(orderOid).installation.count).toBe(1);
  expect(counts(simulator)).toEqual({ bought: 4, cancelled: 0 });
});

quickStory.exhaustively("a preview goes by the options that transforms set", async (told) => {
  let dcLocation = "DCDALLAS";
  let options: pulumi.CustomResourceOptions = { retainOnDelete: true };
  const stack = await openInlineStack(told, {
    program: async () => {
      pulumi.runtime.registerResourceTransform(giving(options, ["web"]));
      new Vps("web", { domainName: "web.example.com", dcLocation });
    },
  });
  await stack.up();
  dcLocation = "DCLONDON";
  expect(await said(stack.preview())).toContain("is kept as it is (retainOnDelete)");
  options = { retainOnDelete: false, deleteBeforeReplace: false };
  dcLocation = "DCDALLAS";
  await stack.up();
  dcLocation = "DCLONDON";
  expect(await said(stack.preview())).toContain("will be replaced: a new order first");
});

quickStory(
  "a server that a transform gives another account stays there, and is looked for nowhere else",
  async (told) => {
    const { simulator } = told;
    const second = await startStorySimulator({ randomSeed: 2 });
    const names = ["web"];
    const stack = await openInlineStack(told, {
      config: { "rimuhosting:apiKey": STORY_API_KEY, "rimuhosting:baseUrl": simulator.url },
      program: async () => {
        const provider = new Provider("eu", { apiKey: STORY_API_KEY, baseUrl: second.url });
        pulumi.runtime.registerResourceTransform(giving({ provider }, names));
        for (const name of ["here", ...names]) new Vps(name, { domainName: `${name}.example.com` });
      },
    });
    try {
      await stack.up();
      names.push("app");
      expect(await said(stack.preview())).not.toContain("rror");
      expect((await stack.up()).summary.result).toBe("succeeded");
      expect(await said(stack.preview())).toMatch(/\d unchanged/);
      expect([activeOrders(simulator).length, activeOrders(second).length]).toEqual([1, 2]);
      await stack.destroy();
      expect([...activeOrders(simulator), ...activeOrders(second)]).toEqual([]);
    } finally {
      await second.close();
    }
  },
);

quickStory.exhaustively("an option that cannot work is refused where a transform sets it, too", async (told) => {
  const { simulator } = told;
  let option: "deletedWith" | "replaceWith" | undefined;
  const stack = await openInlineStack(told, {
    program: async () => {
      const first = new Vps("first", { domainName: "first.example.com" });
      if (option === "deletedWith") pulumi.runtime.registerResourceTransform(giving({ deletedWith: first }, ["web"]));
      if (option === "replaceWith") pulumi.runtime.registerResourceTransform(giving({ replaceWith: [first] }, ["web"]));
      new Vps("web", { domainName: "web.example.com" });
    },
  });
  await stack.up();
  for (option of ["deletedWith", "replaceWith"] as const)
    for (const run of [stack.preview.bind(stack), stack.up.bind(stack)])
      expect(await said(run())).toContain(`the option ${option} is not supported`);
  expect(activeOrders(simulator)).toHaveLength(2);
});

const retaining: Readonly<Record<string, () => void>> = {
  transform: () =>
    pulumi.runtime.registerResourceTransform(({ props, opts }) => ({ props, opts: { ...opts, retainOnDelete: true } })),
  transformation: () =>
    pulumi.runtime.registerStackTransformation(({ props, opts }) => ({
      props,
      opts: { ...opts, retainOnDelete: true },
    })),
};

for (const [kind, retain] of Object.entries(retaining))
  quickStory(
    `a ${kind} that retains everything takes the last look for billed orders away from no destroy`,
    async (told) => {
      const stack = await openInlineStack(told, {
        program: async () => {
          retain();
          new Vps("web", { domainName: "web.example.com" });
        },
      });
      await stack.up();
      expect(await said(stack.destroy())).toContain("Still active, and billed, bought by this stack");
    },
  );

const isServer = ({ type }: { type: string }): boolean => type === vpsType;

/** What leaves the provider without what it needs to know a server by. */
const spoiling: readonly (readonly [string, string, () => void])[] = [
  [
    "a transform that sets import",
    "the option import is not supported",
    () => pulumi.runtime.registerResourceTransform(giving({ import: "2853299702" }, ["web"])),
  ],
  [
    "a transformation that sets import",
    "the option import is not supported",
    () =>
      pulumi.runtime.registerStackTransformation((given) =>
        isServer(given) ? { props: given.props, opts: { ...given.opts, import: "2853299702" } } : undefined,
      ),
  ],
  [
    "a transform that returns props without those that it was given",
    "must return the properties that it was given",
    () =>
      pulumi.runtime.registerResourceTransform((given) =>
        isServer(given) ? { props: { domainName: "web.example.com" }, opts: given.opts } : undefined,
      ),
  ],
];

for (const [what, sentence, spoil] of spoiling) {
  quickStory(`${what} is refused in one sentence, whether the server exists or not`, async (told) => {
    let isSpoilt = true;
    const stack = await openInlineStack(told, {
      program: async () => {
        if (isSpoilt) spoil();
        new Vps("web", { domainName: "web.example.com" });
      },
    });
    const expectRefused = async (run: () => Promise<{ readonly stdout: string }>): Promise<void> => {
      const text = await said(run());
      expect(text).toContain(sentence);
      expect(text).not.toContain("code must be a string");
    };
    await expectRefused(() => stack.preview());
    await expectRefused(() => stack.up());
    expect(counts(told.simulator)).toEqual({ bought: 0, cancelled: 0 });
    isSpoilt = false;
    await stack.up();
    isSpoilt = true;
    await expectRefused(() => stack.up());
    expect(counts(told.simulator)).toEqual({ bought: 1, cancelled: 0 });
  });
}
