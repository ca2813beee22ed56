import { join } from "node:path";
import { isExhaustive } from "../volume";
import { fastStart } from "./harness/cli/environment";
import { declaring, web } from "./harness/servers";
import { story } from "./harness/story";

/** Runs a command as with another version of Pulumi, which lacks these internals. */
const without = (...missing: readonly string[]) => ({
  env: {
    NODE_OPTIONS: `${fastStart()["NODE_OPTIONS"]} --require ${join(__dirname, "harness/without.cjs")}`,
    RIMUHOSTING_STORY_WITHOUT: missing.join(","),
  },
});

const knownVersions = "Use @pulumi/pulumi 3.216.0 to";

story(
  "what cannot be reported to the engine goes to stderr, which the CLI shows in previews and ups",
  async (stage) => {
    const stack = await stage.newStack({ program: declaring(web('distro: "deb13.64"')) });
    (await stack.up()).expectOk();
    stack.project.write(declaring(web('distro: "deb12.64"')));
    for (const missing of ["proto/engine_grpc_pb", "address"]) {
      const { text } = (await stack.preview(without(missing))).expectOk();
      expect(text).toContain("warning: web: distro: deb13.64 → deb12.64 reinstalls order");
      expect(text).toContain(knownVersions);
    }
    const { text } = (await stack.up(without("proto/engine_grpc_pb"))).expectOk();
    expect(text).toMatch(/web: reinstalled because distro changed, with all data on it lost: .* USD/);
  },
);

story("an SDK that hides what a component protects leaves every server in one protected", async (stage) => {
  const inComponent = (distro: string): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const site = new pulumi.ComponentResource("shop:index:Site", "site");
new rimuhosting.Vps("web", { domainName: "web.example.com", distro: "${distro}" }, { parent: site });`;
  const stack = await stage.newStack({ program: inComponent("deb13.64") });
  (await stack.up()).expectOk();
  stack.project.write(inComponent("deb12.64"));
  const { text } = (await stack.up(without("__protect"))).expectFailure();
  expect(text).toContain(
    "Every server without a protect of its own counts as protected: whatever would lose its data is refused.",
  );
  expect(text).toContain(knownVersions);
  expect(stage.simulator.journal.calls("reinstall")).toEqual([]);
});

story("an SDK that lacks what nothing can do without ends the program in one sentence", async (stage) => {
  const stack = await stage.newStack({ program: declaring(web()) });
  for (const missing of ["getStackResource", ...(isExhaustive ? ["isKnown", "specialSecretSig"] : [])]) {
    const { text } = (await stack.preview(without(missing))).expectFailure();
    expect(text).toContain("The program ends before anything is declared: nothing was bought or changed.");
    expect(text).toContain(knownVersions);
    expect(text).not.toMatch(/TypeError|Cannot find module|unhandled/);
  }
});

story("an API key that cannot be checked for plain text is reported as unchecked", async (stage) => {
  const stack = await stage.newStack({ program: declaring(web()) });
  const { text } = (await stack.preview(without("isConfigSecret"))).expectOk();
  expect(text).toContain("The stack's configuration is not checked for an API key in plain text");
});

story(
  "an engine that does not show its saved state is trusted with no purchase, and with every other change",
  async (stage) => {
    const stack = await stage.newStack({ program: declaring(web("memoryMb: 1024")) });
    const unshown = without("google-protobuf/google/protobuf/struct_pb");
    const { text } = (await stack.up(unshown)).expectFailure();
    expect(text).toContain("web.example.com: not bought: Pulumi did not show the stack's saved state");
    expect(text).toContain("Nothing is ordered or replaced, and previews show more as unknown than will change.");
    (await stack.up()).expectOk();
    stack.project.write(declaring(web("memoryMb: 2048")));
    (await stack.up(unshown)).expectOk();
    expect(stage.simulator.journal.calls("new-vps")).toHaveLength(1);
    expect(stage.simulator.journal.calls("parameters")).toHaveLength(1);
  },
);
