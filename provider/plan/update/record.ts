import type { HiddenInputs } from "../../schema/hidden-inputs";
import type { AboutOrder } from "../../schema/order";
import type { VpsArgument, VpsInputs } from "../../schema/vps-inputs";
import type { VpsOutputs } from "../../schema/vps-outputs";
import { argumentsWith } from "../change-table";
import { sameValue } from "../equality";
import type { Desired } from "../model";
import { firstBootDigests, managedArguments } from "./diff";
import type { Step } from "./steps";

/** The arguments whose value at the service an order tells, so that a change made outside is seen. */
const watchedArguments = [
  "memoryMb",
  "diskSpaceMb",
  "diskSpace2Mb",
  "diskSpace3Mb",
  "distro",
  "hostServerOid",
  "runningState",
] as const;

type WatchedArgument = (typeof watchedArguments)[number];

/** What the service says of the arguments that it tells. */
export function liveArguments(order: AboutOrder): Partial<Record<VpsArgument, unknown>> {
  return {
    ...order.vpsParameters,
    distro: order.distro,
    hostServerOid: order.hostServerOid,
    runningState:
      order.runningState === undefined ? undefined : order.runningState === "NOTRUNNING" ? "NOTRUNNING" : "RUNNING",
    domainName: order.domainName,
    dcLocation: order.location?.dataCenterLocationCode,
    billingOid: order.billingOid,
  };
}

/** The outputs that are the service's alone. What an order leaves out for once is kept, but for dates that can be withdrawn. */
function observedOutputs(order: AboutOrder): Partial<VpsOutputs> {
  const { billingInfo, allocatedIps } = order;
  const cost = billingInfo?.monthlyRecurringAmt;
  const told = {
    orderOid: order.orderOid,
    slug: order.slug,
    primaryIp: allocatedIps?.primaryIp,
    secondaryIps: allocatedIps && (allocatedIps.secondaryIps ?? []),
    observedRunningState: order.runningState,
    location: order.location,
    orderDescription: order.orderDescription,
    monthlyCost:
      cost?.amount === undefined || cost.currency === undefined
        ? undefined
        : { ...cost, amount: cost.amount, currency: cost.currency },
    dataTransferAllowanceGb: order.dataTransferAllowance?.dataTransferGb,
    orderDate: billingInfo?.orderDate,
    prepaidUntil: billingInfo?.prepaidUntil,
  };
  return {
    ...withoutAbsent(told),
    ...(billingInfo && {
      suspendedDate: billingInfo.suspendedDate,
      cancellationDate: billingInfo.cancellationDate,
    }),
  };
}

/**
 * The state after an order was read: what was just applied, what was recorded before, and what the service says now.
 * A managed argument takes the service's value only where that value moved since the argument was applied: the service
 * may spell or round a value in its own way, and that is not drift.
 */
export function recordOrder(previous: VpsOutputs, order: AboutOrder, applied: Partial<VpsInputs> = {}): VpsOutputs {
  const live = liveArguments(order);
  const managed = new Set<string>([...(previous.__managed ?? []), ...Object.keys(applied)]);
  const baseline: Record<string, unknown> = {};
  const values: Record<string, unknown> = {};
  for (const argument of watchedArguments) {
    values[argument] = watchedValue(argument, previous, live, applied, managed);
    if (managed.has(argument)) baseline[argument] = live[argument];
  }
  for (const argument of ["domainName", "dcLocation", "billingOid"] as const) {
    values[argument] =
      applied[argument] ?? (managed.has(argument) ? previous[argument] : (live[argument] ?? previous[argument]));
  }
  return withoutAbsent({
    ...previous,
    ...applied,
    ...observedOutputs(order),
    ...values,
    __managed: [...managed],
    __live: withoutAbsent(baseline),
    __passwordImage: imageOfPassword(previous, order, applied),
  });
}

/** The image that the recorded password belongs to, where the server shows one that no finished run has installed. */
function imageOfPassword(previous: VpsOutputs, order: AboutOrder, applied: Partial<VpsInputs>): string | undefined {
  const isManaged = previous.__managed?.includes("distro") === true;
  // What the program writes may be spelled differently at the service, so only what the service said before is compared.
  const before: unknown = previous.__passwordImage ?? (isManaged ? previous.__live?.["distro"] : previous.distro);
  const hasMoved = applied.distro === undefined && order.distro !== undefined && order.distro !== before;
  if (order.distro === undefined) return previous.__passwordImage;
  return hasMoved && typeof before === "string" ? before : undefined;
}

function watchedValue(
  argument: WatchedArgument,
  previous: VpsOutputs,
  live: Partial<Record<VpsArgument, unknown>>,
  applied: Partial<VpsInputs>,
  managed: ReadonlySet<string>,
): unknown {
  if (argument === "runningState") {
    // An unmanaged running state is told by `observedRunningState` alone. A managed one has two values and no spelling: the
    // server's own counts, so that one that should have been stopped is seen to run.
    return managed.has(argument) ? (live[argument] ?? applied[argument] ?? previous[argument]) : undefined;
  }
  if (applied[argument] !== undefined) return applied[argument];
  if (!managed.has(argument)) return live[argument] ?? previous[argument];
  const hasMoved = live[argument] !== undefined && !sameValue(live[argument], previous.__live?.[argument]);
  return hasMoved ? live[argument] : previous[argument];
}

/** The state once everything that the program asks for holds. */
export function recordAll(
  previous: VpsOutputs,
  desired: Desired,
  order: AboutOrder | undefined,
  password: string | undefined,
): VpsOutputs {
  const managed = managedArguments(desired);
  // The password in the outputs is the one valid now; what the program gives is for the next install.
  const applied = Object.fromEntries(
    managed.filter((argument) => argument !== "password").map((argument) => [argument, desired[argument]]),
  );
  const kept = withoutAbsent({ ...previous, ...forgotten(previous, managed), __managed: managed });
  const recorded = order === undefined ? { ...kept, ...applied } : recordOrder(kept, order, applied);
  return withoutAbsent({
    ...recorded,
    ...hiddenOf(desired),
    // The key on the order's tag: after an import, or a rename before the first run was saved, not the declaration's own.
    __key: previous.__key ?? desired.__ownership?.keys[0],
    __managed: managed,
    __firstBoot: firstBootDigests(desired, desired.__ledgerSecret ?? ""),
    __passwordImage: password === undefined ? recorded.__passwordImage : undefined,
    password: password ?? previous.password,
  });
}

/** After a reinstall the image and the first-boot data of the program are what the server was installed with. */
export const recordInstall = (recorded: VpsOutputs, desired: Desired, password: string): VpsOutputs =>
  withoutAbsent({
    ...recorded,
    controlPanel: desired.controlPanel,
    __firstBoot: firstBootDigests(desired, desired.__ledgerSecret ?? ""),
    __passwordImage: undefined,
    password,
  });

/**
 * What ends when the program no longer says it. All else that was ever applied is still true of the server: put back
 * into the program as it was, it must neither wipe nor replace anything.
 */
const endsWithItsMention: ReadonlySet<VpsArgument> = new Set([
  ...argumentsWith("behaviour"),
  ...argumentsWith("restart"),
  ...argumentsWith("power"),
  ...argumentsWith("first-boot").filter((argument) => argument !== "password"),
  "reinstallTriggers",
]);

function forgotten(previous: VpsOutputs, managed: readonly VpsArgument[]): Partial<VpsOutputs> {
  const ended = ((previous.__managed ?? []) as VpsArgument[]).filter(
    (argument) => !managed.includes(argument) && endsWithItsMention.has(argument),
  );
  return Object.fromEntries(ended.map((argument) => [argument, undefined]));
}

/** What a finished step has applied: the part of the program that the server shows from now on. */
export function appliedBy(step: Step, desired: Desired): Partial<VpsInputs> {
  switch (step.kind) {
    case "resize":
      return step.sizes;
    case "move":
      return { hostServerOid: step.hostServerOid };
    case "reinstall": {
      const names = [
        ...argumentsWith("image"),
        ...argumentsWith("first-boot").filter((argument) => argument !== "password"),
      ];
      return withoutAbsent(Object.fromEntries(names.map((argument) => [argument, desired[argument]])));
    }
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

/** The inputs that a refresh gives back: what the program had set, in its own terms, and what the provider needs. */
export function recordedInputs(recorded: VpsOutputs): Record<string, unknown> {
  const managed = new Set(recorded.__managed ?? []);
  const inputs = Object.fromEntries(
    Object.entries(recorded).filter(([name, value]) => managed.has(name) && value !== undefined),
  );
  return { ...inputs, ...hiddenOf(recorded) };
}

/** What goes in and is kept; a refresh gives back all of it, or the next run would find other inputs and save every resource anew. */
const keptInputs: Readonly<Record<keyof HiddenInputs, true>> = {
  __provider: true,
  __declaredUrn: true,
  __ledger: true,
  __ledgerSecret: true,
  __account: true,
  __isProtected: true,
  __isRetained: true,
  __replaceOnChanges: true,
  __isReplacedLast: true,
  __isTransformed: true,
  __import: true,
  __onImportDifference: true,
  __timeouts: true,
};

const hiddenInputNames = Object.keys(keptInputs) as (keyof HiddenInputs)[];

const hiddenOf = (from: HiddenInputs): Record<string, unknown> =>
  Object.fromEntries(hiddenInputNames.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));

const withoutAbsent = <T extends object>(parts: T): T =>
  Object.fromEntries(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null)) as T;
