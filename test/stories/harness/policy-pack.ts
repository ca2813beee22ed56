import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { REPOSITORY } from "./cli/environment";
import { toJavaScript } from "./project";
import type { RunOptions } from "./stack";
import type { Story } from "./story";

/** Writes a policy pack, and returns with what a command runs it. */
export function writePolicyPack({ directory, env }: Story, program: string): RunOptions {
  const pack = join(directory, "policies");
  mkdirSync(pack);
  symlinkSync(join(REPOSITORY, "node_modules"), join(pack, "node_modules"));
  writeFileSync(join(pack, "PulumiPolicy.yaml"), "runtime: story\n");
  writeFileSync(join(pack, "package.json"), JSON.stringify({ name: "policies", version: "1.0.0", main: "index.js" }));
  writeFileSync(join(pack, "index.js"), toJavaScript(program));
  const host = join(REPOSITORY, "test/stories/harness/pack-runner.cjs");
  writeFileSync(join(pack, "pulumi-language-story"), `#!/bin/sh\nexec node "${host}" "$@"\n`, { mode: 0o755 });
  return { args: ["--policy-pack", pack], env: { PATH: [pack, env["PATH"]].join(delimiter) } };
}
