import { byName } from "../../plan/preview/fleet";
import { type NoTurn, waitsProgress } from "../../plan/update/update-messages";

/** A server in a group that is to be interrupted. */
export interface Member {
  readonly name: string;
  /** Whether an earlier run has left it down: it goes first, because the others still serve. */
  readonly isDown: boolean;
  /** How long its turn may take before those that wait give up. */
  readonly limitMs: number;
}

/** The engine comes with them in any order. */
const inTurnOrder = (one: Member, other: Member): number =>
  Number(other.isDown) - Number(one.isDown) || byName(one.name, other.name);

/** Who of one group is at work in this run, who waits, and who has failed. */
export class ChangeGroup {
  readonly #atATime: number;
  readonly #waiting: Member[] = [];
  readonly #atWork = new Map<Member, number>();
  #begun = 0;
  #seen = 0;
  #failed: string | undefined;
  #change = Promise.withResolvers<void>();

  constructor(atATime: number) {
    this.#atATime = atATime;
  }

  /** Settles with the next turn that ends. */
  get change(): Promise<void> {
    return this.#change.promise;
  }

  enter(member: Member): void {
    this.#seen++;
    this.#waiting.push(member);
    this.#waiting.sort(inTurnOrder);
  }

  /** Begins the turn of a member if it may begin now. */
  begin(member: Member, nowMs: number): boolean {
    const free = this.#atATime - this.#atWork.size;
    const place = this.#waiting.indexOf(member);
    if (place >= free) return false;
    this.#waiting.splice(place, 1);
    this.#atWork.set(member, nowMs);
    this.#begun++;
    return true;
  }

  /** Nobody begins after a failure, nor waits for a turn that has taken longer than it may. */
  noTurn(nowMs: number): NoTurn | undefined {
    if (this.#failed !== undefined) return { why: "failed", other: this.#failed };
    const hung = [...this.#atWork].find(([{ limitMs }, sinceMs]) => nowMs - sinceMs > limitMs);
    return hung && { why: "hangs", other: hung[0].name };
  }

  waits(group: string): string {
    const names = [...this.#atWork.keys()].map(({ name }) => name);
    return waitsProgress(names, { begun: this.#begun, of: this.#seen, group });
  }

  fail({ name }: Member): void {
    this.#failed ??= name;
  }

  leave(member: Member): void {
    this.#atWork.delete(member);
    const place = this.#waiting.indexOf(member);
    if (place >= 0) this.#waiting.splice(place, 1);
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}
