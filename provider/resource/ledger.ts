import * as pulumi from "@pulumi/pulumi";
import { isMocked } from "../program/mocks";
import { ownState } from "./own-state";

/** The name and the type of the ledger are the same in every stack: they must not change for as long as a state has one. */
const ledgerName = "rimuhosting-ledger";

/** Found on the stack's own resource: two programs in one process, or two copies of this package, must not share or double it. */
const remembered = Symbol.for("pulumi-rimuhosting.ledger");

/**
 * One tiny resource a stack, saved before any server is bought. It gives the servers of the stack names at the service
 * that no other stack uses, so that a purchase whose answer was lost is found again.
 */
class Ledger extends pulumi.CustomResource {
  declare readonly secret: pulumi.Output<string>;

  constructor() {
    super(
      "pulumi-nodejs:rimuhosting:Ledger",
      ledgerName,
      {
        __provider: 'exports.handler = () => require("pulumi-rimuhosting/dynamic").ledger;',
        // Orders that the state holds now. A preview of a stack without changes stays without changes.
        __seen: ownState().then((own) => own?.flatMap(({ orderOid }) => orderOid ?? []).sort((a, b) => a - b)),
        secret: undefined,
      },
      { additionalSecretOutputs: ["secret"] },
    );
  }
}

/** The ledger of the stack that is running, made by the first server; `undefined` where there is no stack (unit tests with mocks). */
export function stackLedger(): Ledger | undefined {
  const stack: (pulumi.Resource & { [remembered]?: Ledger }) | undefined = pulumi.runtime.getStackResource();
  if (stack === undefined || isMocked()) return undefined;
  stack[remembered] ??= new Ledger();
  return stack[remembered];
}
