import { join } from "node:path";
import { fastStart } from "./harness/cli/environment";
import { activeOrders, counts, declaring, dieAt, quickStory, web } from "./harness/servers";
import type { Story } from "./harness/story";

/** Runs a command as with another version of Pulumi, which lacks these internals. */
const without = (...missing: readonly string[]) => ({
  env: {
    NODE_OPTIONS: `${fastStart()["NODE_OPTIONS"]} --require ${join(__dirname, "harness/without.cjs")}`,
    RIMUHOSTING_STORY_WITHOUT: missing.join(","),
  },
});

const knownVersions = "Known to work are @pulumi/pulumi 3.216.0 to";

const reinstalled = (told: Story): number =>
  told.simulator.world.order(told.simulator.world.orders()[0]?.orderOid ?? 0).installation.count - 1;

/** A stack with one server, whose program now asks for another image. */
async function wiping(told: Story) {
  const stack = await told.newStack({ program: declaring(web('distro: "deb13.64"')) });
  (await stack.up()).expectOk();
  stack.project.write(declaring(web('distro: "deb12.64"')));
  return stack;
}

quickStory(
  "what cannot be said to the engine is said on stderr, which the CLI shows in previews and ups",
  async (told) => {
    const stack = await wiping(told);
    for (const missing of ["proto/engine_grpc_pb", "address"]) {
      const { text } = (await stack.preview(without(missing))).expectOk();
      expect(text).toContain("warning: web: distro (deb13.64 → deb12.64) changed, which reinstalls order");
      expect(text).toContain(knownVersions);
    }
    const { text } = (await stack.up(without("proto/engine_grpc_pb"))).expectOk();
    expect(text).toMatch(/web: reinstalled because of distro, all data that was on it is lost: .* USD/);
  },
);

quickStory("an SDK that hides what a component protects leaves every server protected", async (told) => {
  const stack = await wiping(told);
  for (const result of [await stack.preview(without("__protect")), await stack.up(without("__protect"))]) {
    const { text } = result.expectFailure();
    expect(text).toContain("Every server counts as protected: whatever would lose its data is refused.");
    expect(text).toContain(knownVersions);
  }
  expect(reinstalled(told)).toBe(0);
});

const structs = "google-protobuf/google/protobuf/struct_pb";

quickStory("without the saved state nothing is bought beside an order that may be this stack's", async (told) => {
  const stack = await told.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  (await stack.deleteFromState(stack.findInState("web")?.urn ?? "")).expectOk();
  for (const missing of [structs, "proto/resource_pb"]) {
    const { text } = (await stack.up(without(missing))).expectFailure();
    expect(text).toContain("The stack's saved state cannot be read.");
    expect(text).toContain(knownVersions);
    expect(text).toContain("bought by this stack, whose saved state could not be read");
  }
  expect(counts(told.simulator)).toEqual({ bought: 1, cancelled: 0 });
});

quickStory("an SDK that lacks what nothing can do without ends the program in one sentence", async (told) => {
  const stack = await wiping(told);
  for (const missing of ["isKnown", "getStackResource", "specialSecretSig"]) {
    const { text } = (await stack.preview(without(missing))).expectFailure();
    expect(text).toContain("The program ends before anything is declared: nothing was bought or changed.");
    expect(text).toContain(knownVersions);
    expect(text).not.toMatch(/TypeError|Cannot find module|unhandled/);
  }
});

quickStory("an API key that cannot be checked for plain text is said to be unchecked", async (told) => {
  const stack = await told.newStack({ program: declaring(web()) });
  const { text } = (await stack.preview(without("isConfigSecret"))).expectOk();
  expect(text).toContain("Whether the API key stands in plain text in the stack's configuration is not checked");
});

quickStory.exhaustively("an SDK that hides the aliases of components leaves a server's own", async (told) => {
  const stack = await told.newStack({ program: declaring(web()) });
  (await stack.up()).expectOk();
  stack.project.write(declaring({ name: "app", opts: 'aliases: [{ name: "web" }]' }));
  const { text } = (await stack.preview(without("__aliases"))).expectOk();
  expect(text).toContain("Aliases of components are not seen");
  expect(text).toContain(knownVersions);
  expect(text).toContain("domainName (web.example.com → app.example.com) changed, which replaces the server");
  expect(text).not.toContain("is not in the program");
});

const inEu = (...servers: readonly string[]): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const eu = new rimuhosting.Provider("eu");
${servers.map((name) => `new rimuhosting.Vps("${name}", { domainName: "${name}.example.com" }, { provider: eu });`).join("\n")}
`;

quickStory("neither a server's account nor the search for strays rests on what the SDK hides", async (told) => {
  const { simulator } = told;
  const hidden = without("__prov", "__name", "__pulumiType", "rpcKeepAlive");
  const stack = await told.newStack({ program: inEu("web") });
  (await stack.up()).expectOk();
  expect((await stack.up(hidden)).expectOk().operations).toMatchObject({ web: "same" });
  stack.project.write(inEu("web", "app"));
  await dieAt(simulator, stack, "new-vps");
  stack.project.write(inEu("web"));
  const [, stray] = activeOrders(simulator);
  const { text } = (await stack.preview(hidden)).expectOk();
  expect(text).toContain(`${stray}`);
  expect(text).toContain("unknown to its state");
});

quickStory.exhaustively("an SDK that hides transformations leaves the order of a replacement open", async (told) => {
  const stack = await told.newStack({ program: declaring(web('distro: "deb13.64", dcLocation: "DCDALLAS"')) });
  (await stack.up()).expectOk();
  stack.project.write(declaring(web('distro: "deb13.64", dcLocation: "DCLONDON"')));
  const { text } = (await stack.preview(without("__transformations"))).expectOk();
  expect(text).toContain("Every option counts as possibly set by a transformation");
  expect(text).toContain("Which comes first depends on the option deleteBeforeReplace");
});
