import type * as pulumi from "@pulumi/pulumi";
import type { VpsArgs } from "../vps/vps-args";
import { formsOf } from "./ask";
import type { Money } from "./catalogue";

/** A value without the outputs and promises that may stand for it or for its parts. */
type Plain<T> = unknown extends T
  ? T
  : T extends Promise<unknown> | pulumi.OutputInstance<unknown>
    ? never
    : T extends readonly (infer Element)[]
      ? Plain<Element>[]
      : T extends object
        ? { [Name in keyof T]: Plain<T[Name]> }
        : T;

type PlainVpsArgs = { [Name in keyof VpsArgs]?: Plain<VpsArgs[Name]> | undefined };

type OptionalVpsArgs = { [Name in keyof VpsArgs]?: VpsArgs[Name] | undefined };

/**
 * The arguments of `VpsArgs`, all optional: the service chooses whatever you leave out. Passwords, keys, files and cloud-config are
 * accepted and not sent, nor is what only affects later changes, deletions and waiting: the price does not depend on it. A
 * `maxMonthlyCostUsd` is not compared with the price, however high it is.
 */
export interface GetVpsPriceArgs extends PlainVpsArgs {}

/** The arguments of `VpsArgs`, all optional. Each, even a nested one, may be an output. */
export interface GetVpsPriceOutputArgs extends OptionalVpsArgs {}

/** A quote: nothing is ordered, and the price is not guaranteed. */
export interface GetVpsPriceResult {
  /** What the server would cost per month: in the account's currency, and the service's estimate in USD. */
  readonly monthlyCost: Money;
  /** The service's own sentence about the price, which may also mention what an order still lacks. Absent if there is none. */
  readonly message: string | undefined;
}

const vpsPriceForms = formsOf<[args?: GetVpsPriceArgs], [args?: GetVpsPriceOutputArgs], GetVpsPriceResult>(
  "getVpsPrice",
);

/**
 * Asks for a quote: what a `Vps` with these arguments would cost per month. Orders nothing. Passwords, files and
 * cloud-config are not sent, because the price does not depend on them. The API key is sent if there is one, because prices
 * depend on the account.
 *
 * Fails for arguments that `Vps` would not accept, or if the service refuses them (an unknown location, no room), cannot be
 * reached or sends an answer that cannot be read. API: `PUT /r/pricing-plans/new-vm-pricing`.
 *
 * @example
 * ```ts
 * const { monthlyCost } = await rimuhosting.getVpsPrice({ dcLocation: "DCDALLAS", memoryMb: 4096, diskSpaceMb: 40_960 });
 * if ((monthlyCost.amountUsd ?? 0) > 50) throw new pulumi.RunError("That is more than we want to spend.");
 * ```
 */
export const getVpsPrice = vpsPriceForms.promise;

/**
 * {@link getVpsPrice} for arguments that are outputs. Unknown in a preview for as long as they are.
 *
 * @example
 * ```ts
 * export const twice = rimuhosting.getVpsPriceOutput({ memoryMb: web.memoryMb.apply((mb) => 2 * mb) }).monthlyCost;
 * ```
 */
export const getVpsPriceOutput = vpsPriceForms.output;
