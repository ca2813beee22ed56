import { spawn } from "node:child_process";
import { join } from "node:path";
import { REPOSITORY } from "./harness/cli/environment";
import { type Story, story } from "./harness/story";

interface Ended {
  readonly code: number | null;
  readonly stderr: string;
}

/** Runs our own command line as a shell does, with these redirections. */
function redirected({ env, directory }: Story, line: string, stdio: "pipe" | "ignore" = "pipe"): Promise<Ended> {
  const [command = "", ...redirections] = line.split(/ (?=[0-9]?[>|])/);
  const script = `"${process.execPath}" "${join(REPOSITORY, "dist/cli/main.js")}" ${command} ${redirections.join(" ")}`;
  const child = spawn("sh", ["-c", script], { cwd: directory, env, stdio: ["ignore", stdio, stdio] });
  let stderr = "";
  child.stdout?.resume();
  child.stderr?.on("data", (text: Buffer) => {
    stderr += text.toString();
  });
  return new Promise((resolve) => {
    child.on("close", (code) => resolve({ code, stderr }));
  });
}

const lostLine = /^pulumi-rimuhosting: The output could not be written \([^\n]+\): what was printed is incomplete\.\n$/;

story(
  "output that cannot be written is one line on the error output and a failure, and discarded output is neither",
  async (stage) => {
    for (const line of [
      "--help >/dev/full",
      "--version >/dev/full",
      "orders --help >/dev/full",
      "orders --json >/dev/full",
    ])
      expect(await redirected(stage, line)).toEqual({ code: 1, stderr: expect.stringMatching(lostLine) });

    // A failure stays the failure that it is.
    expect(await redirected(stage, "nonsense 2>/dev/full")).toEqual({ code: 1, stderr: "" });

    for (const line of ["--help >/dev/null", "--help | head -c 1", "--help 2>&- >/dev/null"])
      expect(await redirected(stage, line)).toEqual({ code: 0, stderr: "" });
    expect((await redirected(stage, "--help", "ignore")).code).toBe(0);
  },
);
