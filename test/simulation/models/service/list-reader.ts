/** Orders that a list of an account must show, as the state has it at the moment. */
type Expected = () => readonly number[];

/** What one process has seen in the lists of one account, held against what they must show. */
export class ListReader {
  /** Orders that the last list does not show although they are billed, the list of the ledger's own orders included. */
  lacked: readonly number[] = [];
  /** What the last list showed, with what those of the ledger's own orders have added. */
  shown: ReadonlySet<number> = new Set();
  /** The last request for a list has had no answer that is one. */
  isUnread = false;
  readonly #expected: Expected;

  constructor(expected: Expected) {
    this.#expected = expected;
  }

  /** A list is on its way: what is bought meanwhile need not be in it. */
  ask(isOfLedger: boolean): (listed: readonly number[]) => void {
    this.isUnread = true;
    const expected = this.#expected();
    return (listed) => {
      this.isUnread = false;
      const still = new Set(this.#expected());
      this.shown = new Set(isOfLedger ? [...this.shown, ...listed] : listed);
      const known = isOfLedger ? this.lacked : expected;
      this.lacked = known.filter((oid) => still.has(oid) && !listed.includes(oid));
    };
  }
}
