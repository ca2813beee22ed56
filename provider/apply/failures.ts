import type { Recorded } from "../schema/vps-outputs";

/**
 * Something was done and something failed: the engine saves `properties` as the state and shows `reasons`. If the
 * properties lacked the provider's code, the resource could never be deleted.
 */
export class PartialFailure extends Error {
  override readonly name = "PartialFailure";
  readonly id: string;
  readonly properties: Recorded;
  readonly reasons: readonly string[];

  constructor(id: string, properties: Recorded, reasons: readonly string[]) {
    super(reasons.join("\n"));
    this.id = id;
    this.properties = properties;
    this.reasons = reasons;
    this.stack = "";
  }
}

/** Nothing was done; the message says why. */
export class Refusal extends Error {
  override readonly name = "Refusal";

  constructor(message: string) {
    super(message);
    this.stack = "";
  }
}

/** Something was sent, and the service does not show its effect or denies it. What is true must be read from the order. */
export class Unconfirmed extends Error {
  override readonly name = "Unconfirmed";

  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.stack = "";
  }
}

/**
 * Keeps what was done in the state, whatever happens to the rest: an error without a state would leave the former one, and
 * with it an order that nobody holds, or a reinstall that is done twice.
 */
export async function keepingState<T>(
  id: string,
  outputs: Recorded,
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
