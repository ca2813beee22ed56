import { HiddenInputs } from "../engine/hidden-inputs";
import { definedParts, namesIn } from "../service/names";
import { type AboutOrder, planOf } from "../service/wire/order";
import { argumentsHaving, argumentsWith, effectOf, liveArguments, type VpsArgument } from "./arguments";
import type { Desired, Resolved } from "./desired";
import { managedArguments, programPassword } from "./diff";
import { sameArgument } from "./equality";
import type { VpsInputs } from "./inputs";
import type { OwnedServer, PendingPurchase, VpsOutputs } from "./state";
import type { Step } from "./steps";

/*
 * What the state says of a server, through its life:
 *
 * - `recordPending` while it is not known whether a purchase succeeded
 * - `recordAll` once everything that the program asks for holds: after a purchase, an import or the last step of an update
 * - `recordOrder` whenever an order was read on the way: by a refresh, and after each step, with what that step has
 *   applied (`appliedBy`); after a reinstall, `recordInstall` adds what was installed
 * - `recordProgram` after an update that had nothing to do but to record
 * - `recordedInputs` turns the state into the inputs that a refresh returns
 */

/** The state of a purchase whose outcome is not known. */
export function recordPending(
  desired: Resolved<Desired>,
  purchase: Pick<PendingPurchase, "__attempt" | "__key" | "__sentAt">,
  password: string | undefined,
): PendingPurchase {
  const stated = withProgram({}, statedArguments(desired), desired, password);
  return { ...stated, ...purchase, orderOid: undefined };
}

/**
 * The state once everything that the program asks for holds, as an order that was just read shows it.
 *
 * @param open arguments that the order may show otherwise
 */
export function recordAll(
  previous: VpsOutputs,
  desired: Resolved<Desired>,
  order: AboutOrder,
  password: string | undefined,
  open: readonly VpsArgument[] = [],
): OwnedServer {
  const applied = Object.entries(statedArguments(desired)).filter(
    ([name]) => !open.some((argument) => argument === name),
  );
  const recorded = recordOrder(stillTrue(previous, desired), order, Object.fromEntries(applied));
  return inState(order, withProgram(previous, recorded, desired, password));
}

/** The same where nothing but the program has changed, so that no order was read. */
export function recordProgram(
  previous: OwnedServer,
  desired: Resolved<Desired>,
  password: string | undefined,
): OwnedServer {
  const recorded = { ...stillTrue(previous, desired), ...statedArguments(desired) };
  return inState(previous, withProgram(previous, recorded, desired, password));
}

/** As it is saved. */
const inState = ({ orderOid }: { readonly orderOid: number }, recorded: VpsOutputs): OwnedServer => ({
  ...definedParts(recorded),
  orderOid,
});

/** A server that was just installed, and still has to be reached if the program waits for a port. */
export const justInstalled = (server: OwnedServer, { waitForPort }: Pick<VpsOutputs, "waitForPort">): OwnedServer =>
  waitForPort === undefined ? server : { ...server, __awaitsPort: true };

/** What is still true of the server whatever the program says now. */
function stillTrue<State extends VpsOutputs>(previous: State, desired: Resolved<Desired>): State {
  const managed = managedArguments(desired);
  return { ...previous, ...lapsed(previous, managed), __managed: managed };
}

function lapsed(previous: VpsOutputs, managed: readonly VpsArgument[]): Partial<VpsInputs> {
  const stated: ReadonlySet<string> = new Set(managed);
  const ended = (previous.__managed ?? []).filter((argument) => !stated.has(argument) && lapsesWhenUnset.has(argument));
  return Object.fromEntries(ended.map((argument) => [argument, undefined]));
}

/**
 * The arguments that lapse when the program no longer sets them. Everything else that was ever applied is still true of
 * the server: if the program sets it again as it was, that must neither wipe nor replace anything.
 */
export const lapsesWhenUnset: ReadonlySet<string> = new Set([
  ...argumentsWith("behaviour", "power", "first-boot").filter((argument) => argument !== "password"),
  ...argumentsHaving("isTrigger"),
]);

/** The password in the outputs is the one valid now; what the program gives is for the next install. */
const statedArguments = (desired: Resolved<Desired>): Partial<VpsInputs> =>
  Object.fromEntries(
    managedArguments(desired)
      .filter((argument) => argument !== "password")
      .map((argument) => [argument, desired[argument]]),
  );

/** The password that is valid now, and the program's if that differs: it takes effect at the next install. */
const passwords = ({ password }: Resolved<Desired>, valid: string | undefined): VpsOutputs => ({
  password: valid,
  __nextPassword: password === valid ? undefined : password,
});

/** What the provider itself remembers about the program that led to this state. */
function withProgram(
  previous: VpsOutputs,
  recorded: VpsOutputs,
  desired: Resolved<Desired>,
  password: string | undefined,
): VpsOutputs {
  const valid = password ?? previous.password;
  return definedParts({
    ...recorded,
    // Also what the program has taken out.
    ...Object.fromEntries(hiddenInputNames.map((name) => [name, desired[name]])),
    __managed: managedArguments(desired),
    __outside: undefined,
    ...passwords(desired, valid),
  });
}

/** The state after an order was read: what was just applied, what was recorded before, and what the service says now. */
export function recordOrder(previous: VpsOutputs, order: AboutOrder, applied: Partial<VpsInputs> = {}): OwnedServer {
  const live = liveArguments(order);
  const managed = new Set<string>([...(previous.__managed ?? []), ...Object.keys(applied)]);
  const values: Record<string, unknown> = {};
  for (const argument of watchedArguments) values[argument] = watchedValue(argument, previous, live, applied, managed);
  const ofProgram = (argument: WatchedArgument): unknown => previous.__outside?.[argument] ?? previous[argument];
  const outside = watchedArguments
    .filter((argument) => managed.has(argument) && applied[argument] === undefined)
    .filter((argument) => !sameArgument(argument, values[argument], ofProgram(argument)))
    .map((argument) => [argument, ofProgram(argument)]);
  for (const argument of fixedArguments) {
    values[argument] =
      applied[argument] ?? (managed.has(argument) ? previous[argument] : (live[argument] ?? previous[argument]));
  }
  const recorded: VpsOutputs = {
    ...previous,
    ...applied,
    ...observedOutputs(order),
    ...values,
    __managed: [...managed],
    __outside: outside.length === 0 ? undefined : Object.fromEntries(outside),
    __sentAt: undefined,
  };
  const server = inState(order, recorded);
  // The order of a purchase without an answer has turned up: its server has not been reached yet.
  return previous.__sentAt === undefined ? server : justInstalled(server, server);
}

const reported = argumentsHaving("live");

/** No step changes these, so a change made outside the program could not be put right: what was applied stays recorded. */
const fixedArguments = reported.filter((argument) => ["replace", "refused"].includes(effectOf(argument)));

/** The others that an order reports: a change made outside the program is noticed. */
const watchedArguments = reported.filter((argument) => !fixedArguments.includes(argument));

type WatchedArgument = (typeof watchedArguments)[number];

function watchedValue(
  argument: WatchedArgument,
  previous: VpsOutputs,
  live: Partial<Record<VpsArgument, unknown>>,
  applied: Partial<VpsInputs>,
  managed: ReadonlySet<string>,
): unknown {
  if (argument === "runningState") {
    // An unmanaged running state appears in `observedRunningState` alone. A managed one has two values and only one
    // spelling: the server's own value counts, so that a server that should be stopped is seen to be running.
    return managed.has(argument) ? (live[argument] ?? applied[argument] ?? previous[argument]) : undefined;
  }
  if (applied[argument] !== undefined) return applied[argument];
  if (!managed.has(argument)) {
    const size = live[argument] ?? previous[argument];
    // A disk that nobody asked for and that does not exist.
    return size === 0 ? undefined : size;
  }
  // The service may spell the program's value in its own way, which is no drift.
  return live[argument] === undefined || sameArgument(argument, live[argument], previous[argument])
    ? previous[argument]
    : live[argument];
}

/** What a finished step has applied: the part of the program that the server shows from now on. */
export function appliedBy(step: Step, desired: Resolved<Desired>): Partial<VpsInputs> {
  switch (step.kind) {
    case "resize":
      return step.sizes;
    case "move":
      return { hostServerOid: step.hostServerOid };
    case "reinstall":
      return definedParts(Object.fromEntries(argumentsWith("image").map((argument) => [argument, desired[argument]])));
    case "restart":
      return desired.restartTriggers === undefined ? {} : { restartTriggers: desired.restartTriggers };
    case "start":
      return desired.runningState === "RUNNING" ? { runningState: "RUNNING" } : {};
    case "stop":
      return desired.runningState === "NOTRUNNING" ? { runningState: "NOTRUNNING" } : {};
    default:
      return step satisfies never;
  }
}

/** After a reinstall the image and the first-boot data of the program are what the server was installed with. */
export function recordInstall(recorded: OwnedServer, desired: Resolved<Desired>, password: string): OwnedServer {
  const installed: VpsOutputs = {
    ...recorded,
    controlPanel: desired.controlPanel,
    ...Object.fromEntries(firstBootArguments.map((argument) => [argument, desired[argument]])),
    __managed: [
      ...(recorded.__managed ?? []).filter((argument) => !firstBootArguments.some((name) => name === argument)),
      ...firstBootArguments.filter((argument) => desired[argument] !== undefined),
    ],
    ...passwords(desired, password),
  };
  return justInstalled(inState(recorded, installed), desired);
}

/** The inputs that a refresh returns: what the program had set, in its own terms, and what the provider needs. */
export function recordedInputs(recorded: VpsOutputs): Record<string, unknown> {
  const managed = new Set(recorded.__managed ?? []);
  const inputs = Object.entries({ ...recorded, password: programPassword(recorded) });
  return {
    ...Object.fromEntries(inputs.filter(([name, value]) => managed.has(name) && value !== undefined)),
    ...hiddenOf(recorded),
  };
}

const firstBootArguments = argumentsWith("first-boot");

/** The hidden inputs that the state keeps. A refresh returns them all, or the next run would save every resource again. */
const hiddenInputNames = namesIn(HiddenInputs.shape);

const hiddenOf = (from: HiddenInputs): Record<string, unknown> =>
  Object.fromEntries(hiddenInputNames.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));

/** The order with the sizes that the state knows, where the service does not show them. */
export const withRecordedSizes = (order: AboutOrder, recorded: VpsOutputs): AboutOrder => ({
  ...order,
  vpsParameters: {
    ...definedParts(Object.fromEntries(argumentsWith("resize").map((size) => [size, recorded[size]]))),
    ...order.vpsParameters,
  },
});

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
function observedOutputs(order: AboutOrder): VpsOutputs {
  const { suspendedDate, cancellationDate, monthlyCost: cost, ...lasting } = observedIn(order);
  return {
    ...definedParts(lasting),
    ...(cost?.amount !== undefined &&
      cost.currency !== undefined && { monthlyCost: { ...cost, amount: cost.amount, currency: cost.currency } }),
    ...(order.billingInfo && { suspendedDate, cancellationDate }),
  };
}
