import * as pulumi from "@pulumi/pulumi";

/**
 * Creates an error of which the engine prints only the message: a stack trace would help nobody. It has its own file because
 * both sides of the lazy load throw it.
 */
export function runError(message: string, cause?: unknown): pulumi.RunError {
  const error = new pulumi.RunError(message);
  if (cause !== undefined) error.cause = cause;
  error.stack = "";
  return error;
}
