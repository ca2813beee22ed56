import * as pulumi from "@pulumi/pulumi";
import { vpsType } from "../engine/hosted-code";
import { isLeftOut, knownValue, promiseOf } from "../engine/outputs";
import { nameOf, type ResourceMarks, showsProtection, showsTransformations } from "../engine/probes";
import { entriesNamed, ownershipOf, type Place, packOwnership, type StackState } from "../plan/purchase/ownership";
import { type DeclaredPlace, declaredUrns, nextEventLoopTurn, type ProgramRun } from "../program/run";
import { getOrInsertComputed } from "../schema/computed";
import type { HiddenInputs, Namesake } from "../schema/hidden-inputs";
import { definedParts } from "../schema/parts";
import { secretArguments } from "../schema/vps-arguments";
import { knowFinalOptions, passOwnershipLater } from "./final-inputs";
import { type Ledger, ledgerOf } from "./ledger";
import { timeoutsOf, type VpsOptions } from "./options";
import type { VpsArgs } from "./vps-args";

export type MadeResource = pulumi.CustomResource & ResourceMarks;

type HiddenInput = keyof HiddenInputs | "__ownership" | "__ledgerSecret";

/**
 * What the provider needs to know and the engine does not pass on. What is known at once is a plain value, and the rest promises: the
 * SDK formats stack traces for each promise, and does several times as much for an output.
 */
export function hiddenInputs(
  place: DeclaredPlace,
  given: VpsArgs,
  opts: VpsOptions,
  run: ProgramRun | undefined,
  made: Promise<MadeResource>,
): { readonly [Name in HiddenInput]?: pulumi.Input<unknown> } {
  const ledger = run && ledgerOf(run);
  const marks = inheritedMarks(opts, run) ?? made.then((known) => marksOf(known, run));
  const mark = (name: keyof Marks): pulumi.Input<unknown> =>
    marks instanceof Promise ? marks.then((known) => known[name]) : marks[name];
  // The SDK makes an output even of an absent one.
  return definedParts({
    __declaredUrn: typeof place.urn === "string" ? place.urn : promiseOf(place.urn),
    __ledgerSecret: run && ledger && secretOf(run, ledger),
    __ownership:
      run && ledger && ownership(run, ledger.id, place, opts.import, made, given, (opts.transforms ?? []).length > 0),
    __providerName: mark("__providerName"),
    __isProtected: mark("__isProtected"),
    __isRetained: opts.retainOnDelete || undefined,
    __replaceOnChanges: opts.replaceOnChanges,
    __isReplacedLast: opts.deleteBeforeReplace === false || undefined,
    __isTransformed: mark("__isTransformed"),
    __timeouts: timeoutsOf(opts.customTimeouts),
    ...(opts.import === undefined
      ? {}
      : { __import: String(opts.import), __onImportDifference: opts.onImportDifference }),
  });
}

/** What options say, those of a component and transformations included. */
type Marks = Pick<HiddenInputs, "__providerName" | "__isProtected" | "__isTransformed">;

const marksOf = (resource: pulumi.Resource & ResourceMarks, run: ProgramRun | undefined): Marks => ({
  __providerName: providerNameOf(resource, run),
  __isProtected: isProtected(resource) || undefined,
  __isTransformed: isTransformed(resource) || undefined,
});

/** Those of what contains the server, if it inherits them unchanged: without a provider of its own, and without transformations. */
function inheritedMarks(
  { parent = pulumi.runtime.getStackResource(), protect, transformations = [], ...opts }: VpsOptions,
  run: ProgramRun | undefined,
): Marks | undefined {
  if (parent === undefined || opts.provider || "providers" in opts || transformations.length > 0) return undefined;
  const marks = marksOf(parent, run);
  if (marks.__isTransformed) return undefined;
  return protect === undefined ? marks : { ...marks, __isProtected: protect || undefined };
}

/** An SDK that does not show it leaves every server protected: one might be. */
const isProtected = (resource: ResourceMarks): boolean => !showsProtection(resource) || resource.__protect === true;

const isTransformed = (resource: ResourceMarks): boolean =>
  !showsTransformations(resource) || (resource.__transformations ?? []).length > 0;

/** The provider that is set for a server, or for what contains it; absent for the default one. */
export const providerOf = (resource: pulumi.Resource): pulumi.ProviderResource | undefined =>
  resource.getProvider(vpsType);

/** The provider instance: the name of an explicit one, absent for the default one. */
function providerNameOf(resource: pulumi.Resource, run: ProgramRun | undefined): string | undefined {
  const provider = providerOf(resource);
  if (provider === undefined) return undefined;
  return run?.providers.find((one) => one.resource === provider)?.name ?? nameOf(provider);
}

/** A cache: all servers of a run have the same. */
const secrets = new WeakMap<ProgramRun, pulumi.Output<string>>();

/**
 * The ledger's secret; the saved one whenever the state has the ledger. A preview that updates the ledger, as it does for a new
 * provider or a new key, does not know the outputs, and would mistake an interrupted purchase's order for one with other arguments.
 *
 * It depends on the ledger, which must be saved before a server is bought and deleted after the last one. The ledger's URN, unlike
 * its outputs, is known in every preview.
 */
const secretOf = (run: ProgramRun, { urn, secret }: Ledger): pulumi.Output<string> =>
  getOrInsertComputed(secrets, run, () => {
    const saved = run.state.then((state) => state?.ledger?.secret ?? secret);
    return pulumi.secret(pulumi.all([saved, urn]).apply(([text]) => text));
  });

/** Who owns this server, according to the state. The ledger's id may be known from there before this run has registered the ledger. */
async function ownership(
  run: ProgramRun,
  ledgerId: pulumi.Output<string>,
  place: DeclaredPlace,
  imported: pulumi.ID | undefined,
  made: Promise<MadeResource>,
  given: VpsArgs,
  hasTransforms: boolean,
): Promise<string> {
  const urn = promiseOf(place.urn);
  // Before anything is waited for: others that import the same order look at the same time.
  const importers = importersOf(run, imported, urn);
  const resource = await made;
  const beside = await declaredBeside(run, resource, given.changeGroup);
  // A component's transforms are registered with it, before the URN of what is inside is known.
  await urn;
  await knowFinalOptions(hasTransforms || isTransformed(resource));
  const [declaredUrn, earlier, importedBy, state] = await Promise.all([urn, place.earlier(), importers, run.state]);
  const ledger = state?.ledger?.id ?? (await knownValue(ledgerId));
  const importing = imported === undefined ? {} : { imported: String(imported), importedBy };
  const imports = [...run.imports.keys()];
  const providerName = providerNameOf(resource, run);
  const isUpdate = !pulumi.runtime.isDryRun();
  const declaration = { urn: declaredUrn, isUpdate, ...earlier, providerName, ...importing, imports, ...beside };
  const [namesakes, leftOut, unsaved] = await Promise.all([
    namesakesOf(run, state, declaration, given.domainName),
    leftOutOf(given),
    unsavedAccounts(run),
  ]);
  const ownershipFor = (name: string | undefined): string => {
    const isAccountUnsaved = name !== undefined && unsaved.includes(name);
    const whole = { ...declaration, providerName: name, isAccountUnsaved, namesakes, leftOut };
    return packOwnership(ownershipOf(run.id, ledger, state, whole));
  };
  passOwnershipLater(declaredUrn, ownershipFor);
  return ownershipFor(providerName);
}

/** A cache: all servers of a run ask for the same. */
const unsavedByRun = new WeakMap<ProgramRun, Promise<readonly string[]>>();

/** The providers whose accounts the ledger does not remember, because this run leaves it out: then the engine answers with what the state has. */
const unsavedAccounts = (run: ProgramRun): Promise<readonly string[]> =>
  getOrInsertComputed(unsavedByRun, run, async () => {
    if (run.providers.length === 0) return [];
    const ledger = ledgerOf(run);
    const [declared, secret, saved] = await Promise.all(
      [ledger.declaredAccounts, ledger.secret, ledger.__accounts].map(knownValue),
    );
    // A preview that updates the ledger knows none of its outputs. One that does not knows all that there are.
    if (declared === undefined || secret === undefined) return [];
    // Loaded on demand: most programs have no explicit provider.
    const { providersUnknownTo } = require("../schema/ledger") as typeof import("../schema/ledger");
    return providersUnknownTo(saved, declared);
  });

/** In an up, the SDK passes on an argument whose value comes from a resource that is left out as if the program did not set it. */
async function leftOutOf(given: VpsArgs): Promise<string[]> {
  if (pulumi.runtime.isDryRun()) return [];
  const unknown = Object.entries(given).map(async ([name, value]) => {
    // What fails, the SDK reports.
    return (await isLeftOut(value).catch(() => false)) ? [name] : [];
  });
  return (await Promise.all(unknown)).flat();
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
  for (const { urn } of found) run.namesakes.add(urn);
  const declared = found.length === 0 ? [] : await declaredUrns(run);
  return found.map(({ urn, orderOid, isRetained = false }) => ({
    urn,
    orderOid,
    isDeclared: declared.includes(urn),
    isRetained,
  }));
}

/** What the program declares with the same provider and with others; what is declared in one go is known after a turn of the event loop. */
async function declaredBeside(
  { servers, providers }: ProgramRun,
  resource: pulumi.CustomResource,
  group: VpsArgs["changeGroup"],
): Promise<Pick<Place, "declared" | "hasOtherProviders" | "isGroupElsewhere">> {
  await nextEventLoopTurn();
  const own = providerOf(resource);
  const declared = servers.filter(({ provider }) => provider === own).length;
  const isOther = providers.some((provider) => provider.resource !== own);
  const isGroupElsewhere = servers.some(
    ({ provider, changeGroup }) => provider !== own && mayEqual(changeGroup, group),
  );
  return { declared, hasOtherProviders: isOther || declared < servers.length, isGroupElsewhere };
}

/** Outputs are not waited for: that of another server may come from this one. */
const mayEqual = (one: VpsArgs["changeGroup"], other: VpsArgs["changeGroup"]): boolean =>
  one !== undefined && other !== undefined && (one === other || typeof one !== "string" || typeof other !== "string");

/** The URNs of all resources that import this order; those declared in one go are known after a turn of the event loop. */
async function importersOf(run: ProgramRun, imported: pulumi.ID | undefined, urn: Promise<string>): Promise<string[]> {
  if (imported === undefined) return [];
  getOrInsertComputed(run.imports, String(imported), () => []).push(urn);
  await nextEventLoopTurn();
  return Promise.all(run.imports.get(String(imported)) ?? []);
}

/** The secret arguments, marked as secret. */
export const secretsOf = (args: VpsArgs): pulumi.Inputs =>
  Object.fromEntries(
    secretArguments
      .filter((argument) => args[argument] !== undefined)
      .map((argument) => [argument, pulumi.secret(args[argument])]),
  );
