import type { CommandName } from "../command";
import type { History } from "../history";
import { urnOf } from "../models/declared";
import type { Run } from "../models/run";
import type { Account, AccountOrder } from "../models/service/account";
import type { ListReader } from "../models/service/list-reader";
import type { Outcome, Stack } from "../models/stack";
import {
  describeEntry,
  type Entry,
  heldBy,
  liveEntries,
  orderOf,
  type ProviderName,
  type StackState,
} from "../models/stack-state";
import { says, tagNames } from "../subject/words";

interface Judged {
  readonly run: Run;
  readonly name: CommandName;
  readonly replace: ReadonlySet<string>;
  readonly targets: ReadonlySet<string> | undefined;
}

/** Judges what one command did, before a refresh can hide anything. Created before the command starts. */
export class Judge {
  /** What the program's own search saw through each provider. */
  readonly searched = new Map<ProviderName, ListReader>();
  readonly #history: History;
  readonly #stack: Stack;
  readonly #judged: Judged;
  readonly #before: StackState;
  /** Resources whose server a successful `up` must have replaced. */
  readonly #toReplace: ReadonlyMap<string, number>;

  constructor(history: History, stack: Stack, judged: Judged) {
    this.#history = history;
    this.#stack = stack;
    this.#judged = judged;
    this.#before = stack.state;
    this.#toReplace = judged.name === "up" ? this.#replacements() : new Map();
  }

  afterRun(outcome: Outcome): void {
    this.#damage();
    this.#strangers();
    this.#doubledPurchases();
    if (outcome === "failed") this.#strandedReplacements();
    if (outcome === "good") this.#ineffectiveReplacements();
    const runsProgram = this.#judged.name === "up" || this.#judged.name === "preview";
    if (outcome === "good" && runsProgram) {
      this.#unnamedOrders();
      this.#allClear();
    }
  }

  /** The service has made an order, or has made one dearer, for a process of this run. */
  dearer(account: Account, order: AccountOrder): void {
    const { program, config, state } = this.#stack;
    const { nowMs } = this.#history.clock;
    const limits = program
      .filter(({ domainName }) => domainName === order.domainName)
      .map(({ maxMonthlyCostUsd = Number.POSITIVE_INFINITY }) => maxMonthlyCostUsd);
    if (limits.length > 0 && order.monthlyUsd > Math.max(...limits))
      this.#history.find("overLimit", `order ${order.oid} costs ${order.monthlyUsd}, limits ${limits.join(", ")}`);
    const held = new Set(heldBy(liveEntries(state)));
    const providerOf = ({ domainName }: AccountOrder) => program.find((one) => one.domainName === domainName)?.provider;
    // Of two providers with one account, neither sees what the other one is buying at that moment, until lists show it.
    const isUnseen = (one: AccountOrder): boolean =>
      nowMs - Math.max(one.orderedMs, one.listedFromMs) < unseenMs && providerOf(one) !== providerOf(order);
    const isCounted = (one: AccountOrder): boolean => {
      const isOfRun = one.tags[tagNames.ledger] === state.ledger?.id && one.orderedMs >= this.#judged.run.startMs;
      return (held.has(one.oid) || isOfRun) && !isUnseen(one);
    };
    const sum = account.active().reduce((usd, one) => (isCounted(one) ? usd + one.monthlyUsd : usd), 0);
    const most = Number(config["maxTotalMonthlyCostUsd"] ?? Number.POSITIVE_INFINITY);
    if (sum > most + aCent) this.#history.find("overLimit", `order ${order.oid}: ${sum.toFixed(2)}, limit ${most}`);
  }

  #strangers(): void {
    const history = this.#history;
    const held = history.held();
    for (const [order, atFirst] of history.strangers) {
      const isChanged = order.description !== atFirst && order.cancelled?.by !== "person";
      if (held.has(order.oid) || isChanged) history.find("stranger", `order ${order.oid} in ${this.#judged.name}`);
    }
  }

  /** A list that could not be read, or contradicts the state, is not a list in which there is no stray. */
  #allClear(): void {
    const { run, name } = this.#judged;
    if (run.reports.some((text) => says.lookedInPart(text))) return;
    for (const [provider, { isUnread, lacked }] of this.searched) {
      if (isUnread) this.#history.find("allClear", `${name}: no list through ${provider}`);
      if (lacked.length > 0)
        this.#history.find("allClear", `${name}: through ${provider} nothing lists ${lacked.join(", ")}`);
    }
  }

  #replacements(): Map<string, number> {
    const { replace, targets } = this.#judged;
    const asked = new Map<string, number>();
    for (const declared of this.#stack.program) {
      const entry = this.#stack.entryOf(declared);
      const oid = entry && orderOf(entry);
      if (entry === undefined || oid === undefined) continue;
      const isOther =
        entry.outputs["domainName"] !== declared.domainName ||
        (declared.dcLocation !== undefined && entry.outputs["dcLocation"] !== declared.dcLocation);
      const isTargeted = targets === undefined || targets.has(declared.name);
      if (isTargeted && !entry.isRetained && (replace.has(declared.name) || entry.isTainted || isOther))
        asked.set(declared.name, oid);
    }
    return asked;
  }

  #ineffectiveReplacements(): void {
    for (const declared of this.#stack.program) {
      const oid = this.#toReplace.get(declared.name);
      // With `--target`, the old entry of a renamed server stays until a run without it.
      if (oid === undefined || this.#isToBeDeleted(oid)) continue;
      const entry = this.#stack.entryOf(declared);
      if (entry === undefined || orderOf(entry) === oid || this.#history.order(oid)?.cancelled === undefined)
        this.#history.find("ineffective", `${declared.name} uses ${entry && orderOf(entry)}, replaced was ${oid}`);
    }
  }

  #isToBeDeleted(oid: number): boolean {
    return this.#stack.state.entries.some((entry) => entry.isToBeDeleted && orderOf(entry) === oid);
  }

  #damage(): void {
    const history = this.#history;
    const live = history.states
      .flatMap(liveEntries)
      .filter((entry) => !history.takenFromLiving.has(orderOf(entry) ?? 0));
    for (const entry of live) {
      const isEnded = history.order(orderOf(entry))?.cancelled?.by === "provider";
      if (isEnded && !history.askedToDelete.has(entry.serial)) history.find("inUseCancelled", describeEntry(entry));
    }
    const holders = new Map<number, Set<number>>();
    for (const entry of live) {
      const oid = orderOf(entry);
      if (oid !== undefined) holders.set(oid, (holders.get(oid) ?? new Set()).add(entry.serial));
    }
    for (const [oid, serials] of holders) if (serials.size > 1) history.find("twoOwners", `order ${oid}`);
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

  /** What appears between the search and the purchase cannot be known before. */
  #strandedReplacements(): void {
    const { run } = this.#judged;
    const { nowMs } = this.#history.clock;
    const isNew = ({ listedFromMs }: AccountOrder): boolean => listedFromMs > run.startMs && listedFromMs <= nowMs;
    if (run.hadTrouble || this.#history.orders().some(isNew) || this.#isOddSince(run.startMs)) return;
    for (const declared of this.#stack.program) {
      const place = urnOf(this.#stack, declared);
      const entry = this.#stack.state.entries.find(
        ({ urn, isPendingReplacement }) => isPendingReplacement && urn === place,
      );
      const isRefused = run.reports.some((text) => says.nothingBoughtFor(text, declared.domainName));
      if (entry !== undefined && isRefused && this.#isGivenUpNow(entry))
        this.#history.find("stranded", describeEntry(entry));
    }
  }

  /** The list of the check was whole and a later one was not: it stands still since, or lacks what was bought since. */
  #isOddSince(startMs: number): boolean {
    const { accounts, clock, conditions } = this.#history;
    const isIncomplete = conditions.lists === "lagging" || conditions.lists === "cut-off";
    const isUnlisted = ({ orderedMs, listedFromMs }: AccountOrder): boolean =>
      orderedMs >= startMs && (isIncomplete || listedFromMs > clock.nowMs);
    const hasStopped = ({ standstill }: Account): boolean => standstill !== undefined && standstill.fromMs > startMs;
    return this.#history.orders().some(isUnlisted) || Object.values(accounts).some(hasStopped);
  }

  /** The server was cancelled or dropped in this very run. */
  #isGivenUpNow(entry: Entry): boolean {
    const wasWaiting = this.#before.entries.some(
      ({ serial, isPendingReplacement }) => serial === entry.serial && isPendingReplacement,
    );
    const cancelledMs = this.#history.order(orderOf(entry))?.cancelled?.atMs ?? Number.POSITIVE_INFINITY;
    return !wasWaiting && cancelledMs >= this.#judged.run.startMs;
  }

  /** A stray: bought under this stack's ledger, listed since before the run, and in the state neither now nor ever. */
  #unnamedOrders(): void {
    const { run } = this.#judged;
    const { program, state } = this.#stack;
    const ledger = this.#before.ledger?.id;
    if (run.hadTrouble || !run.knowsState || program.length === 0 || ledger === undefined) return;
    const known = new Set([...this.#before.everHeld, ...heldBy(state.entries)]);
    const accounts = new Set(program.map(({ provider }) => this.#history.accountOf(provider)));
    for (const account of accounts) {
      for (const order of account.active()) {
        const isStray =
          order.tags[tagNames.ledger] === ledger && order.listedFromMs < run.startMs && !known.has(order.oid);
        const isFindable =
          account.showsTagsInLists || program.some(({ domainName }) => domainName === order.domainName);
        if (isStray && isFindable && this.#isListed(account, order) && !run.names(order.oid))
          this.#history.find("unnamed", `order ${order.oid} in ${this.#judged.name}`);
      }
    }
  }

  #isOf(provider: ProviderName, account: Account): boolean {
    return this.#history.accountOf(provider) === account;
  }

  /** What lists do not show cannot be named: see `#allClear`. */
  #isListed(account: Account, { oid }: AccountOrder): boolean {
    const isWhole = this.#history.conditions.lists !== "cut-off" && account.standstill === undefined;
    return isWhole || [...this.searched].some(([name, { shown }]) => this.#isOf(name, account) && shown.has(oid));
  }
}

/** What lies between a list that a purchase rests on and the purchase: questions for prices, retries. */
const unseenMs = 60_000;

/** Less is a matter of rounding. */
const aCent = 0.01;
