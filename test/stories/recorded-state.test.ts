import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { REPOSITORY } from "./harness/cli/environment";
import type { Stack } from "./harness/stack";
import { readDeployment, type StateResource } from "./harness/state";
import { story } from "./harness/story";

const FIXTURES = join(REPOSITORY, "test", "fixtures");

/** How the engine marks an encrypted value. */
const SECRET_SIGNATURE = "4dabf18193072939515e22adb298388d";
const Encrypted = z.looseObject({ [SECRET_SIGNATURE]: z.literal("1b47061264138c4ac30d75fd1eb44270") });

/** What the state holds of a resource that must be there. */
function recordedIn(stack: Stack, name: string): StateResource {
  const resource = stack.findInState(name);
  if (resource === undefined) throw new Error(`${name} is not in the state`);
  return resource;
}

const _isEncrypted = (value: unknown): boolean => Encrypted.safeParse(value).success;

story("a state of the first layout previews without any change and without a call", async (told) => {
  const program = readFileSync(join(FIXTURES, "state-v1.program.ts"), "utf8");
  const stack = await told.newStack({ program });
  (await stack.importState(readFileSync(join(FIXTURES, "state-v1.json"), "utf8"))).expectOk();
  // Without a key, as this simulator knows none of its orders.
  const preview = (await stack.preview({ args: ["--expect-no-changes"], env: { RIMUHOSTING_APIKEY: "" } })).expectOk();
  expect(preview.operations).toEqual({ "web key": "same", "plain key": "same", web: "same", plain: "same" });
  expect(told.simulator.journal.entries).toEqual([]);
});

story("the state of a server is small, and names the provider in a few words", async (told) => {
  const program = `
import * as rimuhosting from "pulumi-rimuhosting";
new rimuhosting.Vps("web", { domainName: "web.example.com", memoryMb: 2048, sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me"] });`;
  const stack = await told.newStack({ program });
  (await stack.up()).expectOk();
  const { inputs, outputs } = recordedIn(stack, "web");
  const code = 'exports.handler = () => require("pulumi-rimuhosting/dynamic").vps;';
  expect([inputs["__provider"], outputs["__provider"]]).toEqual([code, code]);
  expect(code.length).toBeLessThanOrEqual(120);
  expect(
    [inputs, outputs].map((properties) =>
      Object.keys(properties)
        .filter((name) => name.startsWith("__"))
        .sort(),
    ),
  ).toEqual([
    ["__key", "__provider", "__urn"],
    ["__attempt", "__key", "__managed", "__provider", "__urn"],
  ]);
  // What stands where the program declared it is the SDK's, and longer within these stories.
  const { ["stackTrace"]: _, name: __, ...saved } = recordedIn(stack, "web");
  expect(JSON.stringify(saved).length).toBeLessThan(2.85 * 1024);
});

/** What differs would make the engine write the whole state for each server of the next run. */
story("the run that buys saves the same inputs as the next one, which saves nothing anew", async (told) => {
  const program = `
import * as rimuhosting from "pulumi-rimuhosting";
for (const name of ["web", "app"])
  new rimuhosting.Vps(name, { domainName: name + ".example.com", memoryMb: 2048, password: "canaryPassword1" });`;
  const stack = await told.newStack({ program });
  const saved = async () =>
    readDeployment(await stack.exportState({ showSecrets: true }))
      .filter(({ type }) => type === "pulumi-nodejs:rimuhosting:Vps")
      .map(({ name, inputs, outputs, ["modified"]: modified }) => ({ name, inputs, outputs, modified }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  (await stack.up()).expectOk();
  const bought = await saved();
  const next = (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
  expect(next.operations).toEqual({ "web key": "same", "app key": "same", web: "same", app: "same" });
  expect(bought).toHaveLength(2);
  expect(await saved()).toEqual(bought);
});

const _canaries = {
  password: "canaryPassword1",
  config: "#cloud-config canary",
  file: "canary file content",
  apiKey: "canary-api-key",
};

const _secretive = (more = ""): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const config = new pulumi.Config();
const [password, cloudConfigData, content] = ["password", "config", "file"].map((name) => config.requireSecret(name));
new rimuhosting.Vps("web", {
  domainName: "web.example.com",
  password, cloudConfigData, fileInjectionData: [{ path: "/etc/motd", dataAsString: content }], ${more}
});
new rimuhosting.Vps("derived", { domainName: "derived.example.com" });`;

/** Where a text holds a secret: a little of what stands around it. */
function _surroundingsOf(secret: string, text: string): string[] {
  const parts = text.split(secret);
  return parts.slice(1).map((after, index) => `${parts[index]?.slice(-200)}<SECRET>${after.slice(0, 50)}`);
}
