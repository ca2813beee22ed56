import * as pulumi from "@pulumi/pulumi";

/**
 * Creates an error of which the engine prints only the message. To one that is thrown while an output resolves, the SDK would add this
 * package's stack trace, which would help nobody, and before its message the names of the properties that wait for the output.
 */
export function runError(message: string, cause?: unknown): pulumi.RunError {
  const error = new pulumi.RunError(message);
  if (cause !== undefined) error.cause = cause;
  error.stack = "";
  Object.defineProperty(error, "message", { get: () => message, set: () => undefined });
  return error;
}
