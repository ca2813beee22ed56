/** How a command ends, for scripts. These numbers are documented and stay as they are. */
export const exitCodes = { done: 0, failed: 1, found: 3 } as const;

/** What each means, as `--help` says it. */
export const exitCodeMeanings = [
  [exitCodes.done, "done, and nothing amiss"],
  [exitCodes.failed, "wrong use, or a failure: the error output says what it was, and what to do"],
  [exitCodes.found, "the command worked and found what it looks for: strays, or a problem"],
] as const;

/** The message of an error, which may be an `Error` of another realm. */
export const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

/** Node's code for a system error: `ENOENT`. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;
