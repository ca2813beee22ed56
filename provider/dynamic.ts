import "./service/node-version";

import type * as pulumi from "@pulumi/pulumi";
import { dropEmptyErrors, guardingSecrets } from "./host/guard";
import { createHost, type Host } from "./host/host";
import { idempotencyKeyProvider } from "./run/key-provider";
import { reverseDnsProvider } from "./run/reverse-dns-provider";
import { vpsProvider } from "./run/vps-provider";

/*
 * The state of every resource refers to this module and its exports: `require("pulumi-rimuhosting/dynamic").vps`.
 * The path and the names must stay as they are for as long as such a state exists.
 */

dropEmptyErrors(console);

/** The one host of this process, created when Pulumi's host configures the first of its providers. */
let host: Host | undefined;

function currentHost(): Host {
  host ??= createHost(() => undefined, process.argv[2]);
  return host;
}

/** Must finish before its first `await`, because Pulumi's host does not wait for it. */
function configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
  host ??= createHost((key) => request.config.get(key), process.argv[2]);
  return Promise.resolve();
}

const guarded = (provider: typeof vpsProvider): pulumi.dynamic.ResourceProvider =>
  guardingSecrets(provider(currentHost), () => currentHost().redactor);

export const vps: pulumi.dynamic.ResourceProvider = { configure, ...guarded(vpsProvider) };
export const idempotencyKey: pulumi.dynamic.ResourceProvider = { configure, ...guarded(idempotencyKeyProvider) };
export const reverseDns: pulumi.dynamic.ResourceProvider = { configure, ...guarded(reverseDnsProvider) };
