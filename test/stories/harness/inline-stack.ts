import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { LocalWorkspace, PulumiCommand, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import { cliDirectory } from "./cli/environment";

export interface InlineStackOptions {
  readonly program: PulumiFn;
  readonly project?: string;
  readonly name?: string;
  readonly config?: Readonly<Record<string, string>>;
}

/** A stack of the Automation API. The dynamic host is a process of its own even so. */
export async function openInlineStack(
  storyDirectory: string,
  env: Readonly<Record<string, string>>,
  { program, project = "inline", name = "dev", config = {} }: InlineStackOptions,
): Promise<Stack> {
  const workDir = join(storyDirectory, "projects", project);
  mkdirSync(workDir, { recursive: true });
  const pulumiCommand = await PulumiCommand.get({ root: dirname(cliDirectory()), skipVersionCheck: true });
  const stack = await LocalWorkspace.createOrSelectStack(
    { stackName: name, projectName: project, program },
    { workDir, pulumiCommand, envVars: { ...env } },
  );
  for (const [key, value] of Object.entries(config)) await stack.setConfig(key, { value });
  return stack;
}
