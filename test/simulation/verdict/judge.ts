import type { History } from "../history";
import { believedLagMs } from "../models/conditions";
import type { Chosen, Ending } from "../models/engine/context";
import type { Run } from "../models/run";
import type { AccountOrder } from "../models/service/account";
import type { ServiceCall } from "../models/service/network";
import type { Outcome, Stack } from "../models/stack";
import { describeEntry, type Entry, keyOf, liveServers, orderOf } from "../models/stack-state";
import { says, tagNames } from "../subject/words";

/** Some time passes between asking whether the engine is alive and the purchase. */
const noticedWithinMs = 1_000;

interface Guarded {
  readonly distro: string;
  readonly isProtected: boolean;
}

/** Judges what one command did, before a refresh can hide anything. Created before the command starts. */
export class Judge {
  readonly #history: History;
  readonly #stack: Stack;
  readonly #run: Run;
  /** Resources whose server a successful `up` must have replaced. */
  readonly #toReplace: ReadonlyMap<string, number>;
  readonly #endedBefore: ReadonlySet<number>;
  /** What earlier commands were asked to cancel, and what this one asks the service to. */
  readonly #askedBefore: ReadonlySet<number | string>;
  readonly #cancelling = new Set<number>();
  /** What the program of an `up` protects, and where it forbids an install: the image. */
  readonly #protected: ReadonlyMap<number, Guarded>;

  /** @param chosen of an `up`; absent for other commands */
  constructor(history: History, stack: Stack, run: Run, chosen: Chosen | undefined) {
    this.#history = history;
    this.#stack = stack;
    this.#run = run;
    this.#protected = new Map(chosen === undefined ? [] : this.#protectedNow());
    this.#toReplace = new Map(chosen === undefined ? [] : this.#replacements(chosen));
    this.#askedBefore = new Set(history.mayBeCancelled);
    this.#endedBefore = new Set(history.orders().flatMap(({ oid, cancelled }) => (cancelled ? [oid] : [])));
  }

  /** Whether the run looks at everything that is declared. */
  seesAll = true;

  /** What a preview right before this `up` has said; `undefined` where it has failed: nobody goes on from there. */
  foretold: string | undefined = "";

  afterRun(outcome: Outcome): void {
    this.#damage(outcome);
    this.#unprotected();
    this.#doubledPurchases();
    if (outcome === "good") this.#ineffectiveReplacements();
  }

  sent({ call, domainName, orderOid }: ServiceCall): void {
    if (call === "reinstall" && this.foretold !== undefined && !says.wipes(this.foretold, orderOid))
      this.#history.find("unannounced", `order ${orderOid}`);
    if (call === "delete-vps" && orderOid !== undefined) this.#cancelling.add(orderOid);
    const { cliDiedMs } = this.#run;
    const { nowMs } = this.#history.clock;
    if (call === "new-vps" && cliDiedMs !== undefined && nowMs - cliDiedMs > noticedWithinMs)
      this.#history.find("orphaned", `${domainName}, ${Math.round((nowMs - cliDiedMs) / 1000)} s later`);
  }

  asked(entry: Entry): void {
    const { askedToDelete, mayBeCancelled } = this.#history;
    askedToDelete.add(entry.serial);
    // A purchase of unknown outcome is cancelled by what its order shows. A key cancels nothing.
    const mark = entry.kind === "key" ? undefined : (orderOf(entry) ?? keyOf(entry));
    if (mark !== undefined) mayBeCancelled.add(mark);
  }

  ended(entry: Entry, ending: Ending): void {
    const history = this.#history;
    if (entry.kind === "key") {
      this.#keyEnded(entry, ending);
      return;
    }
    const order = history.order(orderOf(entry));
    if (order === undefined) return;
    if (ending === "retained") history.peoples.add(order.oid);
    else if (order.cancelled === undefined && !history.held().has(order.oid) && !this.#run.names(order.oid))
      history.find("dropped", describeEntry(entry));
  }

  /** Nothing asks for the orders of a key that is gone. */
  #keyEnded(entry: Entry, ending: Ending): void {
    const history = this.#history;
    const key = keyOf(entry);
    if (key === undefined) return;
    if (ending === "retained") history.peoplesKeys.add(key);
    for (const order of history.unheld()) {
      if (order.tags[tagNames.key] !== key || this.#run.names(order.oid)) continue;
      const isLate = order.listedFromMs - order.orderedMs > believedLagMs;
      history.find(isLate ? "tooLate" : "letGo", `order ${order.oid}`);
      if (isLate) history.peoplesKeys.add(key);
    }
  }

  *#replacements({ replace, targets }: Chosen): Generator<[string, number]> {
    for (const desired of this.#stack.program) {
      const entry = this.#stack.entryOf(desired);
      const oid = entry && orderOf(entry);
      // The option import asks for this very order, whatever the command line says.
      if (entry === undefined || oid === undefined || desired.imported === oid) continue;
      if (targets?.has(desired.name) === false) continue;
      const { domainName, dcLocation } = entry.outputs;
      const isOther =
        domainName !== desired.domainName || (desired.dcLocation !== undefined && dcLocation !== desired.dcLocation);
      // A taint tells the provider nothing. What was kept, on purpose or by a transformation, is there: it is adopted again.
      const isKept = entry.isRetained || !desired.deleteBeforeReplace;
      const isOnDemand = (replace?.names.has(desired.name) === true || entry.isTainted) && !isKept;
      if (isOther || isOnDemand) yield [desired.name, oid];
    }
  }

  #ineffectiveReplacements(): void {
    const { state, program } = this.#stack;
    const isToBeDeleted = (oid: number): boolean =>
      state.some((entry) => entry.isToBeDeleted && orderOf(entry) === oid);
    for (const desired of program) {
      const oid = this.#toReplace.get(desired.name);
      // With `--target`, the old entry of a renamed server stays until a run without it.
      if (oid === undefined || isToBeDeleted(oid)) continue;
      const entry = this.#stack.entryOf(desired);
      const isWanted = this.#history.peoples.has(oid) || this.#history.held().has(oid);
      const isStillThere = this.#history.order(oid)?.cancelled === undefined && !isWanted;
      if (entry === undefined || orderOf(entry) === oid || isStillThere)
        this.#history.find("ineffective", `${desired.name} uses ${entry && orderOf(entry)}, replaced was ${oid}`);
    }
  }

  *#protectedNow(): Generator<[number, Guarded]> {
    for (const desired of this.#stack.program) {
      const entry = this.#stack.entryOf(desired);
      const order = this.#history.order(entry && orderOf(entry));
      const { isProtected = false, onImageChange } = desired;
      if (order !== undefined && (isProtected || onImageChange === "forbid"))
        yield [order.oid, { distro: order.distro, isProtected }];
    }
  }

  #unprotected(): void {
    for (const [oid, { distro, isProtected }] of this.#protected) {
      const order = this.#history.order(oid);
      const isEnded = isProtected && order?.cancelled?.by === "provider" && !this.#endedBefore.has(oid);
      if (isEnded || order?.distro !== distro) this.#history.find("unprotected", `order ${oid}`);
    }
  }

  #damage(outcome: Outcome): void {
    const history = this.#history;
    const holders = new Map<number, Entry[]>();
    for (const entry of history.stacks.flatMap(({ state }) => liveServers(state))) {
      const oid = orderOf(entry);
      if (oid === undefined) continue;
      const isEndedNow = history.order(oid)?.cancelled?.by === "provider" && !this.#endedBefore.has(oid);
      // What a declaration has given away is not in use, and whoever has it by now may destroy it.
      const isGivenAway = history.mayBeCancelled.has(oid) && !history.stacks.some((stack) => stack.declares(entry));
      // What an earlier run was asked to cancel, and was killed over, may end now: nobody has cancelled it again.
      const isLateEnd = this.#askedBefore.has(oid) && !this.#cancelling.has(oid);
      if (isEndedNow && !isLateEnd && !isGivenAway && !history.askedToDelete.has(entry.serial))
        history.find("inUseCancelled", describeEntry(entry));
      holders.set(oid, [...(holders.get(oid) ?? []), entry]);
    }
    for (const [oid, entries] of holders) {
      // What a declaration imports, or finds by its key, it adopts: an entry that is no longer declared leaves the state by the end
      // of a whole run, and cancels nothing.
      const isDeclared = (entry: Entry): boolean => history.stacks.some((stack) => stack.declares(entry));
      const key = history.order(oid)?.tags[tagNames.key];
      const isAdopted = entries.some(
        (entry) => entry.inputs["__import"] === String(oid) || (isDeclared(entry) && entry.inputs["__key"] === key),
      );
      const owners = entries.filter((entry) => !isAdopted || isDeclared(entry));
      // Whichever of the two comes first in the program gets the order; the other one's check fails, and says so, unless the run stops at
      // another error first.
      const isReported = !this.seesAll || outcome !== "good";
      if (owners.length > 1 && !isReported) history.find("twoOwners", `order ${oid}`);
    }
  }

  #doubledPurchases(): void {
    const attempts = new Set<string>();
    for (const { tags, oid } of this.#history.orders()) {
      const attempt = tags[tagNames.attempt];
      if (attempt === undefined) continue;
      if (attempts.has(attempt)) this.#history.find("resent", `order ${oid}`);
      attempts.add(attempt);
    }
  }
}

/** Compares every declared server with the service, after a successful run. */
export function judgeServers(history: History, stack: Stack): void {
  for (const desired of stack.program) {
    const { name, provider } = desired;
    const entry = stack.entryOf(desired);
    const order = history.order(entry && orderOf(entry));
    const isRight = order !== undefined && history.accountOf(provider).isActive(order) && isAsDeclared(order, desired);
    if (!isRight) history.find("different", `${name}: ${order?.description}`);
  }
}

function isAsDeclared(order: AccountOrder, desired: Stack["program"][number]): boolean {
  const { domainName, memoryMb, dcLocation, distro, runningState } = desired;
  return (
    order.domainName === domainName &&
    order.memoryMb === memoryMb &&
    (dcLocation === undefined || order.dcLocation === dcLocation) &&
    (distro === undefined || order.distro === distro) &&
    (runningState === undefined || (runningState === "NOTRUNNING") === order.isStopped)
  );
}
