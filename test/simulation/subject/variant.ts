import type * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../../provider/api/client";
import type { Host } from "../../../provider/dynamic/host";
import { ledgerProvider } from "../../../provider/dynamic/ledger";
import { vpsProvider } from "../../../provider/dynamic/vps";
import type { ProgramSide, Surroundings, Variant } from "../models/provider-under-test";
import { clientIn, hostProcess } from "./host-process";
import { programSide } from "./program-side";

/** What differs from the real provider. */
interface Changes {
  readonly program?: (complete: ProgramSide) => ProgramSide;
  readonly surroundings?: (surroundings: Surroundings) => Surroundings;
  readonly client?: (client: Client) => Client;
  readonly process?: (process: Host) => Host;
  readonly vps?: (process: Host) => pulumi.dynamic.ResourceProvider;
}

const same = <T>(value: T): T => value;

/** The provider with changes, for the safeguards' tests. */
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

/** The real provider. */
export const complete: Variant = providerWith({});
