import type { VpsOutputs } from "../../schema/vps/vps-outputs";

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
