import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isExhaustive } from "../volume";
import type { Stack } from "./harness/stack";
import { story } from "./harness/story";

/** A resource of another provider, which takes whatever it is given. */
const otherProvider = `
  exports.other = {
    create: async (inputs) => ({ id: "note", outs: inputs }),
    update: async (id, olds, news) => ({ outs: news }),
    diff: async (id, olds, news) => ({ changes: ["ip", "order", "at"].some((name) => olds[name] !== news[name]) }),
  };
`;

/** A server and what depends on it. Each run writes the outputs that it knows to a file. */
const program = (args: string) => `
  import { appendFileSync } from "node:fs";
  import * as pulumi from "@pulumi/pulumi";
  import * as rimuhosting from "pulumi-rimuhosting";
  class Other extends pulumi.CustomResource {
    constructor(name: string, inputs: pulumi.Inputs) {
      const code = 'exports.handler = () => require(process.cwd() + "/other-provider.js").other;';
      super("pulumi-nodejs:other:Note", name, { ...inputs, __provider: code });
    }
  }
  const web = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} });
  new rimuhosting.ReverseDns("ptr", { vps: web, name: "web.example.com" });
  new Other("note", { ip: web.primaryIp, order: web.orderOid, at: web.location.dataCenterLocationCode });
  export const ip = web.primaryIp;
  export const slug = web.slug;
  export const password = web.password;
  const file = pulumi.runtime.isDryRun() ? "known-in-preview" : "known-in-up";
  for (const [name, output] of Object.entries(web))
    if (pulumi.Output.isInstance<unknown>(output) && !name.startsWith("__"))
      output.apply((value) => appendFileSync(file, JSON.stringify([name, value ?? null]) + "\\n"));
`;

const base = 'distro: "deb12.64", memoryMb: 1024, diskSpaceMb: 10240';

/** Plans a change and makes it. Gives what the preview planned and knew, and what was true afterwards. */
async function change(stack: Stack, args: string) {
  stack.project.write(program(args));
  const preview = (await stack.preview()).expectOk();
  const known = valuesIn(stack, "known-in-preview");
  const made = (await stack.up()).expectOk();
  const then = valuesIn(stack, "known-in-up");
  return { preview, known, then, made };
}

function valuesIn(stack: Stack, file: string): Record<string, unknown> {
  const path = join(stack.project.directory, file);
  if (!existsSync(path)) return {};
  const lines = readFileSync(path, "utf8").trim().split("\n");
  rmSync(path);
  return Object.fromEntries(lines.map((line): [string, unknown] => JSON.parse(line)));
}

/** What a preview knew must hold afterwards, and what it planned for the dependants must have happened. */
function expectNoContradiction({ known, then, preview, made }: Awaited<ReturnType<typeof change>>): void {
  expect(then).toMatchObject(known);
  const dependants = { ptr: preview.operations["ptr"], note: preview.operations["note"] };
  for (const [name, operation] of Object.entries(dependants))
    if (operation === "same") expect(made.operations).toMatchObject({ [name]: "same" });
}

const secret = "first-Password1";

/** Each an edit of the one before, and what the preview must not claim to know. */
const edits: readonly (readonly [args: string, open: readonly string[]])[] = [
  [`${base}, password: "${secret}", maxMonthlyCostUsd: 50, restartTriggers: [1], reinstallTriggers: [1]`, []],
  [`${base}, password: "second-Password2", restartTriggers: [1], reinstallTriggers: [1], waitForPort: 22`, []],
  [`${base}, password: "second-Password2", restartTriggers: [2], reinstallTriggers: [1]`, ["observedRunningState"]],
  [`${base}, password: "third-Password3", restartTriggers: [2], reinstallTriggers: [2]`, ["orderDescription"]],
  ["memoryMb: 1024, reinstallTriggers: [3], diskSpaceMb: 20480", ["password", "distro", "monthlyCost"]],
  ["memoryMb: 2048", ["diskSpaceMb", "monthlyRecurringFee"]],
  ['memoryMb: 2048, runningState: "NOTRUNNING"', ["observedRunningState"]],
  [
    'memoryMb: 2048, hostServerOid: "1318", metaData: undefined',
    ["primaryIp", "secondaryIps", "location", "dcLocation"],
  ],
];

/** The outputs that a preview of an update knows, unless a step of it may change them. */
const known = ["orderOid", "slug", "orderDate", "primaryIp", "secondaryIps", "location", "dcLocation", "hostServerOid"];

story("whatever a preview knows is so after the up, whatever the change is", async (stage) => {
  const stack = await stage.newStack({ program: program(base) });
  stack.project.writeFile("other-provider.js", otherProvider);
  (await stack.up()).expectOk();
  valuesIn(stack, "known-in-up");
  for (const [args, open] of edits.slice(isExhaustive ? 0 : -1)) {
    const made = await change(stack, args);
    expectNoContradiction(made);
    for (const name of open) expect(made.known).not.toHaveProperty(name);
    expect(made.known).toMatchObject({ orderOid: Number(stack.findInState("web")?.id) });
    for (const name of known.filter((output) => !open.includes(output))) expect(made.known).toHaveProperty(name);
    expect(`${made.preview.text}${made.made.text}`).not.toMatch(/\w+-Password\d/);
  }
});
