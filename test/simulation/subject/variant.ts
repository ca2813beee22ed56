import type * as pulumi from "@pulumi/pulumi";
import type { Host } from "../../../provider/host/host";
import { idempotencyKeyProvider } from "../../../provider/run/key-provider";
import { vpsProvider } from "../../../provider/run/vps-provider";
import type { Client } from "../../../provider/service/client";
import type { Plugins, Surroundings, Variant } from "../models/provider-under-test";
import { clientIn, hostProcess, newKeyIn } from "./host-process";
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
    return plugins({
      vps: vps(host),
      key: idempotencyKeyProvider(
        () => host,
        () => newKeyIn(surroundings),
      ),
    });
  },
});

/** The real provider. */
export const complete: Variant = providerWith({});
