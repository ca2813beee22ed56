import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { LocalWorkspace, PulumiCommand } from "@pulumi/pulumi/automation";
import { Provider, Vps } from "pulumi-rimuhosting";
import { z } from "zod";
import { cliDirectory } from "./harness/cli/environment";
import type { Stack } from "./harness/stack";
import { readDeployment } from "./harness/state";
import { story } from "./harness/story";

const Encrypted = z.looseObject({ "4dabf18193072939515e22adb298388d": z.string(), ciphertext: z.string() });

const isEncrypted = (value: unknown): boolean => Encrypted.safeParse(value).success;

/** What the state holds of a server, in and out, and whether it is encrypted there. */
function encryptedIn(stack: Stack, name: string, argument: string): boolean[] {
  const server = stack.findInState(name);
  return [server?.inputs?.[argument], server?.outputs?.[argument]].map(isEncrypted);
}

const added = {
  password: "canaryPassword1",
  cloudConfigData: "#cloud-config\nruncmd: [canary-command]",
  fileInjectionData: [{ path: "/etc/motd", dataAsString: "canary file content" }],
};
const canaries = ["canaryPassword1", "canary-command", "canary file content"];

const transforming = (domainName: string, secrets: object = added): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const secrets = ${JSON.stringify(secrets)};
pulumi.runtime.registerStackTransformation(({ type, props, opts }) =>
  type === "pulumi-nodejs:rimuhosting:Vps" ? { props: { ...props, ...secrets }, opts } : undefined,
);
new rimuhosting.Vps("web", { domainName: "${domainName}" });`;

story(
  "what a transformation adds in plain text is a secret in the state all the same, and no change afterwards",
  async (stage) => {
    const stack = await stage.newStack({ program: transforming("web.example.com") });
    const texts: string[] = [];
    const run = async (command: "up" | "preview", ...args: string[]) => {
      const result = (await stack[command]({ args })).expectOk();
      texts.push(result.text);
      return result.operations;
    };
    await run("up");
    for (const argument of Object.keys(added)) expect(encryptedIn(stack, "web", argument)).toEqual([true, true]);
    expect(stage.simulator.world.rootPassword(stage.simulator.world.activeOrders()[0]?.orderOid ?? 0)).toBe(
      added.password,
    );
    expect(await run("up")).toMatchObject({ web: "same" });
    expect(await run("up", "--refresh")).toMatchObject({ web: "same" });

    stack.project.write(
      transforming("web.example.com", { ...added, cloudConfigData: "#cloud-config\nruncmd: [canary-command-2]" }),
    );
    await run("preview", "--diff");
    expect(await run("up")).toMatchObject({ web: "update" });
    stack.project.write(transforming("other.example.com"));
    expect(await run("up", "--diff")).toMatchObject({ web: "replace" });
    for (const argument of Object.keys(added)) expect(encryptedIn(stack, "web", argument)).toEqual([true, true]);

    // The program itself holds them in clear.
    stack.project.write("");
    const everything = [...texts, stack.everythingWritten(), await stack.exportState()].join("\n");
    expect(canaries.filter((canary) => everything.includes(canary))).toEqual([]);
  },
);

story.exhaustively(
  "what a transform of the engine adds in plain text is a secret in the state as well",
  async (stage) => {
    // A program in this process: the language host may not support transforms.
    const program = async () => {
      // What it gives back loses the SDK's marks, also where nothing was changed.
      pulumi.runtime.registerResourceTransform(({ type, props, opts }) => {
        if (type.startsWith("pulumi:providers:")) return undefined;
        return { props: { ...props, ...(type === "pulumi-nodejs:rimuhosting:Vps" ? added : {}) }, opts };
      });
      const provider = new Provider("eu", { apiKey: pulumi.secret("12345-canary-key"), baseUrl: stage.simulator.url });
      new Vps("web", { domainName: "web.example.com" });
      new Vps("there", { domainName: "there.example.com" }, { provider });
    };
    const pulumiCommand = await PulumiCommand.get({ root: dirname(cliDirectory()), skipVersionCheck: true });
    const stack = await LocalWorkspace.createStack(
      { stackName: "dev", projectName: "inline", program },
      { workDir: stage.directory, pulumiCommand, envVars: { ...stage.env } },
    );
    const { stdout } = await stack.up();
    expect(stage.simulator.world.activeOrders()).toHaveLength(2);
    const file = join(stage.directory, "state", ".pulumi", "stacks", "inline", "dev.json");
    const state = readFileSync(file, "utf8");
    const server = readDeployment(state).find(({ name }) => name === "web");
    for (const name of Object.keys(added))
      expect([name, isEncrypted(server?.inputs[name]), isEncrypted(server?.outputs[name])]).toEqual([name, true, true]);
    const key = readDeployment(state).find(({ type }) => type === "pulumi-nodejs:rimuhosting:IdempotencyKey");
    expect(isEncrypted(key?.outputs["password"])).toBe(true);
    expect([...canaries, "12345-canary-key"].filter((canary) => (stdout + state).includes(canary))).toEqual([]);
  },
  { simulator: { apiKeys: ["12345", "12345-canary-key"] } },
);
