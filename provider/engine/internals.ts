/** The oldest and the newest version of the SDK with which everything here was tried. */
export const oldestSdk = "3.216.0";
export const newestSdk = "3.270.0";
/** The same for the CLI. */
export const oldestCli = "3.216.0";
export const newestCli = "3.259.0";

/**
 * What happens if an internal is missing:
 * - `refused`: nothing runs
 * - `careful`: the provider assumes what can do no harm
 * - `said`: something is left out, and the run says so
 * - `harmless`: neither money nor data nor a secret is at stake
 */
type EffectIfMissing = "refused" | "careful" | "said" | "harmless";

/** Something that Pulumi does not document, and may take away or rename in any version. */
export interface Internal {
  /** What it is, as Pulumi calls it. */
  readonly name: string;
  readonly purpose: string;
  /** The oldest version in which it was seen. */
  readonly seenFrom: string;
  readonly effect: EffectIfMissing;
  /** What happens without it. */
  readonly without: string;
}

/** Seen in every version of the SDK that the peer dependency allows. */
const sdk = "SDK 3.216.0";
/** What the stories' core showed with the oldest CLI. */
const cli = "CLI 3.216.0";
/** Tried only with a newer CLI. */
const newerCli = "CLI 3.259.0";

const nothingRuns = "The program ends before anything is declared: nothing was bought or changed.";

const withoutState =
  "No order that might be this stack's is taken for it, none is bought beside one or read with Vps.get, and orders missing from the state are not searched for.";

const saidOnStderr =
  "Warnings and costs go to stderr, which the CLI shows. A CLI that is killed is not noticed: do not kill it while servers are ordered.";

/** Everything that the provider uses of Pulumi and that Pulumi does not document. Some of it shows only in a run, so it has no probe. */
export const internals = {
  outputs: {
    name: "Output.isKnown and Output.promise()",
    purpose: "to tell what a preview does not know yet, and to wait for a value without its dependencies",
    seenFrom: sdk,
    effect: "refused",
    without: nothingRuns,
  },
  dependencies: {
    name: "Output.allResources()",
    purpose: "to see with an older SDK that an argument comes from a resource that an up leaves out",
    seenFrom: sdk,
    effect: "harmless",
    without: "A newer SDK tells it by Output.isKnown.",
  },
  stackResource: {
    name: "runtime.getStackResource",
    purpose: "to keep together what belongs to one run of a program",
    seenFrom: sdk,
    effect: "refused",
    without: nothingRuns,
  },
  reservedValues: {
    name: "marks of unknown and secret values",
    purpose: "to recognise what a preview does not know yet, and to mark what the state has to encrypt",
    seenFrom: sdk,
    effect: "refused",
    without: nothingRuns,
  },
  savedOutputs: {
    name: "readStackResourceOutputs",
    purpose: "to read in the program what the state holds: which orders are whose",
    seenFrom: `${sdk}, ${cli}`,
    effect: "careful",
    without: `The stack's saved state cannot be read. ${withoutState}`,
  },
  protection: {
    name: "Resource.__protect",
    purpose: "to see the protection that a component or a transformation gives a server",
    seenFrom: sdk,
    effect: "careful",
    without: "Every server counts as protected: whatever would lose its data is refused.",
  },
  transformations: {
    name: "Resource.__transformations",
    purpose: "to see that options may have been set after the program's own",
    seenFrom: sdk,
    effect: "careful",
    without:
      "Every option counts as possibly set by a transformation: previews of replacements leave their order open.",
  },
  aliases: {
    name: "Resource.__aliases",
    purpose: "to know where a server was declared before a component around it was renamed or moved",
    seenFrom: sdk,
    effect: "said",
    without:
      "Aliases of components are not seen: a purchase that was interrupted before a component was renamed may be made again, and previews take the component's servers for new ones. " +
      "Run a complete up before you rename a component.",
  },
  transforms: {
    name: "the server of callbacks and the messages of transforms",
    purpose: "to see which options the transforms of a program set, and to refuse those that cannot work",
    seenFrom: "SDK 3.270.0, CLI 3.259.0",
    effect: "said",
    without:
      "The options that transforms set are not seen: protect from a transform forbids no reinstall, a ledger that is retained names no billed order, and previews may tell another order of things. " +
      "Set such options on the Vps itself.",
  },
  providerName: {
    name: "ProviderResource.__name",
    purpose: "to name the account of a provider that is no rimuhosting.Provider",
    seenFrom: sdk,
    effect: "careful",
    without: "A server moved to or from such a provider counts as one of another account, which is an error.",
  },
  secretKeys: {
    name: "runtime.isConfigSecret",
    purpose: "to find an API key in plain text in the stack's configuration",
    seenFrom: sdk,
    effect: "said",
    without:
      "Whether the API key stands in plain text in the stack's configuration is not checked: look into its file.",
  },
  engineMessages: {
    name: "EngineClient.log and getRootResource",
    purpose: "to show warnings, costs and progress, and to notice a CLI that was killed before the next purchase",
    seenFrom: `${sdk}, ${cli}`,
    effect: "said",
    without: saidOnStderr,
  },
  engineAddress: {
    name: "the engine's address",
    purpose: "to reach the engine: the first argument of the dynamic host",
    seenFrom: cli,
    effect: "said",
    without: saidOnStderr,
  },
  hostOutput: {
    name: "the dynamic host's stderr",
    purpose: "to say what cannot be said to the engine",
    seenFrom: newerCli,
    effect: "harmless",
    without: "Needed only where the engine's messages are missing.",
  },
  hostScript: {
    name: "cmd/dynamic-provider and __provider",
    purpose:
      "to run the provider at all: the host of the package pulumi-nodejs evaluates the code in a resource's state",
    seenFrom: `${sdk}, ${cli}`,
    effect: "refused",
    without: "The engine refuses every server. Nothing was bought or changed.",
  },
  partialState: {
    name: "errors with id and properties",
    purpose: "to save what was done before something failed",
    seenFrom: `${sdk}, ${cli}`,
    effect: "careful",
    without: "An order whose set-up failed is missing from the state: the next run finds it by its tag.",
  },
  stopRequests: {
    name: "Cancel in http2.server.stream.start",
    purpose:
      "to order nothing more after Ctrl-C: Node's channel shows the request, which Pulumi's host keeps to itself",
    seenFrom: `Node.js 24, ${newerCli}`,
    effect: "harmless",
    without: "After Ctrl-C, purchases that wait for their turn are still made. They are saved.",
  },
  componentOutputs: {
    name: "unshown outputs of a component",
    purpose: "to remember every order that the state has ever held",
    seenFrom: cli,
    effect: "harmless",
    without: "A run that buys shows one more update, the order history's.",
  },
  mocks: {
    name: "MockMonitor",
    purpose: "to tell a unit test with mocks from a run",
    seenFrom: sdk,
    effect: "harmless",
    without: "Functions of a unit test ask the service, as in a run. They change nothing there.",
  },
  programScript: {
    name: "cmd/run",
    purpose: "to tell an inline program of the Automation API from one that the CLI runs",
    seenFrom: sdk,
    effect: "harmless",
    without: "A package that the engine's host would not find is reported later, by the host.",
  },
  stackTraces: {
    name: "stack traces of a resource's properties",
    purpose: "to pause them: they are most of what a program spends on a server",
    seenFrom: sdk,
    effect: "harmless",
    without: "Nothing changes.",
  },
} as const satisfies Readonly<Record<string, Internal>>;

export type InternalName = keyof typeof internals;

/** What a run says whose engine could be asked for the state, and did not answer with one. */
export const unreadStateMessage = (reason: string): string =>
  `The engine did not pass on the stack's saved state (${reason}). ${withoutState}`;

/** What a run says, and fails with, where an internal is missing. */
export function lacksMessage(internal: InternalName, version = "of an unknown version"): string {
  const { name, without } = internals[internal];
  return (
    `Pulumi's SDK ${version}, or its CLI, does not offer ${name} as pulumi-rimuhosting knows it. ${without} ` +
    `Known to work are @pulumi/pulumi ${oldestSdk} to ${newestSdk} and the CLI ${oldestCli} to ${newestCli}.`
  );
}
