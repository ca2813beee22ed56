/** Says on the error output if some of the output was lost, as on a full disk, and then resolves. */
export function watchOutput(stdout: NodeJS.WritableStream, stderr: NodeJS.WritableStream): Promise<void> {
  return new Promise((resolve) => {
    let isReported = false;
    stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
      // Whoever reads the output may stop before its end, as "head" does.
      if (isReported || code === "EPIPE") return;
      isReported = true;
      stderr.write(`pulumi-rimuhosting: The output could not be written (${code}): what was printed is incomplete.\n`);
      resolve();
    });
    // There is nowhere left to say so.
    stderr.on("error", ({ code }: NodeJS.ErrnoException) => code !== "EPIPE" && resolve());
  });
}
