import "../service/node-version";

import * as pulumi from "@pulumi/pulumi";
import { tokenPrefix } from "../program/functions/ask";
import type * as catalogue from "../program/functions/catalogue";
import type * as orders from "../program/functions/orders";
import { type FunctionName, questions } from "../program/functions/questions";
import type * as server from "../program/functions/server";
import { runError } from "../pulumi/program";
import { reverseDnsType, vpsType } from "../pulumi/resource-types";

/** What `rimuhostingMocks` answers with. Every part is optional. */
export interface RimuhostingMocksArgs {
  /** Answers of functions, by the function's name: `{ getOrder: { … } }`. They apply to the Output forms too. Default: none. */
  functions?: MockedFunctions;
  /**
   * What resources output in addition to their arguments, such as `{ primaryIp: "192.0.2.7" }` for a `Vps`. It overrides
   * what the mocks make up. Default: nothing is overridden.
   */
  outputs?: (resource: pulumi.runtime.MockResourceArgs) => Record<string, unknown>;
  /** The mocks for other packages' resources and functions. Default: a resource outputs its inputs, a function answers `{}`. */
  others?: pulumi.runtime.Mocks;
}

/** Answers of functions, by the function's name: only the properties that the program uses are needed. */
export interface MockedFunctions {
  /** The answer of `getBillingMethods`. */
  getBillingMethods?: MockedAnswer<catalogue.GetBillingMethodsArgs, catalogue.GetBillingMethodsResult>;
  /** The answer of `getDataTransferUsage`. */
  getDataTransferUsage?: MockedAnswer<server.GetDataTransferUsageArgs, server.GetDataTransferUsageResult>;
  /** The answer of `getDistributions`. */
  getDistributions?: MockedAnswer<catalogue.GetDistributionsArgs, catalogue.GetDistributionsResult>;
  /** The answer of `getOrder`. */
  getOrder?: MockedAnswer<orders.GetOrderArgs, orders.GetOrderResult>;
  /** The answer of `getOrders`. */
  getOrders?: MockedAnswer<orders.GetOrdersArgs, orders.GetOrdersResult>;
  /** The answer of `getPricingPlans`. */
  getPricingPlans?: MockedAnswer<catalogue.GetPricingPlansArgs, catalogue.GetPricingPlansResult>;
  /** The answer of `getVpsStatus`. */
  getVpsStatus?: MockedAnswer<server.GetVpsStatusArgs, server.GetVpsStatusResult>;
}

/** An answer of a function, or a function that returns it for given arguments. */
export type MockedAnswer<Args, Result> =
  | DeepPartial<Result>
  | ((args: Args) => DeepPartial<Result> | Promise<DeepPartial<Result>>);

/** Part of an answer: a test supplies only what its program uses. */
export type DeepPartial<T> = T extends readonly (infer Element)[]
  ? DeepPartial<Element>[]
  : T extends object
    ? { [Part in keyof T]?: DeepPartial<T[Part]> | undefined }
    : T;

/**
 * Mocks for unit tests of programs: `pulumi.runtime.setMocks(rimuhostingMocks({ … }))`, before the program is loaded. No
 * server is bought and no request leaves the process.
 *
 * @example
 * ```ts
 * await pulumi.runtime.setMocks(
 *   rimuhostingMocks({ functions: { getDistributions: { distributions: [{ distroCode: "deb13.64" }] } } }),
 * );
 * const program = await import("./index.js"); // after the mocks
 * ```
 */
export function rimuhostingMocks(args: RimuhostingMocksArgs = {}): pulumi.runtime.Mocks {
  requireNames("", args, ["functions", "outputs", "others"]);
  requireNames("functions.", args.functions ?? {}, Object.keys(questions));
  const addresses = new Map<string, unknown>();
  return {
    newResource: (resource) => mockedResource(resource, args, addresses),
    call: (call) => mockedCall(call, args),
  };
}

/** What JavaScript lets pass: a misspelt name would mock nothing. */
function requireNames(where: string, given: object, names: readonly string[]): void {
  const wrong = Object.keys(given).find((name) => !names.includes(name));
  if (wrong !== undefined)
    throw new TypeError(
      `rimuhostingMocks: there is no ${where}${wrong}. It takes ${names.map((name) => where + name).join(", ")}.`,
    );
}

async function mockedCall(
  call: pulumi.runtime.MockCallArgs,
  mocks: RimuhostingMocksArgs,
): Promise<pulumi.runtime.MockCallResult> {
  const name = functionNamed(call.token);
  if (name === undefined) return mocks.others?.call(call) ?? {};
  try {
    return await answerTo(name, call, mocks);
  } catch (error) {
    // The SDK shows only the `details` of an error thrown by a mock.
    const { message } = error instanceof Error ? error : new Error(String(error));
    throw Object.assign(runError(message), { details: message });
  }
}

function functionNamed(token: string): FunctionName | undefined {
  const name = token.startsWith(tokenPrefix) ? token.slice(tokenPrefix.length) : "";
  return Object.hasOwn(questions, name) ? (name as FunctionName) : undefined;
}

/** The test's own answer. */
async function answerTo(
  name: FunctionName,
  call: pulumi.runtime.MockCallArgs,
  { functions = {} }: RimuhostingMocksArgs,
): Promise<pulumi.runtime.MockCallResult> {
  const answer: object | undefined = functions[name];
  if (typeof answer === "function") return answer(call.inputs);
  if (answer !== undefined) return answer;
  throw runError(`${name}: the test has no answer for it. Add one: rimuhostingMocks({ functions: { ${name}: … } }).`);
}

/** Creates a resource as a test sees it: its arguments, and what the service would add. The same in every run of the test. */
async function mockedResource(
  resource: pulumi.runtime.MockResourceArgs,
  { outputs, others }: RimuhostingMocksArgs,
  /** Those of the servers, by the numbers of their orders: a record is for its server's. */
  addresses: Map<string, unknown>,
): Promise<{ id: string | undefined; state: Record<string, unknown> }> {
  const make = madeUp[resource.type];
  if (make === undefined && others !== undefined) return others.newResource(resource);
  const added = make?.(resource, addresses) ?? {};
  const id = resource.id || String(added["orderOid"] ?? `${resource.name}-id`);
  const state: Record<string, unknown> = { ...added, ...resource.inputs, ...outputs?.(resource) };
  if (resource.type === reverseDnsType) state["orderOid"] = Number(state["orderOid"]);
  if (resource.type === vpsType)
    for (const number of [id, state["orderOid"]]) addresses.set(String(number), state["primaryIp"]);
  return { id, state };
}

/** What the service would add to a resource's arguments, by the type of the resource. */
const madeUp: Readonly<Record<string, MakeUp>> = {
  [vpsType]: ({ name, inputs }) => {
    const orderOid = Number(inputs["__import"] ?? numberFor(name));
    const { dcLocation = "DCDALLAS" } = inputs;
    return {
      orderOid,
      slug: `order-${orderOid}-${name}`,
      primaryIp: addressFor(orderOid),
      secondaryIps: [],
      serverType: "VPS",
      deployedState: "DEPLOYED",
      observedRunningState: "RUNNING",
      distro: "deb13.64",
      memoryMb: 1024,
      diskSpaceMb: 20_480,
      dcLocation,
      location: { dataCenterLocationCode: dcLocation },
      hostServerOid: "1317",
      monthlyCost: { amount: 10, currency: "USD", amountUsd: 10 },
      orderDate: "2026-01-01T00:00:00Z",
      setupMessages: [],
      password: pulumi.secret("a password made up by mocks"),
    };
  },
  [reverseDnsType]: ({ inputs: { orderOid } }, addresses) => ({
    ip: addresses.get(String(orderOid)) ?? addressFor(Number(orderOid)),
  }),
};

type MakeUp = (
  resource: pulumi.runtime.MockResourceArgs,
  addresses: ReadonlyMap<string, unknown>,
) => Record<string, unknown>;

/** Derives an order's number from a name, above 2^31 like real ones. */
function numberFor(name: string): number {
  const sum = [...name].reduce((total, letter) => (total * 31 + letter.charCodeAt(0)) % 100_000_007, 7);
  return 3_000_000_000 + sum;
}

/** Picks one of the addresses reserved for documentation. */
const addressFor = (orderOid: number): string => `192.0.2.${(orderOid % 254) + 1}`;
