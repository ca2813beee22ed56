/**
 * - `ok`: as it should be
 * - `problem`: something does not work, or will not; there is something to do
 * - `warning`: works, but a person should know
 * - `fact`: neither good nor bad
 * - `untold`: could not be found out
 */
export type CheckVerdict = "ok" | "problem" | "warning" | "fact" | "untold";

/** One line of the report. */
export interface Check {
  readonly name: string;
  readonly verdict: CheckVerdict;
  readonly says: string;
  /** What to do about it. */
  readonly todo?: string;
  /** The exit code, if it is a problem that has one of its own. */
  readonly code?: number;
}

export interface Section {
  readonly title: string;
  readonly checks: readonly Check[];
}

export const fact = (name: string, says: string): Check => ({ name, verdict: "fact", says });

export const untold = (name: string, why: string): Check => ({
  name,
  verdict: "untold",
  says: `cannot be told: ${why}`,
});
