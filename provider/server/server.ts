import { definedParts } from "../service/names";
import { type AboutOrder, planOf, tagsOf } from "../service/wire/order";
import { argumentsHaving, effectOf, installedArguments, liveArguments, powerIn, type VpsArgument } from "./arguments";
import { sameArgument, sameValue } from "./equality";
import type { Program, Resolved } from "./program";
import { type OwnedServer, programPassword, type VpsOutputs } from "./state";
import { boots, type Step, type StepKind } from "./steps";

/** One server, as a run sees it. */
export interface Server {
  readonly saved: OwnedServer;
  /** What it has: as its order shows it and, where the order is silent, as the state or this run knows it. */
  readonly now: VpsOutputs;
  /** Absent while it was not read. */
  readonly order?: AboutOrder;
  /** The steps of this run. */
  readonly done: ReadonlySet<StepKind>;
}

export const serverOf = (saved: OwnedServer): Server => ({
  saved,
  now: { ...saved, ...placeIn(saved), runningState: powerIn(saved.observedRunningState) },
  done: new Set(),
});

/** A move may have left the data centre that the program names. */
const placeIn = ({ location, dcLocation }: VpsOutputs): VpsOutputs =>
  definedParts({ dcLocation: location?.dataCenterLocationCode ?? dcLocation });

/** Those that an order shows, without those whose change buys another server: state and program alone decide about these. */
const seenArguments: readonly VpsArgument[] = argumentsHaving("live").filter(
  (argument) => effectOf(argument) !== "replace",
);

/** A server whose order was read. */
export type ReadServer = Server & { readonly order: AboutOrder };

/** The server with what its order shows. What this run has installed stands, however long the records take to show it. */
export function withOrder(server: Server, order: AboutOrder): ReadServer {
  const live: Record<string, unknown> = liveArguments(order);
  const visible = seenArguments.filter((argument) => argument !== "distro" || !server.done.has("reinstall"));
  const values = definedParts(Object.fromEntries(visible.map((argument) => [argument, live[argument]])));
  const tags = order.metaData === undefined ? {} : { metaData: Object.fromEntries(tagsOf(order)) };
  const observed = observedOutputs(order);
  return { ...server, order, now: { ...server.now, ...observed, ...placeIn(observed), ...values, ...tags } };
}

/** The same once a step is done: with what the step has applied. */
export function withStep(
  server: Server,
  step: Step,
  program: Resolved<Program>,
  order: AboutOrder,
  password: string | undefined,
): ReadServer {
  const power = step.kind === "resize" ? undefined : step.kind === "stop" ? "NOTRUNNING" : "RUNNING";
  const applied: VpsOutputs = {
    ...(step.kind === "resize" && step.sizes),
    ...(step.kind === "move" && { hostServerOid: step.hostServerOid }),
    ...(step.kind === "reinstall" && installed(server, program, password)),
    ...(boots(step.kind) && program.restartTriggers !== undefined && { restartTriggers: program.restartTriggers }),
    ...(power !== undefined && { runningState: power, observedRunningState: power }),
  };
  const done = new Set([...server.done, step.kind]);
  return withOrder({ ...server, done, now: { ...server.now, ...applied } }, order);
}

const installed = ({ now }: Server, program: Resolved<Program>, password: string | undefined): VpsOutputs => ({
  ...Object.fromEntries(installedArguments.map((name) => [name, program[name]])),
  // A program that names none gets the server's own once more.
  distro: program.distro ?? now.distro,
  password,
  __nextPassword: undefined,
});

/** Whether the server has what the program asks for. An order may have more tags than the program's. */
export function has({ now }: Server, argument: VpsArgument, program: Resolved<Program>): boolean {
  // No order shows the plan as such, but most name it in their description.
  if (argument === "pricingPlanCode" && now.pricingPlan === program.pricingPlanCode) return true;
  if (argument === "password") return sameValue(programPassword(now), program.password);
  if (argument !== "metaData") return sameArgument(argument, now[argument], program[argument]);
  const tags = new Map(Object.entries(now.metaData ?? {}));
  return Object.entries({ ...program.metaData }).every(([key, value]) => tags.get(key) === value);
}

/**
 * The outputs that a preview of an update knows, each with the step that may change it. An update therefore leaves them as they are in the
 * state unless it takes that step, and what it leaves is drift.
 */
export const knownOutputs = {
  orderOid: undefined,
  slug: undefined,
  orderDate: undefined,
  primaryIp: "move",
  secondaryIps: "move",
  location: "move",
  dcLocation: "move",
  hostServerOid: "move",
  password: "reinstall",
} as const satisfies { readonly [Name in keyof VpsOutputs]?: StepKind | undefined };

export const isKnownOutput = (name: string): name is keyof typeof knownOutputs => Object.hasOwn(knownOutputs, name);

/** What only the service decides, with the names that it has among the outputs of a `Vps`. */
export const observedIn = ({ allocatedIps, billingInfo, ...order }: AboutOrder) => ({
  slug: order.slug,
  primaryIp: allocatedIps?.primaryIp,
  secondaryIps: allocatedIps && (allocatedIps.secondaryIps ?? []),
  serverType: order.serverType,
  deployedState: order.deployedState,
  observedRunningState: order.runningState,
  location: order.location,
  pricingPlan: planOf(order),
  orderDescription: order.orderDescription,
  monthlyCost: billingInfo?.monthlyRecurringAmt,
  monthlyRecurringFee: billingInfo?.monthlyRecurringFee,
  dataTransferAllowanceGb: order.dataTransferAllowance?.dataTransferGb,
  orderDate: billingInfo?.orderDate,
  prepaidUntil: billingInfo?.prepaidUntil,
  suspendedDate: billingInfo?.suspendedDate,
  cancellationDate: billingInfo?.cancellationDate,
});

/** The outputs that only the service decides. If an order omits one, the last value stays, except for dates that can be withdrawn. */
export function observedOutputs(order: AboutOrder): VpsOutputs {
  const { suspendedDate, cancellationDate, monthlyCost: cost, ...lasting } = observedIn(order);
  return {
    ...definedParts(lasting),
    ...(cost?.amount !== undefined &&
      cost.currency !== undefined && { monthlyCost: { ...cost, amount: cost.amount, currency: cost.currency } }),
    ...(order.billingInfo && { suspendedDate, cancellationDate }),
  };
}
