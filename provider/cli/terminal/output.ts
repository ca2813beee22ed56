import { readFileSync, readlinkSync } from "node:fs";

/** Says on the error output if some of the output was lost, and then resolves. */
export function watchOutput(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    let isReported = false;
    const lose = (why: string): void => {
      if (!isReported)
        stderr.write(`pulumi-rimuhosting: The output could not be written (${why}): what was printed is incomplete.\n`);
      isReported = true;
      resolve();
    };
    // Whoever reads the output may stop before its end, as "head" does.
    stdout.on("error", ({ code }: NodeJS.ErrnoException) => code !== "EPIPE" && lose(code ?? "unknown error"));
    // There is nowhere left to say so.
    stderr.on("error", ({ code }: NodeJS.ErrnoException) => code !== "EPIPE" && resolve());
    // Whoever discards both outputs wants only the exit code.
    if (wasClosed(1) && !wasClosed(2)) lose("it is closed; to discard it, redirect it to /dev/null");
  });
}

/**
 * Whether the caller closed an output. Node then opens /dev/null in its place, for reading and writing, while a caller that
 * discards output opens it only for writing. Where the system does not say, it counts as open.
 */
function wasClosed(descriptor: number): boolean {
  try {
    if (readlinkSync(`/proc/self/fd/${descriptor}`) !== "/dev/null") return false;
    const [, flags = ""] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8")) ?? [];
    return (Number.parseInt(flags, 8) & 3) === 2;
  } catch {
    return false;
  }
}
