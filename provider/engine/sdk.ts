import { createRequire } from "node:module";

/** The Pulumi SDK that a file finds. */
export interface Sdk {
  /** Such as `3.270.0`; `undefined` if there is none. */
  readonly version: string | undefined;
  /** Loads a module of the SDK's, or of one of its dependencies; `undefined` if there is no such module. */
  load(module: string): unknown;
}

/** Whatever a module exports that may not be there. */
export const member = (of: unknown, name: string): unknown =>
  (typeof of === "object" && of !== null) || typeof of === "function" ? Reflect.get(of, name) : undefined;

/** The SDK that `file` would load. Dependencies of the SDK are looked for from there: a strict package manager shows them to it alone. */
export function sdkFor(file: string): Sdk {
  const own = createRequire(file);
  const manifest = "@pulumi/pulumi/package.json";
  const pathOf = (module: string): string => own.resolve(module, { paths: [own.resolve(manifest)] });
  const ifAny = <T>(find: () => T): T | undefined => {
    try {
      return find();
    } catch {
      return undefined;
    }
  };
  const load = (module: string): unknown => ifAny(() => own(pathOf(module)));
  const version = member(load(manifest), "version");
  return {
    version: typeof version === "string" ? version : undefined,
    load,
  };
}

let cached: Sdk | undefined;

/** The SDK of this process. */
export function ownSdk(): Sdk {
  cached ??= sdkFor(__filename);
  return cached;
}
