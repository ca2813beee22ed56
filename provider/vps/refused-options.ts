// Options of the engine that cannot work for a server. Free of zod, which programs do not load.

const refusedOptions = {
  deletedWith:
    "Pulumi would drop the server from its state without cancelling the order, which would still be billed. Nothing was ordered or changed. Take the option out; dependsOn or parent sets an order between resources.",
  replaceWith:
    "Pulumi would cancel the server, with all its data, whenever another resource is replaced, and before anything could tell whether a new one can be bought.",
  replaceOnChanges:
    'Pulumi does not pass it on, so it would have no effect: onImageChange: "replace" replaces the server for its image, and "pulumi up --replace" does it once.',
} as const;

export const refusedOptionReason = (option: keyof typeof refusedOptions): string =>
  `the option ${option} is not supported. ${refusedOptions[option]}`;
