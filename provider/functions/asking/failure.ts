import * as pulumi from "@pulumi/pulumi";

/** An error of which the engine prints the message alone: the program's lines would not help anybody. */
export function failure(message: string, cause?: unknown): pulumi.RunError {
  const error = new pulumi.RunError(message);
  if (cause !== undefined) error.cause = cause;
  error.stack = "";
  return error;
}
