import type { ProviderName } from "./stack-state";

/** Where a program declares a resource: its logical name, and the component around it, if any. */
export interface Place {
  readonly name: string;
  readonly parent?: string;
}

/** A server that a program declares. */
export interface Declared extends Place {
  readonly domainName: string;
  readonly memoryMb: number;
  readonly dcLocation?: string;
  readonly runningState?: "RUNNING" | "NOTRUNNING";
  readonly cancel?: "at-period-end";
  readonly maxMonthlyCostUsd?: number;
  readonly changeGroup?: string;
  readonly provider: ProviderName;
  readonly deleteBeforeReplace: boolean;
  readonly retainOnDelete?: boolean;
  /** The name of another server of this program. */
  readonly deletedWith?: string;
  /** Declared in an `apply` of another server's outputs, by that server's name. */
  readonly after?: string;
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

const vpsType = "pulumi-nodejs:rimuhosting:Vps";

export function urnOf({ project, name }: StackName, place: Place): string {
  const type = place.parent === undefined ? vpsType : `shop:index:${place.parent}$${vpsType}`;
  return `urn:pulumi:${name}::${project}::${type}::${place.name}`;
}

/** The same resource in another stack: what a rename of the stack, or a move to another one, makes of a URN. */
export const urnIn = ({ project, name }: StackName, urn: string): string =>
  ["urn:pulumi:".concat(name), project, ...urn.split("::").slice(2)].join("::");
