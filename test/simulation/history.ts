import type { Conditions } from "./models/conditions";
import { Knowledge } from "./models/knowledge";
import type { Variant } from "./models/provider-under-test";
import type { Random } from "./models/random";
import type { Accidents } from "./models/service/accidents";
import { Account, type AccountName, type AccountOrder } from "./models/service/account";
import { Stack } from "./models/stack";
import { heldBy, type ProviderName, type StackState } from "./models/stack-state";
import { VirtualClock } from "./models/virtual-clock";
import type { Finding } from "./verdict/findings";

/** An order that a person removed from a state, or kept on purpose. */
export interface Release {
  readonly atMs: number;
  readonly by: Stack;
  /**
   * How: it is meant to continue (`retainOnDelete`, or a purchase by hand); a person gave it away; or it was lost with a
   * state unnoticed.
   */
  readonly how: "kept" | "given-away" | "lost";
  /** The state held it by the end of a successful run, so its former owner can know. */
  readonly isRememberable: boolean;
}

/** Three of the smallest servers. */
const stackLimitUsd = 20;

/** The history of some stacks and accounts: what people and chance do to them, and the results so far. */
export class History {
  readonly random: Random;
  readonly accidents: Accidents;
  readonly conditions: Conditions;
  readonly variant: Variant;
  readonly clock = new VirtualClock(Date.UTC(2026, 0, 1));
  readonly accounts: Readonly<Record<AccountName, Account>>;
  readonly knowledge = new Knowledge();
  readonly found = new Map<Finding, string>();
  /** Errors of the simulation or the simulator, which no history may hide. */
  readonly mistakes: unknown[] = [];
  /** The stack that the history is about. */
  readonly ours = new Stack("ours", "prod");
  /** Another stack, to which resources are moved. */
  readonly other = new Stack("other", "else");
  /** A colleague's copy of ours, with its own ledger. */
  readonly colleague = new Stack("colleague", "prod");
  readonly releases = new Map<number, Release>();
  /** Orders that have nothing to do with any stack, as they were at first. */
  readonly strangers = new Map<AccountOrder, string>();
  /**
   * Orders that a person has imported although the stack that bought them is in use, against the message's advice: that
   * stack cannot know, so it may adopt them too, and its destroy may cancel them. The same where an old state was restored, whose
   * memory does not know what it has given away.
   */
  readonly takenFromLiving = new Set<number>();
  /** When each ledger was deleted or lost, after which nothing asks for its orders any more. */
  readonly ledgerEndsMs = new Map<string, number>();
  /** The serial numbers of the entries that the provider was asked to delete, and of those that a backup brought back after that. */
  readonly askedToDelete = new Set<number>();
  readonly #events: (readonly [atMs: number, event: string])[] = [];
  /** Commands in which a process was killed. */
  crashes = 0;
  #serials = 0;

  constructor(random: Random, variant: Variant, accidents: Accidents, conditions: Conditions) {
    this.random = random;
    this.variant = variant;
    this.accidents = accidents;
    this.conditions = conditions;
    this.accounts = { ours: this.#open("ours"), second: this.#open("second") };
    for (const stack of this.stacks) {
      stack.configure("maxConcurrentPurchases", String(conditions.purchasesAtATime));
      if (conditions.limits === "stack") stack.configure("maxTotalMonthlyCostUsd", String(stackLimitUsd));
    }
    for (let nth = 1; nth <= conditions.strangers; nth++) this.#placeStranger(`stranger-${nth}.example.com`);
    this.cutListsOff(conditions.lists === "cut-off");
  }

  #placeStranger(domainName: string): void {
    const order = this.accounts.ours.buyByHand(domainName, 0);
    this.strangers.set(order, order.description);
    this.releases.set(order.oid, { atMs: this.clock.nowMs, by: this.other, how: "kept", isRememberable: false });
  }

  /** Lists end where the orders of the stacks begin, or soon after. */
  cutListsOff(isCutOff: boolean): void {
    const { strangers } = this.conditions;
    for (const account of Object.values(this.accounts)) account.cutListsOff(isCutOff ? strangers + 1 : null);
  }

  #open(name: AccountName): Account {
    const { clock, conditions, note } = this;
    const { tagsInLists, metaSearch, lists, dateErrorMs } = conditions;
    const variants = { tagsInLists, metaSearch, listRepeats: lists === "repeating" };
    return new Account({ name, clock, variants, dateErrorMs, trace: note });
  }

  get stacks(): readonly Stack[] {
    return [this.ours, this.other, this.colleague];
  }

  get states(): readonly StackState[] {
    return this.stacks.map(({ state }) => state);
  }

  readonly note = (event: string): void => {
    this.#events.push([this.clock.nowMs, event]);
  };

  /** Everything that happened, line by line. */
  get trace(): string[] {
    return this.#events.map(([atMs, event]) => `${new Date(atMs).toISOString().slice(5, 19)} ${event}`);
  }

  find(finding: Finding, what: string): void {
    if (this.found.has(finding)) return;
    this.found.set(finding, what);
    this.note(`FOUND ${finding}: ${what}`);
  }

  newSerial = (): number => ++this.#serials;

  accountOf(provider: ProviderName): Account {
    return this.accounts[provider === "second" ? "second" : "ours"];
  }

  orders(): AccountOrder[] {
    return Object.values(this.accounts).flatMap(({ orders }) => orders);
  }

  /** Billed with no end date. */
  active(): AccountOrder[] {
    return Object.values(this.accounts).flatMap((account) => account.active());
  }

  order(oid: number | undefined): AccountOrder | undefined {
    return this.accounts.ours.order(oid) ?? this.accounts.second.order(oid);
  }

  cancelByHand(order: AccountOrder): void {
    for (const account of Object.values(this.accounts))
      if (account.order(order.oid) === order) account.cancelByHand(order);
  }

  held(): ReadonlySet<number> {
    return new Set(this.states.flatMap(({ entries }) => heldBy(entries)));
  }

  /** Records a change of a stack's state, and the orders that it holds from now on. */
  save(stack: Stack, state: StackState): void {
    stack.state = state;
    this.knowledge.hold(heldBy(state.entries), this.clock.nowMs);
  }

  release(stack: Stack, oid: number | undefined, how: Release["how"]): void {
    if (oid === undefined) return;
    const isRememberable = stack.state.rememberable.has(oid);
    this.releases.set(oid, { atMs: this.clock.nowMs, by: stack, how, isRememberable });
  }

  isKept(oid: number): boolean {
    return this.releases.get(oid)?.how === "kept";
  }
}
