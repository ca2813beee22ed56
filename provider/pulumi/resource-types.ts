import { isObject } from "./properties";

/** The package of dynamic resources and of their provider: the engine starts the dynamic host for it. */
export const dynamicPackage = "pulumi-nodejs";

/** What the host evaluates for a resource, whose input `__provider` it is. Saved in the state for good: the path and the names are a contract. */
export const hostedCode = (provider: "vps" | "idempotencyKey" | "reverseDns"): string =>
  `exports.handler = () => require("pulumi-rimuhosting/dynamic").${provider};`;

/** The types of our resources in the state. They must not change as long as any state holds them. */
export const vpsType = `${dynamicPackage}:rimuhosting:Vps`;
export const reverseDnsType = `${dynamicPackage}:rimuhosting:ReverseDns`;
export const idempotencyKeyType = `${dynamicPackage}:rimuhosting:IdempotencyKey`;
export const providerType = `pulumi:providers:${dynamicPackage}`;

/** The input of an explicit provider that tells its host which one it serves: nothing else does. */
export const providerNameInput = "rimuhosting:providerName";

/** The type of a resource, even of another copy of this package, or of what a policy asks about: an object that has the type alone. */
export const typeOf = (object: unknown): unknown =>
  isObject(object) ? Reflect.get(object, "__pulumiType") : undefined;

/** The name of the resource in a URN such as `urn:pulumi:dev::shop::pulumi-nodejs:rimuhosting:Vps::web`; it may contain `::`. */
export const nameInUrn = (urn: string): string => urn.split("::").slice(3).join("::");
