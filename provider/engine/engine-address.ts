/** What the first argument of this process says: no engine runs it; its engine can be called; or it has one whose address has an unknown form. */
export type EngineAddress =
  | { readonly kind: "none" }
  | { readonly kind: "loopback"; readonly address: string }
  | { readonly kind: "other"; readonly address: string | undefined };

const loopback = /^(127(\.\d{1,3}){3}|\[::1\]|localhost):\d{1,5}$/;

/** Addresses of gRPC that no other program has for a first argument. */
const otherForm = /^(unix|unix-abstract|vsock|ipv4|ipv6|dns|passthrough):/;

/** The script of Pulumi's dynamic host. */
const hostScript = /[\\/]@pulumi[\\/]pulumi[\\/]cmd[\\/]dynamic-provider[\\/]/;

/** The engine listens on loopback, and its address is the host's first argument. Tests and other tools have arguments of their own. */
export function engineAddressIn(argument: string | undefined, mainFile = require.main?.filename): EngineAddress {
  if (argument !== undefined && loopback.test(argument)) return { kind: "loopback", address: argument };
  const isOther = otherForm.test(argument ?? "") || hostScript.test(mainFile ?? "");
  return isOther ? { kind: "other", address: argument } : { kind: "none" };
}
