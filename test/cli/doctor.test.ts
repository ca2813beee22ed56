import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exitCodes } from "../../provider/cli/command/command";
import { unreadSettings } from "../../provider/service/environment";
import { startSimulator } from "../../simulator/src/index";
import { simulator } from "./support/account";
import { documentedCall } from "./support/documented-calls";

const asked = (environment: object = {}) => ({
  environment: { RIMUHOSTING_APIKEY: "12345", RIMUHOSTING_BASEURL: simulator.url, ...environment },
  network: { sleep: async () => undefined },
});

const pulumi = (cli: string) => async (args: readonly string[]) =>
  args[0] === "version"
    ? { code: cli === "" ? undefined : 0, stdout: cli, stderr: "" }
    : { code: 0, stdout: "{}", stderr: "" };

test("what is right is shown with --verbose alone", async () => {
  expect(await documentedCall("doctor")).toEqual({
    code: exitCodes.done,
    stdout: "Everything is ready.\n",
    stderr: "",
  });
  const { code, stdout } = await documentedCall("doctor --verbose");
  expect(code).toBe(exitCodes.done);
  expect(stdout).toMatch(/ok +address +https:\/\/rimuhosting\.com answers\n/);
});

const cli = pulumi("v3.259.0");

test.each<[string, () => object, RegExp]>([
  ["a refused key", () => ({ ...asked({ RIMUHOSTING_APIKEY: "99999" }), pulumi: cli }), /FAIL +key .*\(403, LoginReq/],
  [
    "an address at which nobody is",
    () => ({ ...asked({ RIMUHOSTING_BASEURL: "http://127.0.0.1:1" }), pulumi: cli }),
    /FAIL +address .*127\.0\.0\.1:1 could not be reached/,
  ],
  ["no key", () => ({ ...asked({ RIMUHOSTING_APIKEY: "" }), pulumi: cli }), /FAIL +apiKey +none is set.*set --secret/],
  ["an old Node", () => ({ nodeVersion: "20.9.0" }), /FAIL +Node\.js +20\.9\.0 is too old/],
  ["an old CLI", () => ({ ...asked(), pulumi: pulumi("v3.100.0") }), /FAIL +Pulumi CLI +3\.100\.0 is too old/],
  ["no CLI", () => ({ ...asked(), folder: "/", pulumi: pulumi("") }), /FAIL +Pulumi CLI +there is none on the PATH/],
])("%s is shown, and nothing else", async (_, given, says) => {
  const { code, stdout } = await documentedCall("doctor", given());
  expect(code).toBe(exitCodes.found);
  expect(stdout.replace(/\s+/g, " ")).toMatch(says);
  expect(stdout.match(/^FAIL /gm)).toHaveLength(1);
  expect(stdout).toMatch(/\n1 problem: see FAIL above\.\n$/);
  expect(stdout).not.toMatch(/12345|99999|ok /);
});

test("what is set under the project's name is not read", () => {
  const keys = ["shop:api_key", "shop:token", "rimuhosting:apiKey", "aws:apiKey", "shop:maxTotalMonthlyCostUsd"];
  expect(unreadSettings(keys, "shop").map(({ key }) => key)).toEqual(["shop:api_key", "shop:maxTotalMonthlyCostUsd"]);
  expect(unreadSettings(["rimuhosting:api_key"], "rimuhosting")).toEqual([]);
});

test.each([
  { files: ["pulumi", "pulumi-language-nodejs"], says: "pulumi-resource-pulumi-nodejs is neither beside" },
  { files: ["pulumi"], says: "pulumi-language-nodejs and pulumi-resource-pulumi-nodejs are neither beside" },
  { files: ["pulumi", "pulumi-language-nodejs", "pulumi-resource-pulumi-nodejs"], says: undefined },
])("a CLI that is not whole is shown: $files", async ({ files, says }) => {
  const folder = mkdtempSync(join(tmpdir(), "rimuhosting-cli-"));
  try {
    mkdirSync(join(folder, "real"));
    mkdirSync(join(folder, "linked"));
    for (const file of files) writeFileSync(join(folder, "real", file), "");
    symlinkSync(join(folder, "real/pulumi"), join(folder, "linked/pulumi"));
    const PATH = `/nowhere:${join(folder, "linked")}`;
    const { code, stdout } = await documentedCall("doctor", { ...asked({ PATH }), pulumi: pulumi("v3.274.1") });
    expect(code).toBe(says === undefined ? exitCodes.done : exitCodes.found);
    if (says !== undefined) expect(stdout.replace(/\s+/g, " ")).toMatch(says);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("an account that cannot pay is shown", async () => {
  const poor = await startSimulator({ latency: "none", seed: { billingMethods: [] } });
  try {
    const { code, stdout } = await documentedCall("doctor", {
      ...asked({ RIMUHOSTING_BASEURL: poor.url }),
      pulumi: pulumi("v3.259.0"),
    });
    expect(code).toBe(exitCodes.found);
    expect(stdout).toContain("nothing can be bought");
  } finally {
    await poor.close();
  }
});

test.each([
  { sdk: undefined, says: /FAIL +Pulumi SDK +none is installed/ },
  { sdk: "3.100.0", says: /FAIL +Pulumi SDK +3\.100\.0 is too old/ },
  { sdk: "3.999.0", says: /ok +Pulumi SDK +3\.999\.0, newer than any that was tried/ },
])("the SDK is that of the project: $sdk", async ({ sdk, says }) => {
  const folder = mkdtempSync(join(tmpdir(), "rimuhosting-sdk-"));
  try {
    writeFileSync(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
    if (sdk !== undefined) {
      const installed = join(folder, "node_modules/@pulumi/pulumi");
      mkdirSync(installed, { recursive: true });
      writeFileSync(join(installed, "package.json"), JSON.stringify({ version: sdk }));
    }
    expect((await documentedCall("doctor --verbose", { folder })).stdout).toMatch(says);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
