import * as pulumi from "@pulumi/pulumi";
import { type FinalResource, type FinalTransform, transformLast } from "../engine/final-options";
import { hostedCode, ledgerType, vpsType } from "../engine/hosted-code";
import type { FinalOptions } from "../engine/probes";
import { tellOnce } from "../engine/required-internals";
import { getOrInsertComputed } from "../schema/computed";
import { type VpsArgument, vpsArguments } from "../schema/vps-arguments";
import type { refusedOptions } from "../schema/vps-options";

/**
 * Sees to it that the provider learns the options that the engine really goes by: what transforms set, the SDK never learns. Whoever
 * registers a resource of ours waits for it.
 *
 * @param isTransformed whether a transformation or a transform is known of; others are found
 */
export async function knowFinalOptions(isTransformed: boolean): Promise<void> {
  const stack = pulumi.runtime.getStackResource();
  if (stack === undefined || (await transformLast(stack, correctInputsOf(stack), isTransformed))) return;
  tellOnce(stack, "transforms");
}

/** What a server says of its ownership. It depends on the provider that the server is given in the end. */
type OwnershipFor = (providerName: string | undefined) => string;

const ownerships = new WeakMap<pulumi.Resource, Map<string, OwnershipFor>>();

/** Remembers what a server says of its ownership, by where it is declared, for the case that a transform gives it another provider. */
export function passOwnershipLater(urn: string, ownershipFor: OwnershipFor): void {
  const stack = pulumi.runtime.getStackResource();
  if (stack !== undefined) getOrInsertComputed(ownerships, stack, () => new Map()).set(urn, ownershipFor);
}

/** A server's declaration after every transform. */
export interface FinalDeclaration {
  readonly given: readonly VpsArgument[];
  readonly replaceOnChanges: readonly string[];
}

const declarations = new WeakMap<pulumi.Resource, Map<string, FinalDeclaration>>();

/** A server's declaration after every transform, once the engine has it. */
export const finalDeclaration = (stack: pulumi.Resource, urn: string): FinalDeclaration | undefined =>
  declarations.get(stack)?.get(urn);

function noteDeclaration(stack: pulumi.Resource, { options, textInput, hasInput }: FinalResource): void {
  const declaration = { given: vpsArguments.filter(hasInput), replaceOnChanges: options.getReplaceOnChangesList() };
  getOrInsertComputed(declarations, stack, () => new Map()).set(textInput("__declaredUrn") ?? "", declaration);
}

const correctInputsOf =
  (stack: pulumi.Resource): FinalTransform =>
  (resource) => {
    if (resource.type === ledgerType) keepLedger(resource.options);
    if (resource.type !== vpsType) return;
    correctServer(resource, ownerships.get(stack));
    noteDeclaration(stack, resource);
  };

/** The ledger's deletion is the last look for billed orders. Options that are meant for servers must not take it away. */
function keepLedger(options: FinalOptions): void {
  if (options.getRetainOnDelete()) options.setRetainOnDelete(false);
  if (options.getDeletedWith() !== "") options.setDeletedWith("");
}

function correctServer(
  { options, textInput, setInput }: FinalResource,
  known: ReadonlyMap<string, OwnershipFor> | undefined,
): void {
  const isWhole = textInput("__provider") !== undefined;
  // Without it, the host would fail before any check of ours.
  if (!isWhole) setInput("__provider", hostedCode("vps"));
  const refused = takeOutRefused(options);
  setInput("__refusedOption", isWhole ? refused : "props");
  const replaceOnChanges = options.getReplaceOnChangesList();
  setInput("__isProtected", options.getProtect() || undefined);
  setInput("__isRetained", options.getRetainOnDelete() || undefined);
  setInput("__isReplacedLast", !options.getDeleteBeforeReplace() || undefined);
  setInput("__replaceOnChanges", replaceOnChanges.length === 0 ? undefined : replaceOnChanges);
  const providerName = nameIn(options.getProvider());
  setInput("__providerName", providerName);
  const ownershipFor = known?.get(textInput("__declaredUrn") ?? "");
  if (ownershipFor !== undefined) setInput("__ownership", ownershipFor(providerName));
  setInput("__isTransformed", undefined);
}

/** The engine acts on these before it asks for a check, which then refuses: all of them have to go, and one is named. */
function takeOutRefused(options: FinalOptions): keyof typeof refusedOptions | undefined {
  const isDeletedWith = options.getDeletedWith() !== "";
  const isReplacedWith = (options.getReplaceWithList?.() ?? []).length > 0;
  const isImported = (options.getImport?.() ?? "") !== "";
  if (isDeletedWith) options.setDeletedWith("");
  if (isReplacedWith) options.setReplaceWithList?.([]);
  if (isImported) options.setImport?.("");
  if (isDeletedWith) return "deletedWith";
  if (isReplacedWith) return "replaceWith";
  return isImported ? "import" : undefined;
}

/** The name in a reference such as `urn:pulumi:dev::shop::pulumi:providers:pulumi-nodejs::eu::5b1c…`. */
const nameIn = (reference: string): string | undefined =>
  reference === "" ? undefined : reference.split("::").slice(3, -1).join("::");
