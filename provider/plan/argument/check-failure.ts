/**
 * A complaint about one argument. The reason names it and the property stays empty: the engine prints the value of the
 * property that a failure names, and any value may be a secret of the program, also one under a misspelt name.
 */
export interface CheckFailure {
  readonly property: "";
  readonly reason: string;
}

/** The only place that makes one. */
export const checkFailure = (reason: string): CheckFailure => ({ property: "", reason });
