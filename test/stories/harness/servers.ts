import type { CommandResult } from "./cli/command-result";
import type { RunningCommand } from "./cli/running-command";
import type { Simulator } from "./simulator";
import type { Stack } from "./stack";

/** A server as a program declares it; arguments and options as one would type them. */
export interface Desired {
  readonly name: string;
  readonly args?: string;
  readonly opts?: string;
}

/** A program that declares these servers, each under a domain name of its own. */
export function declaring(...servers: readonly Desired[]): string {
  const declarations = servers.map(
    ({ name, args = 'distro: "deb13.64", memoryMb: 2048', opts = "" }) =>
      `new rimuhosting.Vps("${name}", { domainName: "${name}.example.com", ${args} }, { ${opts} });`,
  );
  return ['import * as rimuhosting from "pulumi-rimuhosting";', ...declarations].join("\n");
}

export const web = (args?: string, opts?: string): Desired => ({
  name: "web",
  ...(args === undefined ? {} : { args }),
  ...(opts === undefined ? {} : { opts }),
});

/** The order that the state holds for a resource. */
export const orderOf = (stack: Stack, name = "web"): unknown => stack.findInState(name)?.outputs?.["orderOid"];

/** Orders still billed, oldest first. */
export const activeOrders = (simulator: Simulator): number[] =>
  simulator.world.activeOrders().map(({ orderOid }) => orderOid);

/** How many servers were ever bought, and how many of them are cancelled. */
export function counts(simulator: Simulator): { bought: number; cancelled: number } {
  const bought = simulator.world.orders().length;
  return { bought, cancelled: bought - activeOrders(simulator).length };
}

/** The calls that buy, change or cancel: none of them is made where nothing is to happen to a server. */
export const changingCalls = [
  "new-vps",
  "delete-vps",
  "running-state",
  "parameters",
  "host-server",
  "reinstall",
  "cancelled",
] as const;

type Call = Parameters<Simulator["hold"]>[0];
type Moment = NonNullable<NonNullable<Parameters<Simulator["hold"]>[1]>["moment"]>;

/**
 * Everything dies while a call stands at one moment of its work. The service then finishes what it has received, and the
 * lock is taken away, as a person does it.
 */
export async function dieAt(
  simulator: Simulator,
  stack: Stack,
  call: Call,
  moment: Moment = "after-work",
  start: () => RunningCommand = () => stack.upInBackground(),
): Promise<CommandResult> {
  const gate = simulator.hold(call, { moment });
  const command = start();
  try {
    await command.until(gate.reached);
    return await command.killEverything();
  } finally {
    const underWay = simulator.journal.entries.filter(({ outcome }) => outcome === "pending");
    gate.release();
    await until(() => underWay.every(({ outcome }) => outcome !== "pending"));
    stack.removeLock();
  }
}

/** Waits for something in the simulator, which lives in this very process. */
export async function until(holds: () => boolean): Promise<void> {
  // Not in a tight loop: the processors are for the commands that the stories wait for.
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
}

/** The very request once more, as if the service had been slow to carry it out. */
export async function sendAgain(simulator: Simulator, body: unknown): Promise<void> {
  const headers = { authorization: "rimuhosting apikey=12345", "content-type": "application/json" };
  const answer = await fetch(`${simulator.url}/r/orders/new-vps`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
}
