import type { Answer } from "../wire/answers/envelope";
import type { Matrix } from "../wire/requests/matrix";
import type { Books } from "../world/books";
import { Refusal } from "../world/refusal";

/** One request, as the handlers see it. */
export type Call = {
  readonly books: Books;
  readonly matrix: Matrix;
  /** From the path; the domain behind it is not looked at. */
  readonly orderOid: number | undefined;
  /** What stands under the root key of the body; of a form its fields. */
  readonly payload: unknown;
  readonly pretence: { readonly isFull?: boolean; readonly isRefused?: boolean };
  /** The time that the work takes. What a handler did before is seen by other requests meanwhile. */
  work(): Promise<void>;
  /** Tells the journal which order a purchase made. */
  noteOrder(orderOid: number): void;
};

export type Handler = (call: Call) => Answer | Promise<Answer>;

export function orderOidOf(call: Call): number {
  if (call.orderOid !== undefined) return call.orderOid;
  throw new Refusal([{ text: "No such resource." }], { status: 404, errorClass: "NotFoundException" });
}
