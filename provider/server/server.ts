import { z } from "zod";
import { definedParts, ifValid, namesIn } from "../service/names";
import { type AboutOrder, planOf, tagsOf } from "../service/wire/order";
import { dateMs } from "../service/wire/values";
import { argumentsHaving, effectOf, installedArguments, liveArguments, powerIn, type VpsArgument } from "./arguments";
import { sameArgument, sameValue } from "./equality";
import { HiddenInputs, type Program, RecordedInputs, type Resolved, type VpsSizes } from "./program";

/** Money, in the same shape as everywhere in the public surface. */
const RecordedCost = z.object({ amount: z.number(), currency: z.string(), amountUsd: z.number().optional() });

/** Where a server is, in the service's words. */
const RecordedLocation = z.object({
  dataCenterLocationCode: z.string().optional(),
  dataCenterLocationName: z.string().optional(),
  dataCenterLocationCountry2ltr: z.string().optional(),
});

/**
 * What the state holds of a `Vps`: every argument as last applied, what the service reported, and what the provider
 * itself must remember.
 */
export const VpsOutputs = z.object({
  ...RecordedInputs.shape,
  ...HiddenInputs.shape,
  orderOid: ifValid(z.number().int()),
  slug: ifValid(z.string()),
  primaryIp: ifValid(z.string()),
  secondaryIps: ifValid(z.array(z.string())),
  serverType: ifValid(z.string()),
  deployedState: ifValid(z.string()),
  observedRunningState: ifValid(z.string()),
  location: ifValid(RecordedLocation),
  pricingPlan: ifValid(z.string()),
  orderDescription: ifValid(z.string()),
  monthlyCost: ifValid(RecordedCost),
  monthlyRecurringFee: ifValid(z.number()),
  dataTransferAllowanceGb: ifValid(z.number()),
  orderDate: ifValid(z.string()),
  prepaidUntil: ifValid(z.string()),
  suspendedDate: ifValid(z.string()),
  cancellationDate: ifValid(z.string()),
  setupMessages: ifValid(z.array(z.string())),
  /** The explicit provider that the program gave it last: another one may have another account. Empty for the stack's own. */
  __providerName: ifValid(z.string()),
  /** The other provider that has made its key, if it was imported in the account of this one: an order of an interrupted run may be in that one's. */
  __keyMadeBy: ifValid(z.string()),
  /** The arguments that the program set: only these are compared, and a refresh returns only these as inputs. */
  __managed: ifValid(z.array(z.string())),
  /** The password that the program has set for the next install, if the server has another one. */
  __nextPassword: ifValid(z.string()),
  /** The purchase attempt that created this order. */
  __attempt: ifValid(z.string()),
  /** When a purchase was sent whose outcome is not known, ISO 8601. While this is set there is no order. */
  __sentAt: ifValid(z.string()),
  /** Installed since a connection to the port that the program waits for was last seen. */
  __awaitsPort: ifValid(z.literal(true)),
});

export type VpsOutputs = z.infer<typeof VpsOutputs>;

/** A server that was bought or adopted: it has an order. */
export interface OwnedServer extends VpsOutputs {
  readonly orderOid: number;
}

/** A purchase whose outcome is not known: its order, if there is one, carries the tag of this attempt. */
export interface PendingPurchase extends VpsOutputs {
  readonly orderOid?: undefined;
  readonly __attempt: string;
  readonly __sentAt: string;
}

/** What the state holds of a `Vps`. */
export type Recorded = OwnedServer | PendingPurchase;

export const isOwned = (recorded: Recorded): recorded is OwnedServer => recorded.orderOid !== undefined;

export const isPending = (recorded: Recorded): recorded is PendingPurchase => !isOwned(recorded);

/** When a purchase was sent: long ago, if the state does not say it readably. */
export const sentMsOf = ({ __sentAt }: PendingPurchase): number => dateMs(__sentAt) ?? 0;

/** Reads a state, whatever version wrote it. */
export function recordedFrom(properties: Readonly<Record<string, unknown>>): Recorded {
  const { orderOid, __attempt, __sentAt, ...rest } = VpsOutputs.parse(properties);
  return orderOid === undefined
    ? { ...rest, __attempt: __attempt ?? "unknown", __sentAt: __sentAt ?? "" }
    : { ...rest, __attempt, orderOid };
}

/** Whether the option `import` names another order than this one: no update can do that, and the update says so. */
export const namesAnotherOrder = ({ orderOid }: Recorded, { __import: imported }: Program): boolean =>
  imported !== undefined && imported !== String(orderOid);

/** The password that the program last set: the server may still have another one. */
export const programPassword = ({ password, __nextPassword, __managed = [] }: VpsOutputs): string | undefined =>
  __nextPassword ?? (__managed.includes("password") ? password : undefined);

/** One call that changes a VPS. */
export type Step =
  | { readonly kind: "start" }
  | { readonly kind: "move"; readonly hostServerOid: string }
  | { readonly kind: "resize"; readonly sizes: VpsSizes }
  | { readonly kind: "reinstall"; readonly because: readonly VpsArgument[] }
  | { readonly kind: "restart" }
  | { readonly kind: "stop" };

export type StepKind = Step["kind"];

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
  const power = afterStep[step.kind].leaves;
  const applied: VpsOutputs = {
    ...(step.kind === "resize" && step.sizes),
    ...(step.kind === "move" && { hostServerOid: step.hostServerOid }),
    ...(step.kind === "reinstall" && installed(server, program, password)),
    ...(boots(step) && program.restartTriggers !== undefined && { restartTriggers: program.restartTriggers }),
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

/** Whether an update waits for a port: nothing answers on a server that is stopped. */
export const isPortAwaited = (
  { __awaitsPort: isAwaited, observedRunningState }: VpsOutputs,
  { waitForPort, runningState = powerIn(observedRunningState) }: Resolved<Program>,
): boolean => isAwaited === true && waitForPort !== undefined && runningState !== "NOTRUNNING";

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

/** Whether a server has booted after a step, and in which running state it is then: a resize may boot a stopped one. */
const afterStep = {
  start: { boots: true, leaves: "RUNNING" },
  move: { boots: false, leaves: "RUNNING" },
  resize: { boots: true, leaves: undefined },
  reinstall: { boots: true, leaves: "RUNNING" },
  restart: { boots: true, leaves: "RUNNING" },
  stop: { boots: false, leaves: "NOTRUNNING" },
} as const satisfies Record<StepKind, { readonly boots: boolean; readonly leaves: VpsOutputs["runningState"] }>;

export const boots = ({ kind }: Step): boolean => afterStep[kind].boots;

export const leavesRunning = ({ kind }: Step): boolean => afterStep[kind].leaves === "RUNNING";

type Disks = Pick<VpsSizes, "diskSpaceMb" | "diskSpace2Mb" | "diskSpace3Mb">;

/** The service estimates 5 to 10 minutes per GB in use; no more can be in use than there is. */
const maxMinutesPerGb = 10;

/** For what does not depend on the disks: shutting down, booting, and a slow host. */
const slackMinutes = 30;

const totalGb = (disks: Disks | undefined): number =>
  [disks?.diskSpaceMb, disks?.diskSpace2Mb, disks?.diskSpace3Mb].reduce<number>((sum, size) => sum + (size ?? 0), 0) /
  1024;

/** The longest that a move with these disks may take; 0 if their sizes are unknown. */
export function longestMoveMs(disks: Disks | undefined): number {
  const gb = totalGb(disks);
  return gb === 0 ? 0 : (gb * maxMinutesPerGb + slackMinutes) * 60_000;
}

/** The same as text for a message. */
export function moveDuration(disks: Disks | undefined): string {
  const gb = totalGb(disks);
  if (gb === 0) return "5 to 10 minutes per GB in use";
  const minutes = Math.ceil(gb * maxMinutesPerGb);
  const longest = minutes < 120 ? `${minutes} minutes` : `${(minutes / 60).toFixed(1)} hours`;
  return `5 to 10 minutes per GB in use, at most about ${longest} for its ${Math.ceil(gb)} GB of disk`;
}

/**
 * Whether the server shows the effect of a step; `undefined` if an order alone cannot show it, or if the service leaves out what
 * would: that is unknown, not different.
 */
export function orderShows(step: Step, observed: AboutOrder): boolean | undefined {
  switch (step.kind) {
    case "start":
      return isAs(observed.runningState, "RUNNING");
    case "stop":
      return isAs(observed.runningState, "NOTRUNNING");
    case "move":
      return isAs(observed.hostServerOid, step.hostServerOid);
    case "resize":
      return allOf(namesIn(step.sizes).map((size) => hasSize(size, step.sizes[size], observed)));
    case "reinstall":
    case "restart":
      return undefined;
    default:
      return step satisfies never;
  }
}

const isAs = <T>(shown: T | undefined, wanted: T): boolean | undefined =>
  shown === undefined ? undefined : shown === wanted;

/** An additional disk that an order does not mention is none; what it does not mention otherwise is unknown. */
function hasSize(size: keyof VpsSizes, wanted: number | undefined, { vpsParameters }: AboutOrder): boolean | undefined {
  const shown = vpsParameters?.[size];
  return sameArgument(size, shown, wanted) || (shown === undefined ? undefined : false);
}

const allOf = (parts: readonly (boolean | undefined)[]): boolean | undefined =>
  parts.includes(false) ? false : parts.includes(undefined) ? undefined : true;

/** Whether a boot of the server is evidence of a step that the order does not show. */
export const isProvenByBoot = (step: Step): boolean => boots(step) && leavesRunning(step);

/** The server as its host server sees it. */
interface AtHost {
  readonly runningState?: string | undefined;
  readonly isSuspended?: boolean | undefined;
  readonly vpsUptimeS?: number | undefined;
}

/**
 * Whether a server has booted since a call was sent, as its host server reports it in whole seconds: one just before the call does not count.
 *
 * @param askedMs when its host server was asked, by our clock
 */
export const hasBootedSince = (sentMs: number, askedMs: number, seen: AtHost | undefined): boolean =>
  seen?.runningState === "RUNNING" &&
  seen.isSuspended !== true &&
  seen.vpsUptimeS !== undefined &&
  askedMs - (seen.vpsUptimeS + 1) * 1000 >= sentMs;
