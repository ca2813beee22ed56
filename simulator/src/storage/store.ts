import type { WorldState } from "../world/context";
import type { Order } from "../world/order";

/** Keeps these changed orders, and whatever else differs from what is kept. */
export type NoteChange = (...orders: readonly Order[]) => void;

/** Keeps a world, so that it outlives the process. */
export type Store = {
  /** Undefined if nothing is kept yet. */
  load(): WorldState | undefined;
  /** From now on this is the world to keep. Changes noted for an earlier one are ignored. */
  begin(state: WorldState): NoteChange;
  close(): void;
};

export const noStore: Store = { load: () => undefined, begin: () => () => {}, close: () => {} };
