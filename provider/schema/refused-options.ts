/** Options of the engine's that cannot work for a server, and why. */
export const refusedOptions = {
  deletedWith: "Pulumi would drop the server from its state without cancelling the order, which would still be billed.",
  replaceWith:
    "Pulumi would cancel the server, with all its data, whenever another resource is replaced, and before anything could tell whether a new one can be bought.",
} as const;

export const refusedOptionReason = (option: keyof typeof refusedOptions): string =>
  `the option ${option} is not supported. ${refusedOptions[option]}`;
