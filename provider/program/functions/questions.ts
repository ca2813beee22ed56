import * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import { isInlineProgram, runError } from "../../pulumi/program";
import { isObject } from "../../pulumi/properties";
import { createClient, type ReadingClient } from "../../service/client";
import { readEnvironment } from "../../service/environment";
import { definedParts, didYouMean, getOrInsertComputed, nearest } from "../../service/names";
import { MissingKeyError, resolveSettings, type Settings } from "../../service/settings";
import { PricingPlanFilter } from "../../service/wire/catalogue";
import { type Complaint, complaintsOf, plainComplaint, stringifiedParts } from "../../service/wire/complaints";
import { OrderOid } from "../../service/wire/values";
import { requireValidConfiguration } from "../configuration";
import { listOrders, OrderFilters, orderInfo, requireDataCenter } from "./order-info";

// What each function accepts and how its answer is found. Loaded with the first question: programs do not load zod otherwise.

/** One function: what it accepts, strictly, so that a misspelt argument is an error, and how its answer is found. */
const question = <Args extends z.ZodType, Result>(
  args: Args,
  answer: (service: ReadingClient, args: z.output<Args>) => Promise<Result>,
) => ({
  args,
  /** Asks for the service only once the arguments are known to be sound. */
  run: async (service: () => ReadingClient, given: unknown): Promise<Result> => {
    const parsed = args.safeParse(withoutAbsent(given ?? {}), { error: plainComplaint });
    const stringified = stringifiedParts(given);
    if (!parsed.success || stringified.length > 0) {
      const names = args instanceof z.ZodObject ? Object.keys(args.shape) : [];
      const found = stringified.length > 0 ? stringified : complaintsOf(parsed.error, given);
      const complaints = found.map((each) => complaint(each, names));
      throw new Error(complaints.join("; ").replace(/(?<!\?)$/, "."));
    }
    return answer(service(), parsed.data);
  },
});

const withoutAbsent = (args: unknown): unknown => (isObject(args) ? definedParts(args) : args);

function complaint({ path, reason }: Complaint, names: readonly string[]): string {
  if (path !== "") return `${path} ${reason}`;
  const [, unknown] = /^has no property "(.*)"$/s.exec(reason) ?? [];
  if (unknown === undefined) return reason;
  return `there is no argument "${unknown}"${didYouMean(nearest(unknown, names)) || `; it takes ${names.join(", ") || "none"}`}`;
}

const NoArguments = z.strictObject({});

const ByOrderOid = z.strictObject({ orderOid: OrderOid });

/**
 * Every function, by the name under which a program calls it. Loaded with the first question. The interfaces that programs
 * see are next to the functions, and a type test keeps them equal to the types here.
 */
export const questions = {
  getBillingMethods: question(NoArguments, async (service) => ({
    billingMethods: await service.billingMethods(),
  })),

  getDistributions: question(NoArguments, async (service) => ({ distributions: await service.distributions() })),

  getPricingPlans: question(PricingPlanFilter, async (service, filter) => {
    const pricingPlans = await service.pricingPlans(filter);
    if (pricingPlans.length === 0) await requireDataCenter(service, filter.dcLocation, []);
    return { pricingPlans };
  }),

  getOrder: question(ByOrderOid, async (service, { orderOid }) =>
    orderInfo(await service.getOrder(orderOid), service.serviceNowMs()),
  ),

  getOrders: question(OrderFilters, async (service, filters) => ({ orders: await listOrders(service, filters) })),

  getVpsStatus: question(ByOrderOid, async (service, { orderOid }) => {
    const { runningVpsInfo, hostServerInfo } = await service.vpsStatus(orderOid);
    return { orderOid, runningVpsInfo, hostServerInfo };
  }),

  getDataTransferUsage: question(ByOrderOid, async (service, { orderOid }) => {
    const { dataTransferUsageInfo, runningVpsInfo, hostServerInfo } = await service.dataTransferUsage(orderOid);
    return { orderOid, raw: dataTransferUsageInfo, runningVpsInfo, hostServerInfo };
  }),
};

export type FunctionName = keyof typeof questions;

const remembered = Symbol.for("pulumi-rimuhosting.clients");

/** One for all questions of a run: they share its connections and its retries. Kept on the stack's own resource, so that a run of its own begins anew. */
function clientOfRun(settings: Settings): ReadingClient {
  const stack: (pulumi.Resource & { [remembered]?: Map<string, ReadingClient> }) | undefined =
    pulumi.runtime.getStackResource();
  if (stack === undefined) return createClient(settings);
  stack[remembered] ??= new Map();
  return getOrInsertComputed(stack[remembered], JSON.stringify(settings), () => createClient(settings));
}

/**
 * Asks the service that this run's settings point to.
 *
 * @public Loaded with `require`, which tools do not see as a use.
 */
export function answerInRun<Result>(
  name: FunctionName,
  args: unknown,
  explicit: Readonly<Record<string, unknown>> | undefined,
): Promise<Result> {
  const service = (): ReadingClient => {
    requireValidConfiguration();
    const config = new pulumi.Config("rimuhosting");
    return clientOfRun(
      resolveSettings({ provider: explicit, config: (key) => config.get(key), env: readEnvironment() }),
    );
  };
  return answerFrom(service, name, args);
}

/** Checks the arguments and asks the service. A failure is an error of which the engine prints only the message. */
export async function answerFrom<Result>(
  service: () => ReadingClient,
  name: FunctionName,
  args: unknown,
): Promise<Result> {
  try {
    // A type test compares the result of each function with its question.
    return (await questions[name].run(service, args)) as Result;
  } catch (error) {
    if (pulumi.RunError.isInstance(error)) throw error;
    const hint = error instanceof MissingKeyError && isInlineProgram() ? inlineHint : "";
    throw runError(`${name}: ${error instanceof Error ? error.message : String(error)}${hint}`, error);
  }
}

const inlineHint =
  " In an inline program of the Automation API, functions read the environment of this process, not the workspace's envVars, which " +
  "reach only the resources: set the key, and every other setting, in the stack's configuration.";
