/** Orders that the lists of an account must show, as the state has it at the moment. */
type Expected = () => readonly number[];

/** What one process has seen in the lists of one account, held against what they must show. */
export class ListReader {
  /** Orders that neither of the last lists shows although they are billed. */
  lacked: readonly number[] = [];
  /** What the last list of everything and that of the ledger's own orders show together. */
  shown: ReadonlySet<number> = new Set();
  /** The last request for a list has had no answer that is one. */
  isUnread = false;
  readonly #expected: Expected;
  #all: readonly number[] = [];
  #ofLedger: readonly number[] = [];

  constructor(expected: Expected) {
    this.#expected = expected;
  }

  /** A list is asked for: what is bought meanwhile need not be in it. */
  ask(isOfLedger: boolean): (listed: readonly number[]) => void {
    this.isUnread = true;
    const expected = this.#expected();
    return (listed) => {
      this.isUnread = false;
      if (isOfLedger) this.#ofLedger = listed;
      else this.#all = listed;
      this.shown = new Set([...this.#all, ...this.#ofLedger]);
      const still = new Set(this.#expected());
      this.lacked = expected.filter((oid) => still.has(oid) && !this.shown.has(oid));
    };
  }
}
