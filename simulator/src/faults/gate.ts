import type { CallName } from "../calls";
import type { Moment } from "./fault";

/** Holds matching requests at one moment of their work until released. */
export type Gate = {
  /** Resolves when the first request reaches the gate. */
  readonly reached: Promise<void>;
  /** How many requests are waiting now. */
  waiting(): number;
  release(): void;
};

export type GateOptions = { readonly moment?: Moment; readonly orderOid?: number };

type Closed = {
  readonly call: CallName | "*";
  readonly moment: Moment;
  readonly orderOid: number | undefined;
  readonly arrive: () => Promise<void>;
  readonly release: () => void;
};

type Signal = { readonly promise: Promise<void>; readonly resolve: () => void };

function signal(): Signal {
  let resolve = (): void => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

export class Gates {
  readonly #closed = new Set<Closed>();

  hold(call: CallName | "*", { moment = "before-work", orderOid }: GateOptions = {}): Gate {
    const reached = signal();
    const opened = signal();
    let waiting = 0;
    const gate: Closed = {
      call,
      moment,
      orderOid,
      arrive: async () => {
        waiting++;
        reached.resolve();
        await opened.promise;
        waiting--;
      },
      release: () => {
        this.#closed.delete(gate);
        opened.resolve();
      },
    };
    this.#closed.add(gate);
    return { reached: reached.promise, waiting: () => waiting, release: gate.release };
  }

  async pass(call: CallName, moment: Moment, orderOid: number | undefined): Promise<void> {
    const inTheWay = [...this.#closed].filter(
      (gate) =>
        (gate.call === "*" || gate.call === call) &&
        gate.moment === moment &&
        (gate.orderOid === undefined || gate.orderOid === orderOid),
    );
    for (const gate of inTheWay) await gate.arrive();
  }

  releaseAll(): void {
    for (const gate of [...this.#closed]) gate.release();
  }
}
