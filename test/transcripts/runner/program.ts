/** What every program begins with. `later` is a value that only the `up` knows. */
const prelude = [
  'import * as pulumi from "@pulumi/pulumi";',
  'import { IdempotencyKey, Provider, ReverseDns, Vps } from "pulumi-rimuhosting";',
  "const later = (value) => pulumi.output(pulumi.runtime.isDryRun() ? pulumi.unknown : value);",
].join("\n");

/** The text of a program, as it would stand in `index.ts`. */
export const programText = (constants: readonly string[], statements: readonly string[]): string =>
  [prelude, ...constants, ...statements].join("\n");
