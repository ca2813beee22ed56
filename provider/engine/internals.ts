/** The oldest and the newest version of the SDK with which everything here was tried. */
export const oldestSdk = "3.216.0";
export const newestSdk = "3.270.0";
/** The same for the CLI. */
export const oldestCli = "3.216.0";
export const newestCli = "3.274.1";

const nothingRuns = "The program ends before anything is declared: nothing was bought or changed.";

/**
 * Everything that the provider uses of Pulumi and that Pulumi does not document: what it is, as Pulumi calls it, and what happens without
 * it. Some of it shows only in a run, so it has no probe.
 */
export const internals = {
  hostScript: {
    name: "cmd/dynamic-provider, its first argument and __provider",
    purpose:
      "to run the provider at all: the host of the package pulumi-nodejs evaluates the code in a resource's state, and is told the engine's address",
    without: "The engine refuses every server. Nothing was bought or changed.",
  },
  outputs: {
    name: "Output.isKnown, promise() and allResources()",
    purpose: "to see what a preview does not know yet, and to wait for a value without its dependencies",
    without: nothingRuns,
  },
  stackResource: {
    name: "runtime.getStackResource",
    purpose: "to keep together what belongs to one run of a program",
    without: nothingRuns,
  },
  reservedValues: {
    name: "marks of unknown and secret values",
    purpose: "to recognise what a preview does not know yet, and to mark what the state has to encrypt",
    without: nothingRuns,
  },
  partialState: {
    name: "errors with id and properties",
    purpose: "to save what was done before something failed",
    without: "An order whose set-up failed is missing from the state: the next run finds it by its key.",
  },
  types: {
    name: "Resource.__pulumiType and __providers",
    purpose:
      "to recognise a server or a provider that another copy of this package declares, and a provider that a component passes on under a name of its own",
    without: "ReverseDns takes orderOid alone, and the option provider refuses every provider.",
  },
  protection: {
    name: "Resource.__protect",
    purpose: "to see the protection that a component gives a server",
    without: "Every server without a protect of its own counts as protected: whatever would lose its data is refused.",
  },
  secretKeys: {
    name: "runtime.isConfigSecret",
    purpose: "to find an API key in plain text in the stack's configuration",
    without: "The stack's configuration is not checked for an API key in plain text: look into its file.",
  },
  engineMessages: {
    name: "EngineClient.log and getRootResource",
    purpose: "to show warnings, costs and progress, and to notice, before the next purchase, that the CLI was killed",
    without:
      "Warnings and costs go to stderr, which the CLI shows, and a killed CLI goes unnoticed: do not kill it while servers are being ordered.",
  },
  savedOutputs: {
    name: "readStackResourceOutputs",
    purpose: "to show in the preview of an update the outputs that it leaves as they are",
    without: "A preview shows more as unknown than will change.",
  },
  processes: {
    name: "MockMonitor and cmd/run",
    purpose:
      "to tell a unit test with mocks, and an inline program of the Automation API, from a program that the CLI runs",
    without:
      "Functions of a unit test ask the service; a package that the engine's host would not find is reported later, by the host.",
  },
} as const;

/** What a run says, and fails with, where an internal is missing. */
export function lacksMessage(internal: keyof typeof internals, version = "of an unknown version"): string {
  const { name, without } = internals[internal];
  return (
    `Pulumi's SDK ${version}, or its CLI, does not offer ${name} in the form that pulumi-rimuhosting expects. ${without} ` +
    `Use @pulumi/pulumi ${oldestSdk} to ${newestSdk} and the CLI ${oldestCli} to ${newestCli}.`
  );
}
