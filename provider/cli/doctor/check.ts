/**
 * - `ok`: as it should be
 * - `problem`: something does not work, or will not; there is something to do
 * - `warning`: works, but a person should know
 * - `info`: neither good nor bad
 * - `unknown`: could not be found out
 */
export type CheckStatus = "ok" | "problem" | "warning" | "info" | "unknown";

/** One line of the report. */
export interface Check {
  readonly name: string;
  readonly status: CheckStatus;
  readonly message: string;
  /** What to do about it. */
  readonly advice?: string;
  /** The exit code, if it is a problem that has one of its own. */
  readonly code?: number;
}

export interface Section {
  readonly title: string;
  readonly checks: readonly Check[];
}

export const ok = (name: string, message: string): Check => ({ name, status: "ok", message });

export const info = (name: string, message: string): Check => ({ name, status: "info", message });

export const unknown = (name: string, why: string): Check => ({ name, status: "unknown", message: `unknown: ${why}` });

export const warning = (name: string, message: string, more: Pick<Check, "advice"> = {}): Check => ({
  name,
  status: "warning",
  message,
  ...more,
});

export const problem = (name: string, message: string, more: Pick<Check, "advice" | "code"> = {}): Check => ({
  name,
  status: "problem",
  message,
  ...more,
});
