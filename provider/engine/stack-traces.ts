/**
 * The SDK makes four promises for each property of a resource and formats a stack trace for each of them, to name the
 * program's line should one never settle. That is most of what a program spends on a server. It is paused while the SDK
 * constructs one; what is thrown meanwhile gets its trace here.
 */
export function pauseStackTraces(): { resume(): void; traced(error: unknown): unknown } {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = 0;
  const resume = (): void => {
    Error.stackTraceLimit = limit;
  };
  const traced = (error: unknown): unknown => {
    resume();
    // A frozen error cannot take a trace, but must still be thrown.
    if (error instanceof Error && Object.isExtensible(error)) Error.captureStackTrace(error, traced);
    return error;
  };
  return { resume, traced };
}
