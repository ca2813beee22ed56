import type { Answer } from "../wire/answers/envelope";
import type { Matrix } from "../wire/requests/matrix";
import type { WorldContext } from "../world/context";
import type { ForcedRefusal } from "../world/purchase/purchase";
import { Refusal } from "../world/refusal";

/** One request, as handlers see it. */
export type Call = {
  readonly context: WorldContext;
  readonly matrix: Matrix;
  /** From the path; the domain after it is ignored. */
  readonly orderOid: number | undefined;
  /** What is under the root key of the body; for a form, its fields. */
  readonly payload: unknown;
  readonly forcedRefusal: ForcedRefusal;
  /** Takes as long as the work does. Other requests already see what the handler did before it. */
  work(): Promise<void>;
  /** Tells the journal which order a purchase created. */
  noteOrder(orderOid: number): void;
};

export type Handler = (call: Call) => Answer | Promise<Answer>;

export function orderOidOf(call: Call): number {
  if (call.orderOid !== undefined) return call.orderOid;
  throw new Refusal([{ text: "No such resource." }], { status: 404, errorClass: "NotFoundException" });
}
