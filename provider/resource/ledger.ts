import * as pulumi from "@pulumi/pulumi";
import { rememberedOrders, type StackState } from "../plan/purchase/ownership";
import { reportStrays } from "../program/report-strays";
import { keepProgramAlive, knownValue, type ProgramRun, programRun, turn } from "../program/run";
import { ledgerType, memoryType } from "../program/stack-state";
import type { Account } from "../schema/ledger";

/** The same in every stack: they must not change for as long as a state has them. */
const ledgerName = "ledger";
const memoryName = "memory";

/** Found on the stack's own resource: two programs in one process, or two copies of this package, must not share or double it. */
const remembered = Symbol.for("pulumi-rimuhosting.ledger");

/**
 * One tiny resource a stack, saved before any server is bought. It gives the servers of the stack names at the service
 * that no other stack uses, so that a purchase whose answer was lost is found again.
 */
class Ledger extends pulumi.CustomResource {
  declare readonly secret: pulumi.Output<string>;

  constructor(run: ProgramRun) {
    const saved = run.state.then((state) => state?.ledger);
    super(
      ledgerType,
      ledgerName,
      {
        __provider: 'exports.handler = () => require("pulumi-rimuhosting/dynamic").ledger;',
        __identity: pulumi.secret(saved.then((ledger) => ledger && { id: ledger.id, secret: ledger.secret })),
        __accounts: pulumi.secret(accountsOf(run)),
        ledgerId: undefined,
        secret: undefined,
      },
      { additionalSecretOutputs: ["secret", "__accounts"] },
    );
  }
}

/**
 * Remembers the numbers of all orders that the state has ever held. A component, since its outputs change without a word: a run
 * that changes nothing shows nothing.
 */
class Memory extends pulumi.ComponentResource {
  constructor() {
    super(memoryType, memoryName);
  }

  /** Registers the outputs itself, or not at all: what was saved earlier stays then. The SDK calls this in its constructor. */
  protected override async initialize(): Promise<void> {
    const run = programRun();
    const done = keepProgramAlive();
    // A server that has failed has failed the run.
    const orders = run && (await ordersAtTheEnd(run).catch(() => undefined));
    if (orders !== undefined) this.registerOutputs({ orders });
    done();
    if (orders === undefined) await never;
  }
}

const never = new Promise<never>(() => undefined);

/** The ledger of the stack that is running, made by the first server. */
export function ledgerOf(run: ProgramRun): Ledger {
  const keeper: ProgramRun & { [remembered]?: Ledger } = run;
  if (keeper[remembered] === undefined) {
    keeper[remembered] = new Ledger(run);
    new Memory();
    reportStrays(run);
  }
  return keeper[remembered];
}

/** Settles when every server declared so far has its order, also those that are declared when others are there. */
async function ordersAtTheEnd(run: ProgramRun): Promise<pulumi.Input<number[]> | undefined> {
  const bought: number[] = [];
  let asked = 0;
  await turn();
  while (asked < run.servers.length) {
    const servers = run.servers.slice(asked);
    asked = run.servers.length;
    for (const { orderOid } of servers) {
      const oid = await knownValue(orderOid);
      // A preview does not know it: nor does it know the whole then, or a plan that was saved of it would be violated.
      if (oid === undefined) return orderOid.apply((): number[] => []);
      bought.push(oid);
    }
    await turn();
  }
  const state = await run.state;
  // Without the earlier ones the list would forget them.
  return state === undefined ? undefined : rememberedOrders(state, bought);
}

/**
 * The settings of all explicit providers, as JSON: those of the program, and those that the ledger remembers. An account is not
 * forgotten with its provider, as an interrupted purchase may have left an order there.
 */
function accountsOf(run: ProgramRun): pulumi.Output<string | undefined> {
  const declared = pulumi.output(
    turn().then(() => run.providers.map(({ name, settings }) => ({ name, config: settings }))),
  );
  return pulumi.all([declared, run.state]).apply(([accounts, state]: [Account[], StackState]) => {
    const known = savedAccounts(state?.ledger?.accounts);
    const forgotten = known.filter(({ name }) => !accounts.some((account) => account.name === name));
    const all = [...accounts, ...forgotten].sort((a, b) => (a.name < b.name ? -1 : 1));
    return all.length === 0 ? undefined : JSON.stringify(all);
  });
}

/** The schema is loaded only where a state has accounts: most programs have no explicit provider. */
function savedAccounts(json: string | undefined): Account[] {
  if (json === undefined) return [];
  const { rememberedAccounts } = require("../schema/ledger") as typeof import("../schema/ledger");
  return rememberedAccounts(json);
}
