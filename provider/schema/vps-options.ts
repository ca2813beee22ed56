// What the options of a server may be. Free of zod, which programs do not load.

/** What to do about differences between a program and the server that it imports. */
export const importConsents = ["fail", "change", "reinstall"] as const;

export type ImportConsent = (typeof importConsents)[number];

/** Options of the engine that cannot work for a server, and a result of transforms that cannot, with the reasons. */
export const refusedOptions = {
  deletedWith:
    "Pulumi would drop the server from its state without cancelling the order, which would still be billed. Nothing was ordered or changed. Take the option out; dependsOn or parent sets an order between resources.",
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
