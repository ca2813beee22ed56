import type { VpsOutputs } from "../schema/vps-outputs";

/**
 * Something was done and something failed: the engine saves `properties` as the state and shows `reasons`. Without the
 * provider's code in the properties the resource could never be deleted.
 */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";
  readonly id: string;
  readonly properties: VpsOutputs;
  readonly reasons: readonly string[];

  constructor(id: string, properties: VpsOutputs, reasons: readonly string[]) {
    super(reasons.join("\n"));
    this.id = id;
    this.properties = properties;
    this.reasons = reasons;
    this.stack = "";
  }
}

/** Nothing was done, and why, in words for people. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.stack = "";
  }
}

/**
 * What was done is in the state whatever becomes of the rest: an error without a state would leave the state of before, and
 * so an order that nobody holds, or a reinstall that is made twice.
 */
export async function keepingState<T>(
  id: string,
  outputs: VpsOutputs,
  failing: (message: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PartialFailure || !(error instanceof Error)) throw error;
    throw new PartialFailure(id, outputs, [failing(error.message)]);
  }
}
