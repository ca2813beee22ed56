import type * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../../provider/api/client";
import type { Host } from "../../../provider/dynamic/host";
import { ledgerProvider } from "../../../provider/dynamic/ledger";
import { vpsProvider } from "../../../provider/dynamic/vps";
import type { ProgramSide } from "../models/engine/program-side";
import type { Plugins } from "../models/engine/stage";
import { clientIn, hostProcess, type Surroundings } from "./host-process";
import { programSide } from "./program-side";

/** The provider that a history is played with: its half in the program, and its half in each host process. */
export interface Variant {
  readonly program: ProgramSide;
  readonly host: (surroundings: Surroundings) => Plugins;
}

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
