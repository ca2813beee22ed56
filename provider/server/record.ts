import { providerTags } from "../purchase/tags";
import { definedParts, namesIn } from "../service/names";
import { shownJson } from "../service/wire/messages";
import { type AboutOrder, addressesOf, tagsOf } from "../service/wire/order";
import { plainIp } from "../service/wire/values";
import { argumentsHaving, argumentsWith, effectOf, liveArguments, type VpsArgument, vpsArguments } from "./arguments";
import { sameArgument } from "./equality";
import { managedArguments, mayChange, mayMove, movedSizes, type VpsDiff } from "./plan-change";
import { HiddenInputs, type Program, type Resolved, resolvedPart } from "./program";
import { hasOtherPassword } from "./request";
import {
  has,
  isKnownOutput,
  knownOutputs,
  type OwnedServer,
  observedOutputs,
  type PendingPurchase,
  programPassword,
  type Server,
  type VpsOutputs,
} from "./server";

/*
 * What the state says of a server, through its life:
 *
 * - `recordPending` while it is not known whether a purchase succeeded
 * - `recordNew` once it is bought, and `recordImport` once it is adopted
 * - `recordOrder` when a refresh has read its order
 * - `stateAfter` an update, or what of it was done
 * - `recordedInputs` turns the state into the inputs that a refresh returns
 */

/** The state of a purchase whose outcome is not known. */
export const recordPending = (
  program: Resolved<Program>,
  purchase: Pick<PendingPurchase, "__attempt" | "__key" | "__sentAt">,
  password: string | undefined,
): PendingPurchase => ({ ...ofProgram(program, password), ...purchase, orderOid: undefined });

/** The state of a server that was just bought or adopted, as its order shows it. */
export function recordNew(program: Resolved<Program>, order: AboutOrder, password: string | undefined): OwnedServer {
  const { runningState } = liveArguments(order);
  const stated = ofProgram(program, password);
  const { __managed } = stated;
  return {
    ...definedParts({
      ...recordOrder({ __managed }, order),
      ...stated,
      // As it is, and not as the program wants it: the service delivers a server running.
      ...(program.runningState !== undefined && runningState ? { runningState } : {}),
    }),
    orderOid: order.orderOid,
  };
}

/** What the program says, and what the provider itself remembers of it. */
const ofProgram = (program: Resolved<Program>, password: string | undefined): VpsOutputs =>
  definedParts({
    ...Object.fromEntries(managedArguments(program).map((argument) => [argument, program[argument]])),
    ...hiddenOf(program),
    __providerName: program.__providerName,
    __managed: managedArguments(program),
    ...passwords(program, password),
  });

/** A server that was just installed, and still has to be reached if the program waits for a port. */
export const justInstalled = (server: OwnedServer, { waitForPort }: Pick<VpsOutputs, "waitForPort">): OwnedServer =>
  waitForPort === undefined ? server : { ...server, __awaitsPort: true };

/**
 * The arguments that lapse when the program no longer sets them. Everything else that was ever applied is still true of
 * the server: if the program sets it again as it was, that must neither wipe nor replace anything.
 */
const forgottenWhenUnset: ReadonlySet<string> = new Set([
  ...argumentsWith("behaviour", "power", "first-boot").filter((argument) => argument !== "password"),
  ...argumentsHaving("isTrigger"),
]);

/** The password that is valid now, and the program's if that differs: it takes effect at the next install. */
const passwords = ({ password }: Resolved<Program>, valid: string | undefined): VpsOutputs => ({
  password: valid,
  __nextPassword: password === valid ? undefined : password,
});

/** The state after a refresh has read the order. What the program sets stays spelt as it was, unless the order shows something else. */
export function recordOrder(previous: VpsOutputs, order: AboutOrder): OwnedServer {
  const live: Partial<Record<VpsArgument, unknown>> = liveArguments(order);
  const values: Record<string, unknown> = {};
  for (const argument of reported) values[argument] = refreshedValue(argument, previous, live[argument] ?? undefined);
  const server: OwnedServer = {
    ...definedParts({ ...previous, ...observedOutputs(order), ...values, __sentAt: undefined }),
    orderOid: order.orderOid,
  };
  // The order of a purchase without an answer has turned up: its server has not been reached yet.
  return previous.__sentAt === undefined ? server : justInstalled(server, server);
}

const reported = argumentsHaving("live");

function refreshedValue(argument: VpsArgument, previous: VpsOutputs, live: unknown): unknown {
  const isManaged = previous.__managed?.includes(argument) === true;
  // An unmanaged running state appears in `observedRunningState` alone.
  if (argument === "runningState" && !isManaged) return undefined;
  if (!isManaged) return withoutNone(live ?? previous[argument]);
  // No step changes what replaces a server or is refused, so its drift could not be put right: what was applied stays recorded.
  const isFixed = effectOf(argument) === "replace" || effectOf(argument) === "refused";
  return isFixed || live === undefined || sameArgument(argument, live, previous[argument]) ? previous[argument] : live;
}

/**
 * The state after an update, or after what of it was done before it failed.
 *
 * @param password what the server was installed with, by this run or by an interrupted one; absent if neither has installed it
 */
export function stateAfter(
  server: Server,
  program: Resolved<Program>,
  diff: VpsDiff,
  end: "done" | "failed",
  password?: string,
): OwnedServer {
  const { saved, now } = server;
  const hasNewPassword = password !== undefined;
  const known = namesIn(knownOutputs).filter((name) => saved[name] !== undefined && !mayChange(name, diff));
  const managed = end === "done" ? managedArguments(program) : managedSoFar(server, program, diff, hasNewPassword);
  const values = vpsArguments
    .filter((argument) => argument !== "password")
    .map((argument) => [
      argument,
      end === "done" ? valueOnceDone(argument, server, program, diff) : valueSoFar(argument, server, diff, managed),
    ]);
  const state: OwnedServer = {
    ...definedParts({
      ...now,
      ...Object.fromEntries(known.map((name) => [name, saved[name]])),
      ...Object.fromEntries(values),
      // Also what the program has taken out.
      ...Object.fromEntries(end === "done" ? fromProgram.map((name) => [name, program[name]]) : []),
      __managed: managed,
      ...((end === "done" || hasNewPassword) && passwords(program, password ?? saved.password)),
    }),
    orderOid: saved.orderOid,
  };
  return hasNewPassword ? justInstalled(state, program) : state;
}

/** What an argument is once everything that the program asks for holds. */
function valueOnceDone(argument: VpsArgument, server: Server, program: Resolved<Program>, diff: VpsDiff): unknown {
  const { now, done } = server;
  const seen = seenValue(argument, now);
  if (program[argument] !== undefined) {
    // A move may fit the sizes to its host, and steps leave a running state of their own.
    const isFitted = mayMove(diff) && movedSizes.includes(argument) && !diff.changed.includes(argument);
    const mayDiffer = isFitted || (argument === "runningState" && done.size > 0);
    return (mayDiffer ? seen : undefined) ?? program[argument];
  }
  return argument === "runningState" ? undefined : valueLeftOpen(argument, server, diff);
}

/** What an argument is that the program leaves to the service. */
function valueLeftOpen(argument: VpsArgument, { saved, now }: Server, diff: VpsDiff): unknown {
  const seen = seenValue(argument, now);
  if (saved.__managed?.includes(argument) === true && forgottenWhenUnset.has(argument)) return undefined;
  if (isKnownOutput(argument)) return mayChange(argument, diff) ? seen : (saved[argument] ?? seen);
  return argument === "metaData" ? saved.metaData : seen;
}

/** What an argument is after a failure: what this run has not changed stays as it was saved. */
function valueSoFar(
  argument: VpsArgument,
  { saved, now, done }: Server,
  diff: VpsDiff,
  managed: readonly string[],
): unknown {
  const isChanged = diff.changed.includes(argument);
  switch (effectOf(argument)) {
    case "image":
    case "first-boot":
      // Until it is certain, the old image: only if the next run sees it change does that run work out the server's password.
      return done.has("reinstall") ? now[argument] : saved[argument];
    case "power":
      return managed.includes(argument) ? now[argument] : undefined;
    case "restart":
      return now[argument];
    case "move":
      return isChanged ? now[argument] : saved[argument];
    case "resize":
      return isChanged || mayMove(diff) || saved[argument] === undefined ? seenValue(argument, now) : saved[argument];
    default:
      return saved[argument];
  }
}

/** As the order shows it, or as it was. */
const seenValue = (argument: VpsArgument, now: VpsOutputs): unknown => withoutNone(now[argument]);

/** A disk that nobody asked for and that does not exist is not recorded. */
const withoutNone = (value: unknown): unknown => (value === 0 ? undefined : value);

function managedSoFar(
  server: Server,
  program: Resolved<Program>,
  { changed }: VpsDiff,
  hasNewPassword: boolean,
): string[] {
  const { __managed: before = [] } = server.saved;
  const firstBoot = hasNewPassword ? firstBootArguments : [];
  const lapsed: readonly string[] = firstBoot.filter((argument) => program[argument] === undefined);
  const installed = firstBoot.filter((argument) => program[argument] !== undefined);
  const isApplied = (argument: VpsArgument): boolean =>
    program[argument] !== undefined && effectOf(argument) !== "refused" && has(server, argument, program);
  const still = before.filter((name) => !lapsed.includes(name));
  return [...new Set([...still, ...changed.filter(isApplied), ...installed])];
}

/** The inputs that a refresh returns: what the program had set, in its own terms, and what the provider needs. */
export function recordedInputs(recorded: VpsOutputs): Record<string, unknown> {
  const managed = new Set(recorded.__managed);
  const inputs = Object.entries({ ...recorded, password: programPassword(recorded) });
  return {
    ...definedParts(Object.fromEntries(inputs.filter(([name]) => managed.has(name)))),
    ...hiddenOf(recorded),
  };
}

const firstBootArguments = argumentsWith("first-boot");

/** The hidden inputs that the state keeps. A refresh returns them all, or the next run would save every resource again. */
const hiddenInputNames = namesIn(HiddenInputs.shape);

const fromProgram = [...hiddenInputNames, "__providerName"] as const;

const hiddenOf = (from: HiddenInputs): HiddenInputs =>
  Object.fromEntries(hiddenInputNames.filter((name) => from[name] !== undefined).map((name) => [name, from[name]]));

// An order that is adopted: bought by an interrupted run, or named by the option `import`.

/** An argument whose value at the service differs from the one in the program. */
export interface ImportDifference {
  readonly argument: VpsArgument;
  readonly live: unknown;
  readonly wanted: unknown;
}

/** Compares the program with what the service reports. What it does not report (first-boot data, triggers) never differs. */
export function importDifferences(order: AboutOrder, program: Program): ImportDifference[] {
  const asked = resolvedPart(program);
  return managedArguments(asked).flatMap((argument): ImportDifference[] => {
    const wanted: unknown = asked[argument];
    const live = reportedValue(argument, order, asked);
    if (live === undefined || sameArgument(argument, live, wanted)) return [];
    return [{ argument, live, wanted }];
  });
}

/** The value that an order reports for an argument, in the program's form; `undefined` if it reports none. */
function reportedValue(argument: VpsArgument, order: AboutOrder, program: Resolved<Program>): unknown {
  const live: Partial<Record<VpsArgument, unknown>> = liveArguments(order);
  if (argument === "ipRequest") return reportedAddresses(order, program);
  if (argument !== "metaData") return live[argument];
  const tags = tagsOf(order);
  const asked = Object.keys({ ...program.metaData });
  return Object.fromEntries(asked.flatMap((key) => (tags.has(key) ? [[key, tags.get(key)]] : [])));
}

/** Only what can be seen of a request for addresses: how many there are, and whether the requested ones are among them. */
function reportedAddresses(order: AboutOrder, program: Resolved<Program>): unknown {
  if (order.allocatedIps?.primaryIp === undefined) return undefined;
  const addresses = addressesOf(order).map(plainIp);
  const asked = program.ipRequest?.requestedIps;
  return {
    ...program.ipRequest,
    numIps: addresses.length,
    ...(asked === undefined ? {} : { requestedIps: asked.filter((ip) => addresses.includes(plainIp(ip))) }),
  };
}

/**
 * The state of an order that was adopted but not changed: the program's values, except where the service reports a
 * different one. An update from this state makes the remaining changes.
 */
export function recordImport(order: AboutOrder, program: Resolved<Program>, password: string | undefined): OwnedServer {
  const live = importDifferences(order, program).map(({ argument, live }) => [argument, live]);
  return { ...recordNew(program, order, password), ...Object.fromEntries(live) };
}

/** Those that `reportedValue` finds on an order. */
const shownArguments: ReadonlySet<VpsArgument> = new Set([...argumentsHaving("live"), "ipRequest", "metaData"]);

/**
 * What an order does not show, where the program sets it: an adoption records the program's values. Of the password its attempt tells whether
 * it is another one, even one that the program no longer sets.
 */
export function unshownArguments(program: Resolved<Program>, order: AboutOrder): VpsArgument[] {
  const isOther = hasOtherPassword(providerTags(order).attempt, program) ?? program.password !== undefined;
  return [...argumentsWith("first-boot", "replace", "refused"), "controlPanel" as const].filter((name) =>
    name === "password" ? isOther : program[name] !== undefined && !shownArguments.has(name),
  );
}

export const described = ({ argument, live, wanted }: ImportDifference): string =>
  `${argument}: ${JSON.stringify(live)} on the server, ${shownJson(wanted)} in the program`;
