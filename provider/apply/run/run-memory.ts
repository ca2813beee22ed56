/**
 * What one run of the provider has seen of the stack's own state. The engine tells each call its own resource only;
 * some decisions need to know of the others.
 */
export class RunMemory {
  readonly #holders = new Map<number, Set<string>>();
  readonly #onceOwned = new Set<number>();
  readonly #declared = new Set<string>();

  /** An entry of the state, or a resource just made, holds this order. */
  hold(orderOid: number, holder: string): void {
    const holders = this.#holders.get(orderOid) ?? new Set();
    this.#holders.set(orderOid, holders.add(holder));
  }

  release(orderOid: number, holder: string): void {
    this.#holders.get(orderOid)?.delete(holder);
  }

  /** Whether anybody else in this run holds the order, as after a handover by `import`. */
  isHeldByAnother(orderOid: number, holder: string): boolean {
    return [...(this.#holders.get(orderOid) ?? [])].some((other) => other !== holder);
  }

  isHeld(orderOid: number): boolean {
    return (this.#holders.get(orderOid)?.size ?? 0) > 0;
  }

  /** The program of this run declares this resource: a diff that follows is about the program. */
  declare(urn: string): void {
    this.#declared.add(urn);
  }

  isDeclared(urn: string): boolean {
    return this.#declared.has(urn);
  }

  /** Orders that this stack's state has held at some time. */
  rememberOnceOwned(orderOids: readonly number[]): void {
    for (const orderOid of orderOids) this.#onceOwned.add(orderOid);
  }

  wasOnceOwned(orderOid: number): boolean {
    return this.#onceOwned.has(orderOid);
  }
}
