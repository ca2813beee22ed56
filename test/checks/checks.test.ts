import { execFileSync } from "node:child_process";
import { join } from "node:path";

const repository = join(__dirname, "../..");

/** Run alongside the other tests rather than before them, so that no core is idle. */
test.each(["format", "types", "imports", "unused", "package"])(
  "npm run check:%s finds nothing",
  (check) => {
    expect(problemsFoundBy(`check:${check}`)).toBe("");
  },
  300_000,
);

function problemsFoundBy(script: string): string {
  try {
    execFileSync("npm", ["run", "--silent", script], { cwd: repository, stdio: "pipe", encoding: "utf8" });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return `${stdout}${stderr}` || String(error);
  }
}
