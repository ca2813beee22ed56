import type * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../../provider/api/client";
import type { Host } from "../../../provider/dynamic/host";
import { idempotencyKeyProvider } from "../../../provider/dynamic/idempotency-key";
import { vpsProvider } from "../../../provider/dynamic/vps";
import type { Plugins, Surroundings, Variant } from "../models/provider-under-test";
import { clientIn, hostProcess } from "./host-process";
import { programSide } from "./program-side";

/** What differs from the real provider. */
interface Changes {
  readonly deletesBeforeReplace?: Variant["deletesBeforeReplace"];
  readonly surroundings?: (surroundings: Surroundings) => Surroundings;
  readonly client?: (client: Client) => Client;
  readonly host?: (host: Host) => Host;
  readonly vps?: (host: Host) => pulumi.dynamic.ResourceProvider;
  readonly plugins?: (plugins: Plugins) => Plugins;
}

const same = <T>(value: T): T => value;

/** The provider with changes, for the safeguards' tests. */
export const providerWith = ({
  deletesBeforeReplace = ({ deleteBeforeReplace }) => deleteBeforeReplace,
  surroundings: changed = same,
  client = same,
  host: changedHost = same,
  vps = (host) => vpsProvider(() => host),
  plugins = same,
}: Changes): Variant => ({
  program: programSide,
  deletesBeforeReplace,
  host: (given) => {
    const surroundings = changed(given);
    const host = changedHost(hostProcess(surroundings, client(clientIn(surroundings))));
    return plugins({ vps: vps(host), key: idempotencyKeyProvider(() => host) });
  },
});

/** The real provider. */
export const complete: Variant = providerWith({});
