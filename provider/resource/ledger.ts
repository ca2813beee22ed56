import * as pulumi from "@pulumi/pulumi";
import { historyType, hostedCode, ledgerType } from "../engine/hosted-code";
import { knownValue, promiseOf } from "../engine/outputs";
import { unknownValueSentinel } from "../engine/reserved";
import { runError } from "../engine/run-error";
import { rememberedOrders, type SavedStack } from "../plan/purchase/ownership";
import { type DatedName, rememberedNames } from "../plan/purchase/stack-names";
import { nextEventLoopTurn, type ProgramRun, programRun } from "../program/run";
import { presentName } from "../program/stack-state";
import { reportLeaving } from "../program/strays/report-leaving";
import { reportStrays } from "../program/strays/report-strays";
import type { Account } from "../schema/ledger";
import { knowFinalOptions } from "./final-inputs";

/** The same in every stack: they must not change as long as any state holds them. */
const ledgerName = "ledger";
const historyName = "order-history";

/** Kept on the stack's own resource: shared by two copies of this package, but not by two programs in one process. */
const remembered = Symbol.for("pulumi-rimuhosting.ledger");

/**
 * The ledger, `pulumi-nodejs:rimuhosting:Ledger` `ledger`, is one tiny resource per stack, created with the first `Vps` and saved
 * before any server is bought. It gives the stack's servers names at the service that no other stack uses, so that a purchase
 * whose answer was lost can be found again. It makes no call, costs nothing, and is no server.
 *
 * It holds a random id, which is in the tags of every order, and a random secret, encrypted in the state, from which root passwords
 * are derived. It also remembers, encrypted, the present and former settings of explicit providers. No change of the program replaces them.
 *
 * A destroy deletes it last. Before it goes, it searches every account that the stack has used for orders that this stack bought
 * and that nothing in its state holds; the setting `straysOnDestroy` decides what happens if there are any. Do not remove it
 * with `pulumi state delete`: orders of interrupted runs would then look like those of another stack. If the first `up` has a
 * `--target`, target the ledger and the order history too: `--target '**::ledger' --target '**::order-history'`.
 */
export class Ledger extends pulumi.CustomResource {
  declare readonly secret: pulumi.Output<string>;
  /** The accounts of explicit providers, as the state has them once the ledger is registered. */
  declare readonly __accounts: pulumi.Output<string | undefined>;

  /** The accounts of the program's explicit providers. */
  readonly declaredAccounts: pulumi.Output<string>;

  constructor(run: ProgramRun, history: OrderHistory) {
    const declaredAccounts = accountsOf(run);
    super(
      ledgerType,
      ledgerName,
      {
        __provider: hostedCode("ledger"),
        __saved: pulumi.secret(run.state.then((state) => state?.ledger)),
        __declaredAccounts: pulumi.secret(declaredAccounts),
        ledgerId: undefined,
        secret: undefined,
        __accounts: undefined,
      },
      { parent: history, dependsOn: precedingLedger(history) },
    );
    this.declaredAccounts = declaredAccounts;
  }
}

/**
 * What the ledger waits for, and what outlives it: while a destroy stops at the ledger, what was given away must not be forgotten.
 * Transforms and transformations may say that nothing is to be deleted. Those declared in one go exist after a turn.
 */
async function precedingLedger(history: OrderHistory): Promise<pulumi.Resource[]> {
  await nextEventLoopTurn();
  await knowFinalOptions(false);
  // A dependency on a component means its children, and this one has none.
  return [new pulumi.DependencyResource(await promiseOf(history.urn))];
}

/**
 * The order history, `rimuhosting:index:OrderHistory` `order-history`, keeps the numbers of all orders that the state has ever held, so that a
 * server given away is never taken back, and the names that the stack has had, so that a copy of it is told from a rename. A component, because a change of its outputs is not shown as an update: a run that
 * changes nothing shows nothing.
 */
class OrderHistory extends pulumi.ComponentResource {
  constructor(run: ProgramRun) {
    super(historyType, historyName, {}, { dependsOn: stateRead(run) });
  }

  /**
   * Registers the outputs, or none at all, which keeps those saved earlier. The SDK calls this in its constructor, and keeps a program running
   * until it knows all outputs: so these also wait for the search for strays.
   */
  protected override async initialize(): Promise<void> {
    const run = programRun();
    const search = run && reportStrays(run);
    if (run !== undefined) reportLeaving(run);
    const state = await run?.state;
    // Without the state, the list would lose the earlier orders.
    if (run === undefined || search === undefined || state === undefined) return never;
    // If a server fails, so does the run, and what was remembered stays.
    const orders = ordersAtTheEnd(run, state).catch(() => rememberedOrders(state, []));
    const names = search.then((serviceMs) => namesAtTheEnd(state.savedNames ?? [], serviceMs));
    this.registerOutputs({ orders: Promise.all([orders, search]).then(([known]) => known), names });
  }
}

/** Whether the state has had a history so far must be known before there is one. */
async function stateRead(run: ProgramRun): Promise<pulumi.Resource[]> {
  await run.state;
  return [];
}

/**
 * The names that this stack has had. A preview does not know when a new one begins: the `up` does, by the service's clock, as orders are
 * dated. Without it, the name counts as an old one: whatever was bought under a former name is then a copy's, which refuses a purchase.
 */
function namesAtTheEnd(saved: readonly DatedName[], serviceMs = 0): readonly DatedName[] | string {
  const names = rememberedNames(saved, presentName(), new Date(serviceMs).toISOString());
  return names !== saved && pulumi.runtime.isDryRun() ? unknownValueSentinel : names;
}

const never = new Promise<never>(() => undefined);

/** The ledger of the running stack, created with its first server. */
export function ledgerOf(run: ProgramRun): Ledger {
  const keeper: ProgramRun & { [remembered]?: Ledger } = run;
  if (keeper[remembered] === undefined) {
    keeper[remembered] = new Ledger(run, new OrderHistory(run));
  }
  return keeper[remembered];
}

/** Resolves once every server has its order, including servers that are declared only after others exist. */
async function ordersAtTheEnd(run: ProgramRun, state: SavedStack): Promise<pulumi.Input<number[]>> {
  const bought: number[] = [];
  let awaited = 0;
  await nextEventLoopTurn();
  while (awaited < run.servers.length) {
    const servers = run.servers.slice(awaited);
    awaited = run.servers.length;
    for (const { orderOid } of servers) {
      const oid = await knownValue(orderOid);
      // A preview does not know the number. Then the whole list is unknown too, or a saved plan would be violated.
      if (oid === undefined && pulumi.runtime.isDryRun()) return orderOid.apply((): number[] => []);
      // An up with a target does not know it either: nothing was bought for a server that it leaves out.
      if (oid !== undefined) bought.push(oid);
    }
    await nextEventLoopTurn();
  }
  return rememberedOrders(state, bought);
}

/** The settings of the program's explicit providers, as JSON. */
const accountsOf = (run: ProgramRun): pulumi.Output<string> =>
  pulumi
    .output(nextEventLoopTurn().then(() => knownAccounts(run.providers)))
    .apply((accounts) => JSON.stringify(accounts));

/**
 * Every server waits for the ledger, and the ledger for these settings: one that comes from a server never comes. The program then
 * has nothing left to do, and fails.
 */
function knownAccounts(providers: ProgramRun["providers"]): pulumi.Output<Account[]> {
  const accounts = pulumi.output(providers.map(({ name, settings }) => ({ name, config: settings })));
  const fail = (): never => {
    throw runError(stuckMessage(providers));
  };
  const isKnown = (): void => void process.off("beforeExit", fail);
  process.once("beforeExit", fail);
  promiseOf(accounts).then(isKnown, isKnown);
  return accounts;
}

const stuckMessage = (providers: ProgramRun["providers"]): string =>
  providers.flatMap(({ name, awaited }) => [...awaited].map((setting) => `Provider "${name}": ${setting}`)).join(", ") +
  " comes from a server of this program, or from something that waits for one. A server waits for the settings of all providers, which are saved first " +
  "so that a destroy can search each account: they would wait for each other for ever. No server was ordered or changed. " +
  "Give the setting a value for which no server has to exist, or declare the provider and its servers in another stack.";
