import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { cleanText } from "../../schema/clean-text";
import type { PulumiResult, Surroundings } from "../command/command";

/** The configuration of the stack in whose folder the command was called. */
export type StackConfig =
  | { readonly kind: "no-project" }
  | { readonly kind: "unreadable"; readonly project: string; readonly reason: string }
  | {
      readonly kind: "read";
      readonly project: string;
      readonly stack: string;
      readonly values: ReadonlyMap<string, string>;
      /** Full names of the values that are kept encrypted. */
      readonly secret: ReadonlySet<string>;
    };

/** Asks the Pulumi CLI, which alone can decrypt the values. Without a project in this folder or above it, nothing is asked. */
export async function readStackConfig(
  { folder, pulumi }: Pick<Surroundings, "folder" | "pulumi">,
  stack: string | undefined,
): Promise<StackConfig> {
  const project = projectAt(folder);
  if (project === undefined) return { kind: "no-project" };
  const named = stack === undefined ? [] : ["--stack", stack];
  const [config, shown] = await Promise.all([
    pulumi(["config", "--json", "--show-secrets", ...named]),
    stack === undefined ? pulumi(["stack", "--show-name"]) : undefined,
  ]);
  const reason = failureOf(config);
  if (reason !== undefined) return { kind: "unreadable", project, reason };
  return { kind: "read", project, stack: stack ?? (shown?.stdout.trim() || "?"), ...entriesOf(config.stdout) };
}

/** The name of the project that a folder belongs to. */
function projectAt(folder: string): string | undefined {
  for (const name of ["Pulumi.yaml", "Pulumi.yml"]) {
    try {
      const text = readFileSync(join(folder, name), "utf8");
      return /^name:\s*["']?([^"'\s#]+)/m.exec(text)?.[1] ?? "?";
    } catch {
      // Not here.
    }
  }
  const above = dirname(folder);
  return above === folder ? undefined : projectAt(above);
}

/** Why the Pulumi CLI did not do what was asked, in its own words. */
export function failureOf({ code, stderr }: PulumiResult): string | undefined {
  if (code === undefined) return "there is no Pulumi CLI on the PATH";
  if (code === 0) return undefined;
  const words = cleanText(stderr.replace(/^(\s*error:\s*)+/, "")).replace(/\.$/, "");
  return words === "" ? `the Pulumi CLI ended with code ${code}` : words;
}

function entriesOf(json: string): { values: Map<string, string>; secret: Set<string> } {
  const values = new Map<string, string>();
  const secret = new Set<string>();
  const entries: Readonly<Record<string, { readonly value?: unknown; readonly secret?: unknown }>> = JSON.parse(json);
  for (const [name, { value, secret: isSecret }] of Object.entries(entries)) {
    if (typeof value === "string") values.set(name, value);
    if (isSecret === true) secret.add(name);
  }
  return { values, secret };
}
