import type { Conditions } from "./models/conditions";
import type { Variant } from "./models/provider-under-test";
import type { Random } from "./models/random";
import type { Accidents } from "./models/service/accidents";
import { Account, type AccountName, type AccountOrder } from "./models/service/account";
import { Stack } from "./models/stack";
import { heldBy, keyOf, type ProviderName, type StackState } from "./models/stack-state";
import { VirtualClock } from "./models/virtual-clock";
import { tagNames } from "./subject/words";
import type { Finding } from "./verdict/findings";

/** Enough for every server that a history buys: what a limit needs is a price. */
const generousUsd = 10_000;

const orderNumbers = /\b\d{10}\b/g;

/** The history of some stacks and accounts: what people and chance do to them, and the results so far. */
export class History {
  readonly random: Random;
  readonly accidents: Accidents;
  readonly conditions: Conditions;
  readonly variant: Variant;
  readonly clock = new VirtualClock(Date.UTC(2026, 0, 1));
  readonly accounts: Readonly<Record<AccountName, Account>>;
  readonly found = new Map<Finding, string>();
  /** Errors of the simulation or the simulator, which no history may hide. */
  readonly mistakes: unknown[] = [];
  /** The stack that the history is about. */
  readonly ours = new Stack("ours", "prod");
  /** Another stack, to which resources are moved. */
  readonly other = new Stack("other", "else");
  /** Orders that are people's: kept on purpose, bought by hand, or given away with a part of a state. */
  readonly peoples = new Set<number>();
  /** Keys that people have removed from a state, and what was bought under them is theirs. */
  readonly peoplesKeys = new Set<string>();
  /** Every order that a message has named. */
  readonly named = new Set<number>();
  /** The serial numbers of the entries that the provider was asked to delete. */
  readonly askedToDelete = new Set<number>();
  /** The orders that such an entry held, and the keys that they may have. */
  readonly mayBeCancelled = new Set<number | string>();
  readonly #events: (readonly [atMs: number, event: string])[] = [];
  /** Commands in which a process was killed. */
  crashes = 0;
  /** Runs of `up` and `destroy`, and those that asked for a person although nobody had given cause. */
  runs = 0;
  refusals = 0;
  #serials = 0;

  constructor(random: Random, variant: Variant, accidents: Accidents, conditions: Conditions) {
    this.random = random;
    this.variant = variant;
    this.accidents = accidents;
    this.conditions = conditions;
    this.accounts = { ours: this.#open("ours"), second: this.#open("second") };
    for (const stack of this.stacks) {
      if (conditions.limits === "account") stack.configure("maxTotalMonthlyCostUsd", String(generousUsd));
      if (conditions.sameDomainName === "allow") stack.configure("sameDomainName", "allow");
    }
  }

  #open(name: AccountName): Account {
    const { clock, conditions } = this;
    const onEvent = (what: string, order: AccountOrder): void => {
      this.note(`  service ${what} order ${order.oid} of ${order.domainName}`);
      if (
        what === "ends" &&
        !this.mayBeCancelled.has(order.oid) &&
        !this.mayBeCancelled.has(order.tags[tagNames.key] ?? "")
      )
        this.find("notAsked", `order ${order.oid}`);
    };
    return new Account({ name, clock, tagsInLists: conditions.tagsInLists, onEvent });
  }

  get stacks(): readonly Stack[] {
    return [this.ours, this.other];
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
    this.note(`a person cancels order ${order.oid} in the control panel`);
    for (const account of Object.values(this.accounts))
      if (account.order(order.oid) === order) account.cancelByHand(order);
  }

  /** The orders that any state holds. */
  held(): ReadonlySet<number> {
    return new Set(this.stacks.flatMap(({ state }) => heldBy(state)));
  }

  /** Billed orders that no state holds and that are nobody's own affair. */
  unheld(): AccountOrder[] {
    const held = this.held();
    const keys = this.#keysInStates();
    const isPeoples = ({ oid, tags }: AccountOrder): boolean => {
      const key = tags[tagNames.key];
      return this.peoples.has(oid) || (key !== undefined && this.peoplesKeys.has(key) && !keys.has(key));
    };
    return this.active().filter((order) => !held.has(order.oid) && !isPeoples(order));
  }

  /** A person changes a stack's state: what then is in no state any more is that person's affair. */
  edit(stack: Stack, state: StackState): void {
    const before = stack.state;
    stack.state = state;
    const [held, keys] = [this.held(), this.#keysInStates()];
    for (const oid of held) this.peoples.delete(oid);
    for (const key of keys) this.peoplesKeys.delete(key);
    for (const entry of before) {
      const key = entry.kind === "key" ? keyOf(entry) : undefined;
      if (key !== undefined && !keys.has(key)) this.peoplesKeys.add(key);
      const oid = entry.kind === "vps" ? heldBy([entry])[0] : undefined;
      // A key that was declared later is not the one on the order.
      if (oid !== undefined && !held.has(oid) && !keys.has(this.order(oid)?.tags[tagNames.key] ?? ""))
        this.peoples.add(oid);
    }
  }

  /** What a run has shown to people. */
  read(text: string): void {
    for (const [oid] of text.matchAll(orderNumbers)) this.named.add(Number(oid));
  }

  #keysInStates(): ReadonlySet<string> {
    const keys = this.stacks.flatMap(({ state }) => state.filter(({ kind }) => kind === "key"));
    return new Set(keys.flatMap((entry) => keyOf(entry) ?? []));
  }
}
