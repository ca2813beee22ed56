import { KeyRefusedError, ServiceError } from "../../service/errors";
import { SettingsError } from "../../service/settings";

/** How a command ends, for scripts. These numbers are documented and stay as they are. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  found: 3,
  settings: 4,
  key: 5,
  unreachable: 6,
  unreadable: 7,
  refused: 8,
  incomplete: 9,
} as const;

export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  done: "done, and nothing amiss",
  failed: "the command failed for a reason that has no code of its own",
  usage: "no such command or option, or a value that it cannot have",
  found: "the command worked and found what it looks for: strays, or a problem",
  settings: "a setting or the API key is missing or invalid, or the stack cannot be read",
  key: "the service refused the API key",
  unreachable: "the service could not be reached, or did not answer",
  unreadable: "the service's answer could not be read: cut off, or not from the service",
  refused: "the service failed, or refused for another reason",
  incomplete: "the command worked and found nothing, but could not see everything",
};

/** An invalid command line. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The stack of this folder cannot be read, and something depends on it. */
export class StackError extends Error {
  override readonly name = "StackError";
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof UsageError) return exitCodes.usage;
  if (error instanceof SettingsError || error instanceof StackError) return exitCodes.settings;
  if (error instanceof KeyRefusedError) return exitCodes.key;
  return error instanceof ServiceError ? codeOfFailure(error) : exitCodes.failed;
}

function codeOfFailure({ failure }: ServiceError): number {
  switch (failure.kind) {
    case "not-sent":
    case "certificate":
    case "no-answer":
      return exitCodes.unreachable;
    case "unreadable":
      return exitCodes.unreadable;
    case "server-fault":
    case "rate-limited":
    case "refused":
      return exitCodes.refused;
    default:
      return failure.kind satisfies never;
  }
}

/** The message of an error, which may be an `Error` of another realm. */
export const messageOf = (error: unknown): string =>
  typeof error === "object" && error !== null && "message" in error ? String(error.message) : String(error);

/** Node's code for a system error: `ENOENT`. */
export const errorCodeOf = (error: unknown): string | undefined =>
  typeof error === "object" && error !== null && "code" in error ? String(error.code) : undefined;
