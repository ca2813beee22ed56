import type * as pulumi from "@pulumi/pulumi";
import { guardingSecrets } from "./guarded-secrets";
import { ledgerProvider } from "./ledger-provider";
import { createProcessWorld, type ProcessWorld, type ReadConfig } from "./process-world";
import { reverseDnsProvider } from "./reverse-dns-provider";
import { vpsProvider } from "./vps-provider";

/*
 * The state of every resource names this module and what it exports: `require("pulumi-rimuhosting/dynamic").vps`.
 * The path and the names are a contract for as long as such a state exists.
 */

/** One host process, one world: made when the host configures the first of its providers. */
let processWorld: ProcessWorld | undefined;

const withoutConfig: ReadConfig = () => undefined;

function currentWorld(): ProcessWorld {
  processWorld ??= createProcessWorld(withoutConfig, process.argv[2]);
  return processWorld;
}

/** Finishes before the first `await`: the host does not wait for it. */
function configure(request: pulumi.dynamic.ConfigureRequest): Promise<void> {
  processWorld ??= createProcessWorld((key) => request.config.get(key), process.argv[2]);
  return Promise.resolve();
}

const guarded = (provider: typeof vpsProvider): pulumi.dynamic.ResourceProvider =>
  guardingSecrets(provider(currentWorld), () => currentWorld().redactor);

export const vps: pulumi.dynamic.ResourceProvider = { configure, ...guarded(vpsProvider) };
export const ledger: pulumi.dynamic.ResourceProvider = { configure, ...guarded(ledgerProvider) };
export const reverseDns: pulumi.dynamic.ResourceProvider = { configure, ...reverseDnsProvider(currentWorld) };
