/** What every program begins with. `later` is a value that only the `up` knows, `second` another account. */
const prelude = (second: object) => [
  'import * as pulumi from "@pulumi/pulumi";',
  'import { IdempotencyKey, Provider, ReverseDns, Vps } from "pulumi-rimuhosting";',
  "const later = (value) => pulumi.output(pulumi.runtime.isDryRun() ? pulumi.unknown : value);",
  `const second = ${JSON.stringify(second)};`,
];

/** The text of a program, as it would stand in `index.ts`. */
export const programText = (second: object, constants: readonly string[], statements: readonly string[]): string =>
  [...prelude(second), ...constants, ...statements].join("\n");
