import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { CommandResult } from "./cli/command-result";
import { fastStart } from "./cli/environment";
import { RunningCommand } from "./cli/running-command";
import { emptyStateText, settingsText } from "./fresh-stack";
import type { Project } from "./project";
import { readDeployment, type StateResource } from "./state";

const COMMAND_TIMEOUT_MS = 180_000;

export interface RunOptions {
  /** Further arguments, as on the command line. */
  readonly args?: readonly string[];
  /** Added to the environment of this command. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface UpOptions extends RunOptions {
  /** Also compute a preview first, as users do; takes twice as long. */
  readonly preview?: boolean;
}

/** A stack on the story's own file backend, driven with the real CLI. No command throws because the CLI failed: ask the result. */
export class Stack {
  readonly project: Project;
  private currentName: string;
  private readonly storyDirectory: string;
  private readonly env: Readonly<Record<string, string>>;

  constructor(storyDirectory: string, env: Readonly<Record<string, string>>, project: Project, name: string) {
    this.storyDirectory = storyDirectory;
    this.env = env;
    this.project = project;
    this.currentName = name;
  }

  /** Changes when the stack is renamed. */
  get name(): string {
    return this.currentName;
  }

  /** Leaves on disk what `stack init` and `config set` would, in no time. */
  write(config: Readonly<Record<string, string>>): void {
    this.project.writeFile(`Pulumi.${this.name}.yaml`, settingsText(this.project.name, config));
    mkdirSync(dirname(this.statePath()), { recursive: true });
    writeFileSync(this.statePath(), emptyStateText(this.project.name, this.name));
    writeFileSync(this.inBackend("meta.yaml"), "version: 1\n");
  }

  up(options: UpOptions = {}): Promise<CommandResult> {
    return this.upInBackground(options).done;
  }

  upInBackground({ preview = false, ...options }: UpOptions = {}): RunningCommand {
    return this.start(this.withStack(["up", "--yes", ...(preview ? [] : ["--skip-preview"])]), options, true);
  }

  preview(options: RunOptions = {}): Promise<CommandResult> {
    return this.start(this.withStack(["preview"]), options, true).done;
  }

  refresh(options: RunOptions = {}): Promise<CommandResult> {
    return this.start(this.withStack(["refresh", "--yes", "--skip-preview"]), options, true).done;
  }

  destroy(options: RunOptions = {}): Promise<CommandResult> {
    return this.destroyInBackground(options).done;
  }

  destroyInBackground(options: RunOptions = {}): RunningCommand {
    return this.start(this.withStack(["destroy", "--yes", "--skip-preview"]), options, true);
  }

  /** Takes the lock away that a killed command left, as `pulumi cancel` does. */
  removeLock(): void {
    const locks = this.inBackend("locks", "organization", this.project.name, this.name);
    rmSync(locks, { recursive: true, force: true });
  }

  async setConfig(key: string, value: string, { isSecret = false } = {}): Promise<void> {
    const kind = isSecret ? "--secret" : "--plaintext";
    (await this.run([...this.withStack(["config", "set"]), kind, "--", key, value])).expectOk();
  }

  /** The stack's outputs; secrets in clear when asked for, otherwise as "[secret]". */
  async outputs({ showSecrets = false } = {}): Promise<Readonly<Record<string, unknown>>> {
    const flags = showSecrets ? ["--show-secrets"] : [];
    const result = await this.run(this.withStack(["stack", "output", "--json", ...flags]));
    return JSON.parse(result.expectOk().stdout);
  }

  /** What `pulumi stack export` prints. */
  async exportState({ showSecrets = false } = {}): Promise<string> {
    const flags = showSecrets ? ["--show-secrets"] : [];
    return (await this.run(this.withStack(["stack", "export", ...flags]))).expectOk().stdout;
  }

  importState(text: string): Promise<CommandResult> {
    this.project.writeFile("state-to-import.json", text);
    return this.run(this.withStack(["stack", "import", "--file", "state-to-import.json"]));
  }

  async rename(name: string): Promise<CommandResult> {
    const result = await this.run(this.withStack(["stack", "rename", name]));
    if (result.isOk) this.currentName = name;
    return result;
  }

  deleteFromState(urn: string): Promise<CommandResult> {
    return this.run(this.withStack(["state", "delete", urn, "--yes"]));
  }

  /** Any other command. */
  run(args: readonly string[], options: RunOptions = {}): Promise<CommandResult> {
    return this.start(args, options, false).done;
  }

  /** The resources as the state on disk has them now, also while a command runs or after one was killed; secrets are encrypted. */
  state(): StateResource[] {
    return readDeployment(this.stateText());
  }

  /** The resource of that name (or URN) in the state on disk, or undefined. */
  findInState(nameOrUrn: string): StateResource | undefined {
    return this.state().find(({ name, urn }) => name === nameOrUrn || urn === nameOrUrn);
  }

  /** The state file as it lies on disk. */
  stateText(): string {
    return readFileSync(this.statePath(), "utf8");
  }

  /** All that the CLI ever wrote for this story's stacks: states, history and stack settings. To look for secrets in. */
  everythingWritten(): string {
    const directories = [join(this.storyDirectory, "state"), join(this.storyDirectory, "home"), this.project.directory];
    return directories.map(textOfAllFiles).join("\n");
  }

  private statePath(): string {
    return this.inBackend("stacks", this.project.name, `${this.name}.json`);
  }

  private inBackend(...path: readonly string[]): string {
    return join(this.storyDirectory, "state", ".pulumi", ...path);
  }

  private withStack(args: readonly string[]): string[] {
    return [...args, "--stack", this.name];
  }

  private start(args: readonly string[], options: RunOptions, hasEvents: boolean): RunningCommand {
    const { args: furtherArgs = [], env = {} } = options;
    return new RunningCommand({
      args: ["--non-interactive", "--color", "never", ...args, ...furtherArgs],
      cwd: this.project.directory,
      env: { ...this.env, ...(this.project.isPlainJavaScript ? fastStart() : {}), ...env },
      storyDirectory: this.storyDirectory,
      hasEvents,
      timeoutMs: COMMAND_TIMEOUT_MS,
    });
  }
}

function textOfAllFiles(directory: string): string {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => join(directory, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
}
