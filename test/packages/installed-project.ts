import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { devDependencies } from "../../package.json";
import { REPOSITORY } from "../stories/harness/cli/environment";
import { newProjectOptions } from "../stories/harness/packed-package";
import type { Stack } from "../stories/harness/stack";
import type { Story } from "../stories/harness/story";

type CommandLine = readonly string[];

export interface Installation {
  /** The manager's command, without further words. */
  readonly manager: CommandLine;
  /** Default: the compiler that the manager put into the project. */
  readonly compiler?: CommandLine;
  readonly pulumiVersion?: string;
  readonly typescriptVersion?: string;
  /** Settings of the manager and anything else; a file replaces the template's of the same name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files of a workspace of which the project is one package; the manager then installs there. */
  readonly above?: Readonly<Record<string, string>>;
}

/** What `pulumi new typescript` makes, but for the versions. */
const template = (dependencies: Readonly<Record<string, string>>, typescriptVersion: string) => ({
  "package.json": json({
    name: "shop",
    private: true,
    main: "index.ts",
    devDependencies: { "@types/node": devDependencies["@types/node"], typescript: typescriptVersion },
    dependencies,
  }),
  "Pulumi.yaml": "name: shop\nruntime: nodejs\n",
  "tsconfig.json": json({ compilerOptions: newProjectOptions, files: ["index.ts"] }),
  "index.ts": `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const web = new rimuhosting.Vps("web", { domainName: "web.example.com", memoryMb: 1024 });
export const ip: pulumi.Output<string> = web.primaryIp;
`,
});

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

/** A project as a user has it after installing the packed package: type-checked, and ready for the CLI. */
export async function installedProject(told: Story, installation: Installation): Promise<Stack> {
  // What the manager does not install must not be found further up either.
  rmSync(join(told.directory, "node_modules"), { recursive: true, force: true });
  const source = join(told.directory, "source");
  const { manager, pulumiVersion = devDependencies["@pulumi/pulumi"] } = installation;
  const dependencies = { "@pulumi/pulumi": pulumiVersion, "pulumi-rimuhosting": `file:${pack(told.directory)}` };
  const files = template(dependencies, installation.typescriptVersion ?? devDependencies.typescript);
  for (const [name, text] of Object.entries({ ...files, ...installation.files })) write(join(source, name), text);
  const stack = await told.newStack({ program: { directory: source } });
  const { directory } = stack.project;
  const above = installation.above ?? {};
  for (const [name, text] of Object.entries(above)) write(join(directory, "..", name), text);
  run(told, [...manager, "install"], above["package.json"] === undefined ? directory : join(directory, ".."));
  run(told, [...(installation.compiler ?? ["npx", "--no-install", "tsc"]), "--noEmit"], directory);
  return stack;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** The tarball that npm would publish. */
function pack(directory: string): string {
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", directory], {
    cwd: REPOSITORY,
    stdio: "pipe",
  });
  return join(directory, readdirSync(directory).find((name) => name.endsWith(".tgz")) ?? "no tarball");
}

/** Returns what the command prints. Caches and stores go into the story's directory; only npm's own is shared, because npm fetches the other managers. */
export function run(told: Story, [command = "", ...args]: CommandLine, directory: string): string {
  const within = (name: string): string => join(told.directory, name);
  const kept = {
    XDG_DATA_HOME: within("data"),
    XDG_CACHE_HOME: within("cache-home"),
    XDG_STATE_HOME: within("state-home"),
    XDG_CONFIG_HOME: within("config-home"),
    YARN_CACHE_FOLDER: within("cache"),
    YARN_GLOBAL_FOLDER: within("yarn"),
    YARN_ENABLE_TELEMETRY: "0",
    YARN_ENABLE_IMMUTABLE_INSTALLS: "0",
    BUN_INSTALL_CACHE_DIR: within("bun"),
    PATH: [dirname(process.execPath), process.env["PATH"]].join(delimiter),
  };
  try {
    const env = { ...process.env, ...kept };
    return execFileSync(command, args, { cwd: directory, encoding: "utf8", stdio: "pipe", env });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`"${[command, ...args].join(" ")}" failed:\n${stdout}\n${stderr}`);
  }
}
