// The program that runs in this process: who runs it, and what the engine says about its stack.

import * as pulumi from "@pulumi/pulumi";
import { type InvokeAnswer, mockMonitor, stateRequestsIn } from "./probes";
import { ownSdk } from "./sdk";

/** Whether this is a unit test: `pulumi.runtime.setMocks` replaces the engine's monitor. */
export const isMocked = (): boolean => pulumi.runtime.getMonitor()?.constructor.name === mockMonitor;

/**
 * Whether this is an inline program of the Automation API. It runs in the caller's process, whose directory and environment
 * say nothing about the workspace's.
 */
export const isInlineProgram = (mainFile = require.main?.filename): boolean =>
  mainFile === undefined || !cliRunner.test(mainFile);

/** The script with which the CLI runs a program. */
const cliRunner = /[\\/]@pulumi[\\/](?:pulumi[\\/])?cmd[\\/]run[\\/]/;

/**
 * The outputs of every resource in the stack's saved state; `undefined` if the engine cannot be asked. Asks through the monitor's own
 * client: the SDK's `invoke` would write the answer, which holds every secret of the stack in plain text, into its debug log, and the
 * CLI prints that with `--json`.
 */
export async function savedOutputs(): Promise<unknown> {
  const requests = stateRequestsIn(ownSdk());
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
