import { isUnknown } from "./reserved";

/**
 * A value that only the `up` will know, wholly or in one of its parts: it stands for the argument as a whole. A class of its own,
 * so that whoever forgets it is told by the compiler.
 */
export class Unknown {
  toJSON(): never {
    throw new Error("a value that is not known yet must be neither sent nor saved");
  }
}

/** Properties as the engine hands them over, but for what it does not know yet, which is `Unknown`. */
export type Properties = Readonly<Record<string, unknown>>;

/** The properties of a call of the engine's. From here on, what it does not know yet is `Unknown`. */
export const received = (properties: Readonly<Record<string, unknown>>): Properties =>
  Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [name, isUnknown(value) ? new Unknown() : value]),
  );

/** A value as sent to the engine, whose protocol cannot express `undefined`. */
export const plain = <T extends object>(value: T): T => JSON.parse(JSON.stringify(value));

/**
 * A complaint about one argument. The reason names it and the property stays empty: the engine prints the value of the
 * property that a failure names, and any value may be a secret of the program, even one under a misspelt name.
 */
export interface CheckFailure {
  readonly property: "";
  readonly reason: string;
}

/** The only place that creates one. Objections are parts of sentences; here each becomes a whole one. */
export const checkFailure = (reason: string): CheckFailure => ({
  property: "",
  reason: reason.replace(/(?<![.?!])$/, "."),
});
