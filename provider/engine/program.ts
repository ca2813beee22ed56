import { createRequire } from "node:module";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { hasFunctions, loadedSdk, member, runtimeOf, type Sdk } from "./probes";
import { runError } from "./run-error";

// The program that runs in this process: who runs it, and what the engine says about its stack.

/** Whether this is a unit test: `pulumi.runtime.setMocks` replaces the engine's monitor. */
export const isMocked = (): boolean => pulumi.runtime.getMonitor()?.constructor.name === "MockMonitor";

/**
 * Whether this is an inline program of the Automation API. It runs in the caller's process, whose directory and environment
 * say nothing about the workspace's.
 */
export const isInlineProgram = (mainFile = mainFileOfProcess()): boolean =>
  mainFile === undefined || !cliRunner.test(mainFile);

/** Not `require.main`: a bundler puts its own in place of it. */
const mainFileOfProcess = (): string | undefined => process.mainModule?.filename;

/** The script with which the CLI runs a program. */
const cliRunner = /[\\/]@pulumi[\\/](?:pulumi[\\/])?cmd[\\/]run[\\/]/;

/**
 * The outputs of every resource in the stack's saved state; `undefined` if the engine cannot be asked. Asks through the monitor's own
 * client: the SDK's `invoke` would write the answer, which holds every secret of the stack in plain text, into its debug log, and the
 * CLI prints that with `--json`.
 */
export async function savedOutputs(): Promise<unknown> {
  const requests = stateRequestsIn(loadedSdk());
  const monitor = requests?.getMonitor();
  if (requests === undefined || monitor === undefined) return undefined;
  const request = new requests.ResourceInvokeRequest();
  request.setTok("pulumi:pulumi:readStackResourceOutputs");
  const stackName = `${pulumi.getOrganization()}/${pulumi.getProject()}/${pulumi.getStack()}`;
  request.setArgs(requests.Struct.fromJavaScript({ stackName }));
  const answer = await new Promise<InvokeAnswer>((resolve, reject) =>
    monitor.invoke(request, (error, response) => (error === null ? resolve(response) : reject(error))),
  );
  return answer.getReturn()?.toJavaScript();
}

/** What it takes to read the stack's saved outputs, where this SDK has it. */
export function stateRequestsIn(sdk: Sdk) {
  const found = {
    getMonitor: member(runtimeOf(sdk), "getMonitor"),
    ResourceInvokeRequest: member(sdk.load("@pulumi/pulumi/proto/resource_pb"), "ResourceInvokeRequest"),
    Struct: member(sdk.load("google-protobuf/google/protobuf/struct_pb"), "Struct"),
  };
  const isWhole =
    hasFunctions(found, "getMonitor", "ResourceInvokeRequest") && hasFunctions(found.Struct, "fromJavaScript");
  return isWhole ? (found as StateRequests) : undefined;
}

type StateRequests = {
  readonly ResourceInvokeRequest: new () => { setTok(token: string): void; setArgs(args: unknown): void };
  readonly Struct: { fromJavaScript(value: object): unknown };
  getMonitor():
    | { invoke(request: object, answer: (error: Error | null, response: InvokeAnswer) => void): void }
    | undefined;
};

type InvokeAnswer = { getReturn(): { toJavaScript(): unknown } | undefined };

/** A cache: each server asks, and the search for a package looks through many directories. */
const foundFrom = new Set<string>();

/**
 * The engine's host loads the provider from the program's directory. A component library with its own copy, or a bundle, would fail
 * there later with an unhelpful message, so this fails immediately with a helpful one.
 *
 * Only a program run by the CLI has that directory as its working directory.
 */
export function requireResolvable(directory: string = process.cwd(), mainFile = mainFileOfProcess()): void {
  if (isInlineProgram(mainFile) || foundFrom.has(directory)) return;
  try {
    createRequire(join(directory, "index.js")).resolve("pulumi-rimuhosting/dynamic");
    foundFrom.add(directory);
  } catch {
    throw runError(
      "pulumi-rimuhosting cannot be found from the program's directory, where the engine loads it. Install it there too. " +
        "A component library should list it as a peer dependency; a bundler should leave both it and @pulumi/pulumi out of the bundle, as external packages.",
    );
  }
}
