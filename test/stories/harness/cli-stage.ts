import {
  accountKeys,
  type Command,
  type Row,
  type Seen,
  type Stage,
  type StateResource,
  startMs,
} from "../../transcripts/runner/stage";
import type { CommandResult } from "./cli/command-result";
import { decrypted } from "./key-service";
import { dieAt } from "./servers";
import { type Simulator, startStorySimulator } from "./simulator";
import type { Stack } from "./stack";
import type { Story } from "./story";

/** The simulators of a conversation, whose clock starts when the transcripts' does. */
export async function openAccounts() {
  let aheadMs = startMs - Date.now();
  const clock = { now: () => Date.now() + aheadMs };
  const account = await startStorySimulator({ clock, apiKeys: [accountKeys.account], randomSeed: 1 });
  const second = await startStorySimulator({ clock, apiKeys: [accountKeys.second], randomSeed: 2 });
  const advance = async (durationMs: number): Promise<void> => {
    aheadMs += durationMs;
  };
  return { account, second, advance, close: () => Promise.all([account.close(), second.close()]) };
}

/** The real CLI, for the conversations that a model plays otherwise. */
export class CliStage implements Stage {
  readonly account: Simulator;
  readonly second: Simulator;
  readonly advance: Stage["advance"];
  readonly ports: Stage["ports"] = new Map();
  readonly #stack: Stack;

  private constructor({ account, second, advance }: Awaited<ReturnType<typeof openAccounts>>, stack: Stack) {
    this.account = account;
    this.second = second;
    this.advance = advance;
    this.#stack = stack;
  }

  static async open(story: Story, accounts: Awaited<ReturnType<typeof openAccounts>>): Promise<CliStage> {
    const env = { RIMUHOSTING_BASEURL: accounts.account.url, RIMUHOSTING_APIKEY: accountKeys.account };
    return new CliStage(accounts, await story.newStack({ program: "", env }));
  }

  at(): never {
    throw new Error("the CLI takes too little time for anything to happen meanwhile");
  }

  write(program: string): void {
    this.#stack.project.write(program);
  }

  async configure(key: string, value: string | undefined, isSecret: boolean): Promise<void> {
    const stack = this.#stack;
    if (value !== undefined) await stack.setConfig(key, value, { isSecret });
    else (await stack.run(["config", "rm", key, "--stack", stack.name])).expectOk();
  }

  async editState(edit: "delete" | "taint" | "unprotect", urn: string): Promise<void> {
    (await this.#stack.run(["state", edit, urn, "--yes", "--stack", this.#stack.name])).expectOk();
  }

  async rename(name: string): Promise<void> {
    (await this.#stack.rename(name)).expectOk();
  }

  state(): readonly StateResource[] {
    const own = this.#stack.state().filter(({ type }) => type.startsWith("pulumi-nodejs:"));
    return own.map(({ type, urn, id = "", outputs }) => {
      const name = urn.slice(urn.lastIndexOf("::") + 2);
      return { type, urn, id, name, outputs: withSecrets(outputs) };
    });
  }

  async run({ name, args, env, killedDuring }: Command): Promise<Seen> {
    const stack = this.#stack;
    const options = { args: ["--suppress-progress", ...args], env };
    if (killedDuring !== undefined) {
      const start = () => (name === "destroy" ? stack.destroyInBackground(options) : stack.upInBackground(options));
      await dieAt(this.account, stack, killedDuring as Parameters<Simulator["hold"]>[0], "after-work", start);
      return { end: "killed", rows: [], progress: new Map(), diagnostics: new Map() };
    }
    const isRefreshing = name === "refresh" || args.includes("--refresh");
    return seenIn(await stack[name](options), isRefreshing);
  }
}

const withSecrets = (outputs: object): Record<string, unknown> =>
  JSON.parse(JSON.stringify(outputs), (_name, value) =>
    typeof value?.ciphertext === "string" ? decrypted(value.ciphertext) : value,
  );

/**
 * What a person sees of a command, read from what the CLI has printed.
 *
 * @param isRefreshing a resource that is gone has one row; otherwise a deletion has one of its own, as another resource may have the name
 */
function seenIn(result: CommandResult, isRefreshing: boolean): Seen {
  const lines = result.stdout.split("\n");
  const start = lines.indexOf("Diagnostics:");
  const rows = new Map<string, Row>();
  for (const line of lines.slice(0, start === -1 ? lines.length : start)) {
    const row = rowIn(line);
    if (row === undefined) continue;
    const isDeleted = row.mark === " -  " && !isRefreshing;
    rows.set(`${row.resource}${isDeleted ? " deleted" : ""}`, row);
  }
  return {
    end: result.isOk ? "done" : "failed",
    rows: [...rows.values()].filter(({ status, diff }) => status !== "" || diff !== ""),
    progress: progressIn(result),
    diagnostics: start === -1 ? new Map() : diagnosticsIn(lines.slice(start + 1)),
  };
}

const rowPattern =
  /^( [-+~ ][-+ ] )(pulumi[-\w:]+) (\S+) (\*\*.+?\*\*|[a-z]+ing|[a-z]+ed|create|update|delete|replace)?( replacement| original)? ?(?:\([\d.]+s\))? ?(?:\[diff: (.*?)\])?/;

function rowIn(line: string): Row | undefined {
  const [, mark = "", type = "", name = "", status = "", what = "", diff = ""] = rowPattern.exec(line) ?? [];
  if (mark === "" || type === "pulumi:pulumi:Stack") return undefined;
  return { mark, resource: `${type} ${name}`, status: status + what, diff };
}

/** From the engine's events: rows that change again at once are not printed. */
function progressIn({ events }: CommandResult): Map<string, string[]> {
  const progress = new Map<string, string[]>();
  for (const { diagnosticEvent } of events) {
    if (diagnosticEvent?.["ephemeral"] !== true || diagnosticEvent.severity !== "info") continue;
    const urn = String(diagnosticEvent["urn"] ?? "");
    const resource = urn === "" ? stackRow : `${urn.split("::")[2]?.split("$").at(-1)} ${urn.split("::").at(-1)}`;
    const [line = ""] = diagnosticEvent.message.split("\n");
    const said = progress.get(resource) ?? [];
    if (said.at(-1) !== line) progress.set(resource, [...said, line]);
  }
  return progress;
}

const stackRow = "pulumi:pulumi:Stack shop-dev";

function diagnosticsIn(lines: readonly string[]): Map<string, string[]> {
  const diagnostics = new Map<string, string[]>();
  let resource = "";
  for (const line of lines) {
    const [, type = "", name = ""] = /^ {2}(pulumi\S+) \((\S+)\):$/.exec(line) ?? [];
    if (type !== "") resource = `${type} ${name}`;
    else if (line.startsWith("    ")) {
      if (line.trim() === "" || (resource === stackRow && enginesOwn.test(line))) continue;
      diagnostics.set(resource, [...(diagnostics.get(resource) ?? []), line.slice(4).replace("\t", "    ")]);
    } else if (line !== "" && !line.startsWith("  ")) break;
  }
  return diagnostics;
}

/** What engine and SDK say by themselves of a run that has failed, and of the one before if that was killed. */
const enginesOwn =
  /^ {4}(error: (update|preview) failed$|error: Error: resource .* failed to register$| {4}at |warning: Attempting to deploy| {2}\* urn:\S+, interrupted while|These resources are in an unknown state|Once you have confirmed the status|Note that `pulumi refresh`)/;
