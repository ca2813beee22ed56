import type { History } from "../history";
import type { ServiceCall } from "../models/service/network";
import type { Stack } from "../models/stack";
import { orderOf } from "../models/stack-state";

/** Watches, for one command, that no two servers of a group are down at once. Another run may have left one down: then none is added. */
export class GroupJudge {
  readonly #history: History;
  readonly #stack: Stack;
  /** Orders whose resize this run has sent. */
  readonly #resized = new Set<number>();
  readonly #underWay = new Set<number>();

  constructor(history: History, stack: Stack) {
    this.#history = history;
    this.#stack = stack;
  }

  begins({ call, orderOid }: ServiceCall): void {
    if (call !== "parameters" || orderOid === undefined) return;
    const down = this.#besides(orderOid).filter((oid) => this.#isDown(oid));
    if (down.length > 0) this.#history.find("crowded", `order ${orderOid} beside ${down.join(", ")}`);
    this.#resized.add(orderOid);
    this.#underWay.add(orderOid);
  }

  ends({ call, orderOid }: ServiceCall): void {
    if (call === "parameters" && orderOid !== undefined) this.#underWay.delete(orderOid);
  }

  /** The service goes on with what it has received, whatever its caller has heard. */
  #isDown(oid: number): boolean {
    return this.#underWay.has(oid) || (this.#resized.has(oid) && this.#history.order(oid)?.isBusy === true);
  }

  /** The others of its group, with the same provider: each has a process of its own. */
  #besides(orderOid: number): number[] {
    const { program } = this.#stack;
    const orders = new Map(
      program.map((one) => {
        const entry = this.#stack.entryOf(one);
        return [one, entry && orderOf(entry)];
      }),
    );
    const own = program.find((one) => orders.get(one) === orderOid);
    if (own?.changeGroup === undefined) return [];
    return program.flatMap((one) => {
      const oid = orders.get(one);
      const isBeside = one !== own && one.changeGroup === own.changeGroup && one.provider === own.provider;
      return isBeside && oid !== undefined ? [oid] : [];
    });
  }
}
