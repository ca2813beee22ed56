import type { ProviderName } from "./stack-state";

/** Where a program declares a server: its logical name, and the component around it, if any. */
export interface Place {
  readonly name: string;
  readonly parent?: string;
}

/** A server that a program declares: an idempotency key and the server itself, at the same place. */
export interface Desired extends Place {
  readonly domainName: string;
  readonly memoryMb: number;
  readonly dcLocation?: string;
  readonly distro?: string;
  readonly runningState?: "RUNNING" | "NOTRUNNING";
  readonly cancel?: "at-period-end";
  readonly maxMonthlyCostUsd?: number;
  readonly metaData?: Readonly<Record<string, string>>;
  readonly provider: ProviderName;
  /** Always true in the constructor's options; false where a transformation changes them. */
  readonly deleteBeforeReplace: boolean;
  /** An `onError` hook asks for another try of a creation that has failed. */
  readonly retriesByHook?: boolean;
  readonly retainOnDelete?: boolean;
  readonly isProtected?: boolean;
  readonly onImageChange?: "forbid" | "replace";
  /** Earlier declarations. */
  readonly aliases: readonly Place[];
  /** The order that it imports. */
  readonly imported?: number;
}

export const isAt = (one: Place, other: Place): boolean => one.name === other.name && one.parent === other.parent;

export interface StackName {
  readonly project: string;
  readonly name: string;
}

/** The two resources of a server, and what only the transcripts declare: a record of reverse DNS and an explicit provider. */
export type Kind = "key" | "vps" | "ptr" | "provider";

export const types: Readonly<Record<Kind, string>> = {
  key: "pulumi-nodejs:rimuhosting:IdempotencyKey",
  vps: "pulumi-nodejs:rimuhosting:Vps",
  ptr: "pulumi-nodejs:rimuhosting:ReverseDns",
  provider: "pulumi:providers:pulumi-nodejs",
};

export function urnOf({ project, name }: StackName, kind: Kind, place: Place): string {
  const type = place.parent === undefined ? types[kind] : `shop:index:${place.parent}$${types[kind]}`;
  return `urn:pulumi:${name}::${project}::${type}::${place.name}`;
}

export const nameIn = (urn: string): string => urn.split("::").at(-1) ?? "";

/** The same resource in another stack: what a rename of the stack, or a move to another one, makes of a URN. */
export const urnIn = ({ project, name }: StackName, urn: string): string =>
  [`urn:pulumi:${name}`, project, ...urn.split("::").slice(2)].join("::");
