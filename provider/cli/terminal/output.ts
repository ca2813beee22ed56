import { readFileSync, readlinkSync } from "node:fs";

/** Tells on the error output what of the output was lost. Resolves if anything was. */
export function watchOutput(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    let isTold = false;
    const lose = (why: string): void => {
      if (!isTold)
        stderr.write(`pulumi-rimuhosting: The output could not be written (${why}): what was printed is incomplete.\n`);
      isTold = true;
      resolve();
    };
    // Whoever reads the output may stop before its end, as "head" does.
    stdout.on("error", ({ code }: NodeJS.ErrnoException) => code !== "EPIPE" && lose(code ?? "unknown error"));
    // There is nowhere to say that nothing can be said.
    stderr.on("error", ({ code }: NodeJS.ErrnoException) => code !== "EPIPE" && resolve());
    // Who discards both outputs wants the exit code alone.
    if (wasClosed(1) && !wasClosed(2)) lose("it is closed; to discard it, redirect it to /dev/null");
  });
}

/**
 * Whether an output was closed by the caller. Before a program sees it, Node opens /dev/null in its place, for reading and
 * writing; who discards output opens it for writing alone. Where the system does not tell, it counts as open.
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
