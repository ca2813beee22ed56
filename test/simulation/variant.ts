import type * as pulumi from "@pulumi/pulumi";
import type { Client } from "../../provider/api/client";
import { ledgerProvider } from "../../provider/dynamic/ledger-provider";
import type { ProcessWorld } from "../../provider/dynamic/process-world";
import { vpsProvider } from "../../provider/dynamic/vps-provider";
import type { OwnState } from "../../provider/plan/purchase/own-state";
import { ownStateOf } from "./models/program";
import type { StackState } from "./models/stack-state";

/** Which provider a history is played with, and what it gets to see of the world. */
export interface Variant {
  readonly client: (client: Client) => Client;
  readonly process: (process: ProcessWorld) => ProcessWorld;
  readonly vps: (process: ProcessWorld) => pulumi.dynamic.ResourceProvider;
  readonly ledger: (process: ProcessWorld) => pulumi.dynamic.ResourceProvider;
  readonly ownState: (state: StackState) => OwnState;
}

/** The provider as it is. */
export const complete: Variant = {
  client: (client) => client,
  process: (process) => process,
  vps: (process) => vpsProvider(() => process),
  ledger: (process) => ledgerProvider(() => process),
  ownState: ownStateOf,
};
