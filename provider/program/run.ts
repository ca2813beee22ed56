import { randomBytes } from "node:crypto";
import * as pulumi from "@pulumi/pulumi";
import type { StackState } from "../plan/purchase/ownership";
import { readStackState } from "./stack-state";

/** A server that the program has declared so far. */
interface DeclaredServer {
  readonly urn: pulumi.Output<string>;
  readonly orderOid: pulumi.Output<number>;
  readonly domainName: pulumi.Output<string>;
  /** The explicit provider that it was given; absent for the default one. */
  readonly provider: pulumi.ProviderResource | undefined;
}

/** An explicit provider that the program has made so far. */
interface ExplicitProvider {
  readonly name: string;
  readonly resource: pulumi.ProviderResource;
  /** By their full names, such as `rimuhosting:apiKey`. */
  readonly settings: pulumi.Output<Record<string, string>>;
}

/** One run of the program for one stack: what its servers have in common. */
export interface ProgramRun {
  /** Tells this run from every other, in the tags of what it buys. */
  readonly id: string;
  readonly state: Promise<StackState>;
  readonly servers: DeclaredServer[];
  readonly providers: ExplicitProvider[];
  /** By the number of an order that the option `import` names: the resources that are to adopt it. */
  readonly imports: Map<string, pulumi.Output<string>[]>;
}

/** Found on the stack's own resource: two programs in one process, or two copies of this package, must not share or double it. */
const remembered = Symbol.for("pulumi-rimuhosting.run");

/** Unit tests (`pulumi.runtime.setMocks`) put a monitor of their own in the engine's place. */
export const isMocked = (): boolean => pulumi.runtime.getMonitor()?.constructor.name === "MockMonitor";

/** The run of the stack's program; `undefined` where there is no stack (unit tests with mocks). */
export function programRun(): ProgramRun | undefined {
  const stack: (pulumi.Resource & { [remembered]?: ProgramRun }) | undefined = pulumi.runtime.getStackResource();
  if (stack === undefined || isMocked()) return undefined;
  stack[remembered] ??= {
    id: randomBytes(6).toString("hex"),
    state: readStackState(),
    servers: [],
    providers: [],
    imports: new Map(),
  };
  return stack[remembered];
}

/** The program does not end before the returned function was called. */
export const keepProgramAlive = (): (() => void) =>
  (require("@pulumi/pulumi/runtime/settings") as { rpcKeepAlive(): () => void }).rpcKeepAlive();

/** What is declared in one go is there after a turn of the event loop. */
export const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** What an output that can wait tells of itself; the SDK keeps it out of its public types. */
type Waiting<T> = pulumi.Output<T> & { readonly isKnown: Promise<boolean>; promise(): Promise<T> };

/** The value of an output, or `undefined` where this preview does not know it. */
export async function knownValue<T>(output: pulumi.Output<T>): Promise<T | undefined> {
  const waiting = output as Waiting<T>;
  return (await waiting.isKnown) ? waiting.promise() : undefined;
}

/**
 * The same value, without what it depends on. The URN of a server in a component depends on the component, and with it on every
 * resource in there: two servers of one component would wait for each other, for ever.
 */
export const withoutDependencies = <T>(output: pulumi.Output<T>): pulumi.Output<T> =>
  pulumi.output((output as Waiting<T>).promise()) as pulumi.Output<T>;
