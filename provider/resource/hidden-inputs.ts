import * as pulumi from "@pulumi/pulumi";
import { entriesNamed, ownershipOf, type Place, type StackState } from "../plan/purchase/ownership";
import { declaredUrns, knownValue, type ProgramRun, turn, withoutDependencies } from "../program/run";
import { vpsType } from "../program/stack-state";
import type { HiddenInputs, Namesake } from "../schema/hidden-inputs";
import { secretArguments } from "../schema/input-words";
import { ledgerOf } from "./ledger";
import { aliasUrns, timeoutsOf, type VpsOptions } from "./options";
import type { VpsArgs } from "./vps-args";

/** Internals of a resource in the SDK; final once the stack's transformations have run. */
export type MadeResource = pulumi.CustomResource & {
  readonly __protect?: boolean;
  readonly __prov?: pulumi.ProviderResource & { readonly __name?: string };
  readonly __transformations?: readonly unknown[];
};

type HiddenInput = keyof HiddenInputs | "__ownership";

/** What the provider needs to know and the engine does not pass on. */
export function hiddenInputs(
  name: string,
  domainName: pulumi.Input<string> | undefined,
  opts: VpsOptions,
  run: ProgramRun | undefined,
  made: Promise<MadeResource>,
): { readonly [Name in HiddenInput]?: pulumi.Input<unknown> } {
  const ledger = run && ledgerOf(run);
  const urn = withoutDependencies(pulumi.createUrn(name, vpsType, opts.parent));
  return {
    __declaredUrn: urn,
    __ledger: ledger?.id,
    __ledgerSecret: run && ledger && secretOf(run, ledger.secret),
    __ownership:
      run &&
      ledger &&
      ownership(
        run,
        ledger.id,
        urn,
        withoutDependencies(aliasUrns(name, vpsType, opts)),
        opts.import,
        made,
        domainName,
      ),
    __account: made.then(accountOf),
    // Transformations may set it, and components hand it down.
    __isProtected: made.then(({ __protect: isProtected }) => isProtected || undefined),
    __isRetained: opts.retainOnDelete || undefined,
    __replaceOnChanges: opts.replaceOnChanges,
    __isReplacedLast: opts.deleteBeforeReplace === false || undefined,
    __isTransformed: made.then(({ __transformations: applied = [] }) => applied.length > 0 || undefined),
    __timeouts: timeoutsOf(opts.customTimeouts),
    ...(opts.import === undefined
      ? {}
      : { __import: String(opts.import), __onImportDifference: opts.onImportDifference }),
  };
}

/** The provider instance: the name of an explicit one, absent for the default one. */
const accountOf = ({ __prov: provider }: MadeResource): string | undefined => provider?.__name;

/**
 * The ledger's secret; the saved one whenever the state has the ledger. A preview that updates the ledger, as it does for a new
 * provider or a new key, does not know the outputs, and would mistake an interrupted purchase's order for one with other arguments.
 */
const secretOf = (run: ProgramRun, secret: pulumi.Output<string>): pulumi.Output<string> =>
  pulumi.secret(pulumi.output(run.state.then((state) => state?.ledger?.secret ?? secret)));

/** Who owns this server, according to the state. The ledger's id may be known from there before this run has registered the ledger. */
function ownership(
  run: ProgramRun,
  ledgerId: pulumi.Output<string>,
  urn: pulumi.Output<string>,
  earlierUrns: pulumi.Output<string[]>,
  imported: pulumi.ID | undefined,
  made: Promise<MadeResource>,
  domainName: pulumi.Input<string> | undefined,
): pulumi.Output<string> {
  const ledger = run.state.then((state) => state?.ledger?.id ?? knownValue(ledgerId));
  // Needed even if this resource imports nothing: what others import is known after a turn.
  const importers = importersOf(run, imported, urn);
  const declaredWith = made.then((one) => siblings(run, one));
  const known = pulumi.all([urn, earlierUrns, run.state, ledger, importers, declaredWith, made.then(accountOf)]);
  return known.apply(async ([declaredUrn, earlier, state, id, importedBy, declared, account]) => {
    const importing = imported === undefined ? {} : { imported: String(imported), importedBy };
    const imports = [...run.imports.keys()];
    const declaration = { urn: declaredUrn, earlierUrns: earlier, account, ...importing, imports, declared };
    const namesakes = await namesakesOf(run, state, declaration, domainName);
    return JSON.stringify(ownershipOf(run.id, id, state, { ...declaration, namesakes }));
  });
}

/** What the state holds under the domain name of a server that it does not hold. */
async function namesakesOf(
  run: ProgramRun,
  state: StackState,
  place: Place,
  domainName: pulumi.Input<string> | undefined,
): Promise<Namesake[]> {
  const wanted = await knownValue(pulumi.output(domainName)).catch(() => undefined);
  const found = entriesNamed(state, place, wanted);
  const declared = found.length === 0 ? [] : await declaredUrns(run);
  return found.map(({ urn, orderOid, isRetained = false }) => ({
    urn,
    orderOid,
    isDeclared: declared.includes(urn),
    isRetained,
  }));
}

/** How many servers have the same provider; those declared in one go are known after a turn of the event loop. */
async function siblings(run: ProgramRun, { __prov: provider }: MadeResource): Promise<number> {
  await turn();
  return run.servers.filter((server) => server.provider === provider).length;
}

/** The URNs of all resources that import this order; those declared in one go are known after a turn of the event loop. */
function importersOf(
  run: ProgramRun,
  imported: pulumi.ID | undefined,
  urn: pulumi.Output<string>,
): pulumi.Output<string[]> {
  if (imported !== undefined) {
    const importers = run.imports.get(String(imported)) ?? [];
    run.imports.set(String(imported), [...importers, urn]);
  }
  return pulumi.output(turn().then(() => run.imports.get(String(imported)) ?? []));
}

/** The secret arguments, marked as secret. */
export const secretsOf = (args: VpsArgs): pulumi.Inputs =>
  Object.fromEntries(
    secretArguments
      .filter((argument) => args[argument] !== undefined)
      .map((argument) => [argument, pulumi.secret(args[argument])]),
  );
