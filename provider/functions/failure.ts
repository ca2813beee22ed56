import * as pulumi from "@pulumi/pulumi";

/**
 * An error of which the engine prints only the message: the program's lines would help nobody. In a file of its own
 * because both sides of the lazy load throw it.
 */
export function failure(message: string, cause?: unknown): pulumi.RunError {
  const error = new pulumi.RunError(message);
  if (cause !== undefined) error.cause = cause;
  error.stack = "";
  return error;
}
