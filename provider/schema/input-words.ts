// What must be known of inputs in a program too. Free of zod, which programs do not load.

import { secretArguments } from "./vps-arguments";

/** Every secret property of a server or a ledger: of the program, of the state, and handed over to a check. */
export const secretProperties: readonly string[] = [
  ...secretArguments,
  "__nextPassword",
  "__ledgerSecret",
  "__saved",
  "__accounts",
  "secret",
];

/** What a program that imports a server wants done about differences between the two. */
export const importConsents = ["fail", "change", "reinstall"] as const;

export type ImportConsent = (typeof importConsents)[number];

/** What options of the engine's, and what transforms return, cannot work for a server, and why. */
export const refusedOptions = {
  deletedWith: "Pulumi would drop the server from its state without cancelling the order, which would still be billed.",
  replaceWith:
    "Pulumi would cancel the server, with all its data, whenever another resource is replaced, and before anything could tell whether a new one can be bought.",
  import:
    "A transform or a transformation has set it, which asks for an import by Pulumi itself, and that cannot work without a plugin. Nothing was adopted or bought. Set it where the server is declared.",
  props:
    "Without them nothing tells which server this is. Nothing was bought or changed. Return { props: { ...props, … }, opts }.",
} as const;

export const refusedOptionReason = (option: keyof typeof refusedOptions): string =>
  option === "props"
    ? `a transform or a transformation must return the properties that it was given, together with its own. ${refusedOptions.props}`
    : `the option ${option} is not supported. ${refusedOptions[option]}`;
