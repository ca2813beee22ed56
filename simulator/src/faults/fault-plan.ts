import type { CallName } from "../calls";
import { Fault, type Moment, type PlannedDisturbance, type PlannedFault } from "./fault";

/** What will go wrong with one request: at most one thing at each moment. */
export type RequestFaults = { readonly [moment in Moment]?: PlannedDisturbance };

/** The faults still to come. A request takes its faults on arrival, so parallel requests never share one by accident. */
export class FaultPlan {
  #planned: PlannedFault[] = [];

  add(...faults: Fault[]): void {
    this.#planned.push(...faults.map((fault) => Fault.parse(fault)));
  }

  clear(): void {
    this.#planned = [];
  }

  /** Faults that have not struck yet, or not as often as planned. A test that expects none catches its own mistakes. */
  unused(): PlannedFault[] {
    return structuredClone(this.#planned);
  }

  /** The faults that strike this request. */
  take(call: CallName, orderOid: number | undefined): RequestFaults {
    const faults: { [moment in Moment]?: PlannedDisturbance } = {};
    for (const fault of this.#planned) {
      const isMatch =
        (fault.call === "*" || fault.call === call) && (fault.orderOid === undefined || fault.orderOid === orderOid);
      if (!isMatch) continue;
      if (fault.after > 0) {
        fault.after--;
      } else if (faults[fault.moment] === undefined) {
        faults[fault.moment] = fault.how;
        fault.times--;
      }
    }
    this.#planned = this.#planned.filter((fault) => fault.times > 0);
    return faults;
  }
}
