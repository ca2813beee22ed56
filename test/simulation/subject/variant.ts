import type * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../../provider/api/client";
import type { Host } from "../../../provider/dynamic/host";
import { ledgerProvider } from "../../../provider/dynamic/ledger";
import { vpsProvider } from "../../../provider/dynamic/vps";
import type { ProgramSide, Surroundings, Variant } from "../models/provider-under-test";
import { clientIn, hostProcess } from "./host-process";
import { programSide } from "./program-side";

/** What differs from the provider as it is. */
interface Changes {
  readonly program?: (complete: ProgramSide) => ProgramSide;
  readonly surroundings?: (surroundings: Surroundings) => Surroundings;
  readonly client?: (client: Client) => Client;
  readonly process?: (process: Host) => Host;
  readonly vps?: (process: Host) => pulumi.dynamic.ResourceProvider;
}

const same = <T>(value: T): T => value;

/** The provider with changes, as the safeguards' tests want it. */
export const providerWith = ({
  program = same,
  surroundings: changed = same,
  client = same,
  process: changedProcess = same,
  vps = (process) => vpsProvider(() => process),
}: Changes): Variant => ({
  program: program(programSide),
  host: (given) => {
    const surroundings = changed(given);
    const process = changedProcess(hostProcess(surroundings, client(clientIn(surroundings))));
    return { vps: vps(process), ledger: ledgerProvider(() => process) };
  },
});

/** The provider as it is. */
export const complete: Variant = providerWith({});
