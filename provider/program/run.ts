import { randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { knownValue, type Plain, promiseOf } from "../engine/outputs";
import { isMocked } from "../engine/program";
import type { Place, StackState } from "../plan/purchase/ownership";
import { readStackState } from "./stack-state";

/** Where the program declares a server. */
export interface DeclaredPlace {
  readonly urn: Plain<string>;
  /** Where it was declared before, according to its aliases. */
  readonly earlier: () => Promise<EarlierPlaces>;
}

export type EarlierPlaces = Pick<Place, "earlierUrns" | "interruptedUrns">;

/** A server that the program has declared so far. */
interface DeclaredServer extends DeclaredPlace {
  readonly orderOid: pulumi.Output<number>;
  /** As the program gives it. */
  readonly changeGroup: pulumi.Input<string> | undefined;
  /** The explicit provider set for it; absent for the default one. */
  readonly provider: pulumi.ProviderResource | undefined;
}

/** An explicit provider that the program has created so far. */
interface ExplicitProvider {
  readonly name: string;
  readonly resource: pulumi.ProviderResource;
  /** By the settings' full names, such as `rimuhosting:apiKey`. */
  readonly settings: pulumi.Output<Record<string, string>>;
  /** The settings that the program gives and that have no value so far. */
  readonly awaited: ReadonlySet<string>;
}

/** What the servers of one run of the program have in common. */
export interface ProgramRun {
  /** Distinguishes this run from every other, in the tags of what it buys. */
  readonly id: string;
  readonly state: Promise<StackState>;
  readonly servers: DeclaredServer[];
  readonly providers: ExplicitProvider[];
  /** The resources that want to adopt an order, by the number in their option `import`. */
  readonly imports: Map<string, Promise<string>[]>;
  /** The servers in the state, by URN, whose domain name a new server has: what is said of that one says what becomes of them. */
  readonly namesakes: Set<string>;
  /** How many of the servers have been created, changed or found unchanged so far. */
  ended: number;
}

/** Kept on the stack's own resource: shared by two copies of this package, but not by two programs in one process. */
const remembered = Symbol.for("pulumi-rimuhosting.run");

type StackResource = pulumi.Resource & { [remembered]?: ProgramRun };

/** The current run of the stack's program; `undefined` without a stack, as in unit tests with mocks. */
export function programRun(): ProgramRun | undefined {
  const stack: StackResource | undefined = pulumi.runtime.getStackResource();
  if (stack === undefined || isMocked()) return undefined;
  stack[remembered] ??= {
    id: randomBytes(6).toString("hex"),
    state: readStackState(),
    servers: [],
    providers: [],
    imports: new Map(),
    namesakes: new Set(),
    ended: 0,
  };
  return stack[remembered];
}

/**
 * Fails in the process of a component provider, where resources have an engine but no stack: without the stack's ledger nothing is bought,
 * and only the `up` would find out.
 */
export function requireStack(name: string): void {
  const { getMonitor, getStackResource } = pulumi.runtime;
  if (getStackResource() !== undefined || getMonitor() === undefined || isMocked()) return;
  throw new pulumi.RunError(
    `Vps "${name}": a server cannot be declared in a component that runs as a provider of its own, such as a component package for programs in other languages. The stack's ledger is out of reach there, ` +
      "and nothing is bought without it. Declare the server in a program in TypeScript or JavaScript, or in a component class that the program imports.",
  );
}

/** How often a server of this run may have changed so far: what was read before may no longer be true. */
export const changesIn = (stack: StackResource): number => stack[remembered]?.ended ?? 0;

/**
 * Counts a server once the engine is done with it. Called before the program can wait for the server, so that whatever it
 * asks afterwards finds the new count. A preview changes nothing.
 */
export function countWhenDone(run: ProgramRun, { urn }: pulumi.Resource): void {
  if (pulumi.runtime.isDryRun()) return;
  const count = (): void => {
    run.ended++;
  };
  promiseOf(urn).then(count, count);
}

/** Waits for one turn of the event loop, after which everything declared in one go exists. */
export const nextEventLoopTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** No run waits longer than this to tell which servers it declares: one may be the parent of another. */
const patienceMs = 2000;

/** The URNs of the servers that the program declares or has declared under another name, as far as they are known soon. */
export async function declaredUrns({ servers }: ProgramRun): Promise<string[]> {
  const known: string[] = [];
  const each = servers.map(async ({ urn, earlier }) => {
    const [now, { earlierUrns }] = await Promise.all([knownValue(urn), earlier()]);
    known.push(...(now === undefined ? [] : [now]), ...earlierUrns);
  });
  const enough = new AbortController();
  const late = wait(patienceMs, undefined, enough).catch(() => undefined);
  await Promise.race([Promise.allSettled(each), late]);
  enough.abort();
  return [...known];
}
