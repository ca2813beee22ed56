import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { LocalWorkspace, PulumiCommand, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import { cliDirectory } from "./cli/environment";
import type { Story } from "./story";

export interface InlineStackOptions {
  readonly program: PulumiFn;
  readonly project?: string;
  readonly name?: string;
  readonly config?: Readonly<Record<string, string>>;
}

/**
 * A stack of the Automation API, whose program is a function in this process; the dynamic host is a process of its own even so. The only
 * way to try transforms and hooks.
 */
export async function openInlineStack(
  { directory, env }: Story,
  { program, project = "inline", name = "dev", config = {} }: InlineStackOptions,
): Promise<Stack> {
  const workDir = join(directory, "projects", project);
  mkdirSync(workDir, { recursive: true });
  const pulumiCommand = await PulumiCommand.get({ root: dirname(cliDirectory()), skipVersionCheck: true });
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: name, projectName: project, program },
    { workDir, pulumiCommand, envVars: { ...env } },
  );
  for (const [key, value] of Object.entries(config)) await stack.setConfig(key, { value });
  return stack;
}
