import { quickStory } from "./harness/servers";
import type { Story } from "./harness/story";

/** A program whose options come from another resource: a preview in which that one is new does not know them. */
const program = (revision: 1 | 2, args: string): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
class Source extends pulumi.dynamic.Resource {
  declare created: pulumi.Output<number>;
}
const create = async ({ revision }) => ({ id: "source", outs: { created: revision } });
const source = new Source({ create }, "source-${revision}", { revision: ${revision}, created: undefined });
const first = (one, other) => source.created.apply((revision) => (revision === 1 ? one : other));
new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} });`;

const boot = "reinstallOnFirstBootChange: first(false, true)";

async function previewOf(told: Story, before: string, after: string): Promise<string> {
  const stack = await told.newStack({ program: program(1, before) });
  (await stack.up()).expectOk();
  stack.project.write(program(2, after));
  const { text } = (await stack.preview()).expectOk();
  (await stack.up()).expectOk();
  return text;
}

quickStory(
  "a preview that does not know reinstallOnFirstBootChange says that the server may be wiped",
  async (told) => {
    const text = await previewOf(
      told,
      `distro: "deb13.64", password: "Abcdef-12345", ${boot}`,
      `distro: "deb13.64", password: "Abcdef-99999", ${boot}`,
    );
    expect(text).toContain("What a change of password does depends on reinstallOnFirstBootChange, not known yet");
    expect(text).toContain("may be reinstalled, with all data lost.");
    expect(text).not.toContain("will be recorded for the next install");
    expect(told.simulator.journal.calls("reinstall")).toHaveLength(1);
  },
);

quickStory("the same where the first-boot data is not known either", async (told) => {
  const config = 'cloudConfigData: first("#cloud-config\\npackages: [vim]", "#cloud-config\\npackages: [nano]")';
  const args = `distro: "deb13.64", ${config}, ${boot}`;
  expect(await previewOf(told, args, args)).toContain("may be reinstalled, with all data lost.");
  expect(told.simulator.journal.calls("reinstall")).toHaveLength(1);
});

quickStory("a preview that does not know onImageChange does not promise that order and IP stay", async (told) => {
  const change = 'onImageChange: first("reinstall", "replace")';
  const text = await previewOf(told, `distro: "deb12.64", ${change}`, `distro: "deb13.64", ${change}`);
  expect(text).toContain(
    "may be reinstalled or replaced, with all data lost, and its order and IP with it if it is replaced.",
  );
  expect(text).not.toContain("the order and the IP stay");
  expect(told.simulator.journal.calls("delete-vps")).toHaveLength(1);
});
