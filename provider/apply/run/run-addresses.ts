/**
 * The addresses whose records one run of the program is about. The engine deletes what the program no longer declares after it
 * has made what is new, and the service has no way to read a record: a deletion must not clear what this run wants.
 */
export class RunAddresses {
  readonly #declared = new Map<string, Set<string>>();
  readonly #checked = new Set<string>();
  readonly #set = new Map<string, string | undefined>();

  /** The program of this run declares a record there, for this address where it is known already. */
  declare(urn: string, ip: string | undefined): void {
    this.#checked.add(urn);
    if (ip === undefined) return;
    const urns = this.#declared.get(same(ip)) ?? new Set();
    this.#declared.set(same(ip), urns.add(urn));
  }

  /** Whether this run's program declares it: a refresh compares records without a program. */
  isDeclared(urn: string): boolean {
    return this.#checked.has(urn);
  }

  /** The record of this address has been set in this run. */
  noteSet(ip: string, urn: string | undefined): void {
    this.#set.set(same(ip), urn);
  }

  /** The other resource that has set the record of this address in this run. */
  setByAnother(ip: string, urn: string | undefined): string | undefined {
    const setter = this.#set.get(same(ip));
    return setter === urn ? undefined : setter;
  }

  /** Whether the record of this address is another's, or has been set anew in this run: it is not to be cleared then. */
  isWanted(ip: string, urn: string | undefined): boolean {
    const others = [...(this.#declared.get(same(ip)) ?? [])].filter((other) => other !== urn);
    return this.#set.has(same(ip)) || others.length > 0;
  }
}

const same = (ip: string): string => ip.toLowerCase();
