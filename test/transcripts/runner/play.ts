import { CALLS, type CallName } from "../../../simulator/src/calls";
import type { JournalEntry } from "../../../simulator/src/journal";
import { programText } from "./program";
import { shownCalls, shownChanges, shownEnd, shownResource, shownRows } from "./said";
import { accountKeys, type Command, requestsAt, type Stage, type StateResource } from "./stage";
import type { Conversation, Played, Step, Topic } from "./topic";

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Plays the opening of a topic, of which nothing is told, and then a conversation. */
export async function play(stage: Stage, { opening }: Topic, { steps }: Conversation): Promise<readonly Played[]> {
  const player = new Player(stage);
  const opened = await player.play(opening.steps);
  const failed = opened.find(({ said }) => said.at(-1)?.startsWith("failed"));
  if (failed !== undefined) throw new Error(["This should have opened the topic:", ...failed.said].join("\n"));
  player.forgetBodies();
  return player.play(steps);
}

class Player {
  readonly #stage: Stage;
  readonly #bodies = new Set<string>();
  /** Programs of a topic share the constants of its opening. */
  #constants: readonly string[] = [];

  constructor(stage: Stage) {
    this.#stage = stage;
  }

  /** Nobody has seen those of the opening. */
  forgetBodies(): void {
    this.#bodies.clear();
  }

  async play(steps: readonly Step[]): Promise<Played[]> {
    const played: Played[] = [];
    for (const step of steps) played.push({ step, said: await this.#play(step) });
    return played;
  }

  async #play(step: Step): Promise<readonly string[]> {
    switch (step.kind) {
      case "comment":
        return [];
      case "constant":
        this.#constants = [...this.#constants, ...step.lines];
        return [];
      case "program":
        this.#stage.write(programText(this.#second(), this.#constants, step.lines));
        return [];
      case "event":
        return this.#happens(step.statement);
      case "command":
        return this.#command(step.command);
      default:
        return step satisfies never;
    }
  }

  #second() {
    return { apiKey: accountKeys.second, baseUrl: this.#stage.second.url };
  }

  /** The names that such a statement may use. */
  async #happens(statement: string): Promise<readonly string[]> {
    const stage = this.#stage;
    const { account, second } = stage;
    const { world, faults, variants } = account;
    const order = (domainName = "web.example.com", { world } = account): number =>
      world.orders().findLast((one) => one.domainName === domainName)?.orderOid ?? 0;
    const names = {
      world,
      faults,
      variants,
      second,
      order,
      ports: stage.ports,
      pass: ({ days = 0, minutes = 0 }) => stage.advance(days * dayMs + minutes * minuteMs),
      at: ({ minutes = 0 }, happens: () => void) => stage.at(minutes * minuteMs, happens),
    };
    await new Function(...Object.keys(names), `return (${statement});`)(...Object.values(names));
    return [];
  }

  async #command(text: string): Promise<readonly string[]> {
    const [, assignments = "", line = "", killedDuring] = commandLine.exec(text) ?? [];
    const [command, ...args] = wordsOf(line);
    const env = Object.fromEntries(wordsOf(assignments).map(assigned));
    switch (command) {
      case "preview":
      case "up":
      case "refresh":
      case "destroy":
        return this.#run({ name: command, args, env, killedDuring });
      case "config":
        return this.#configure(args);
      case "state":
        return this.#state(args);
      case "stack":
        await this.#stage.rename(args[1] ?? "");
        return [];
      default:
        throw new Error(`no such command: ${text}`);
    }
  }

  async #run(command: Command): Promise<readonly string[]> {
    const stage = this.#stage;
    const before = stage.state();
    const sentBefore = new Set(requestsAt(stage));
    const seen = await stage.run(command);
    const sent = requestsAt(stage).filter((request) => !sentBefore.has(request));
    const rows = shownRows(seen);
    const calls = shownCalls(sent.map(describe), this.#bodies);
    return [...rows, ...shownEnd(seen, rows, calls), ...shownChanges(before, stage.state())];
  }

  async #configure(args: readonly string[]): Promise<readonly string[]> {
    const [verb, ...rest] = args.filter((arg) => arg !== "--secret");
    const [key = "", value] = rest;
    await this.#stage.configure(key, verb === "rm" ? undefined : value, args.includes("--secret"));
    return [];
  }

  /** `show` is not the CLI's: it prints what the state has of a resource. */
  async #state([verb = "", ...names]: readonly string[]): Promise<readonly string[]> {
    const resource = this.#inState(names[0] ?? "");
    if (verb === "show") return shownResource(resource, names.slice(1));
    if (verb === "delete" || verb === "taint" || verb === "unprotect") await this.#stage.editState(verb, resource.urn);
    else throw new Error(`no such command: state ${verb}`);
    return [];
  }

  #inState(name: string): StateResource {
    const found = this.#stage.state().find((resource) => resource.name === name && !isKey(resource));
    const key = this.#stage.state().find((resource) => `${resource.name}-key` === name && isKey(resource));
    const resource = found ?? key;
    if (resource === undefined) throw new Error(`the state has no ${name}`);
    return resource;
  }
}

const isKey = ({ type }: StateResource): boolean => type.endsWith(":IdempotencyKey");

/** `NAME=value … pulumi command …, killed during new-vps` */
const commandLine = /^((?:[A-Z_]+=\S* )*)pulumi (.*?)(?:, killed during (\S+))?$/;

const wordsOf = (text: string): string[] =>
  [...text.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");

const assigned = (text: string): [name: string, value: string] => {
  const place = text.indexOf("=");
  return [text.slice(0, place), text.slice(place + 1)];
};

/** How a request ends of which the client has heard nothing. One whose client has died is none. */
const failures: readonly JournalEntry["outcome"][] = ["cut", "hung"];

function describe({ call, method, path, body, status, outcome }: JournalEntry) {
  const isRead = call !== undefined && readingCalls.has(call);
  const inner = typeof body === "object" && body !== null ? Object.values(body)[0] : undefined;
  return {
    name: call ?? `${method} ${path}`,
    isRead,
    body: call === "ptr" ? body : inner,
    failure: failures.includes(outcome) ? outcome : status === undefined || status === 200 ? undefined : String(status),
  };
}

/** They change nothing. */
const readingCalls: ReadonlySet<CallName> = new Set([
  ...(Object.keys(CALLS) as CallName[]).filter((call) => CALLS[call].method === "GET"),
  "new-vm-pricing",
]);
