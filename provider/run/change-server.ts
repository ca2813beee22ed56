import type { ProviderContext } from "../host/context";
import {
  captureFailure,
  carryOut,
  observeUntil,
  orderAfter,
  PartialFailure,
  Refusal,
  stateAtHost,
  Unconfirmed,
  whatFailed,
} from "../host/outcomes";
import {
  cancelledMeanwhile,
  doneBefore,
  driftWarning,
  installedAlreadyWarning,
  movedAlreadyWarning,
  nextRunDoes,
  savedLine,
  stepLine,
  stepProgress,
  stoppedBefore,
  unannounced,
  unshownByImage,
} from "../server/change-words";
import { sameArgument } from "../server/equality";
import {
  announcementsOf,
  diffVps,
  hasOtherKey,
  needsOrder,
  type Plan,
  planChange,
  refusalOf,
  type VpsDiff,
} from "../server/plan-change";
import type { Program, Resolved, VpsSizes } from "../server/program";
import { stateAfter } from "../server/record";
import { installPassword, moveToWire, reinstallRequest, reinstallToWire, sizesToWire } from "../server/request";
import {
  hasBootedSince,
  isProvenByBoot,
  longestMoveMs,
  namesAnotherOrder,
  type OwnedServer,
  orderShows,
  type ReadServer,
  type Step,
  serverOf,
  withOrder,
  withStep,
} from "../server/server";
import { adviceOnRefusal, ServiceError } from "../service/errors";
import type { CallOptions } from "../service/send";
import { describeOrder, elapsed } from "../service/wire/messages";
import { type AboutOrder, isGone, tagsOf } from "../service/wire/order";
import { resizeRefusal } from "./look";
import { warnOfOthers } from "./read";
import { waitForPort } from "./wait-for-port";

/** Brings a server in line with the program, and waits for its port. Returns the state. */
export async function updateServer(
  context: ProviderContext,
  recorded: OwnedServer,
  program: Resolved<Program>,
): Promise<OwnedServer> {
  const changed = await changeServer(context, recorded, program);
  // An interrupted run may have bought a server under the key that takes the place of the saved one. A failed look must not undo what was done.
  if (hasOtherKey(recorded, program))
    await captureFailure(async () => warnOfOthers(context, changed, await context.client.getOrder(changed)));
  return waitForPort(context, changed, program, program.__timeouts?.updateMs);
}

/** The same without the port: plans, does the first step, reads, and plans again. */
export async function changeServer(
  context: ProviderContext,
  saved: OwnedServer,
  program: Resolved<Program>,
): Promise<OwnedServer> {
  const diff = diffVps(saved, program);
  const server = serverOf(saved);
  const plan = planChange(server, program, diff, context.client.serviceNowMs());
  if (namesAnotherOrder(saved, program)) throw new Refusal(refusalOf(server, plan.refused));
  if (!needsOrder(saved, diff, program)) {
    context.reporter.summary(program.__urn, savedLine(server, program, plan));
    return stateAfter(server, program, diff, "done");
  }
  const order = await context.client.getOrder(saved);
  return new ChangeRun(context, withOrder(server, order), program, diff).run();
}

/** One server's way to what the program asks for. */
class ChangeRun {
  readonly #context: ProviderContext;
  readonly #program: Resolved<Program>;
  readonly #diff: VpsDiff;
  #server: ReadServer;

  constructor(context: ProviderContext, server: ReadServer, program: Resolved<Program>, diff: VpsDiff) {
    this.#context = context;
    this.#program = program;
    this.#diff = diff;
    this.#server = server;
  }

  async run(): Promise<OwnedServer> {
    let plan = this.#plan();
    // Nothing waits for a server that is left alone.
    if (plan.steps.length + plan.already.length > 0) {
      this.#server = withOrder(
        this.#server,
        await waitWhileBusy(this.#context, this.#server.order, this.#program.__urn),
      );
      plan = this.#plan();
    }
    this.#say(plan);
    // It ends: each step but a start or a stop is taken once, and these are proven before the next plan.
    while (plan.steps[0] !== undefined) plan = await this.#perform(plan.steps[0]);
    // An interrupted run has installed it, with this very password.
    const isInstalled = plan.isInstalled || this.#server.done.has("reinstall");
    return stateAfter(this.#server, this.#program, this.#diff, "done", isInstalled ? this.#password() : undefined);
  }

  #plan(): Plan {
    const plan = planChange(this.#server, this.#program, this.#diff, this.#context.client.serviceNowMs());
    if (plan.refused.length > 0) throw this.#failure(plan.refused);
    // Only a purchase whose order was found in this very run has any: the engine replaces the others itself.
    if (plan.replaced.length > 0) throw this.#unannounced(["replacement"]);
    return plan;
  }

  /** What was done is kept, whatever stops the rest. */
  #stopped(message: string): Error {
    return this.#server.done.size === 0 ? new Refusal(message) : new PartialFailure(this.#stateSoFar(), [message]);
  }

  #failure(why: readonly string[]): Error {
    return this.#stopped(`${refusalOf(this.#server, why)}${doneBefore(this.#server)}`);
  }

  /** Also where nothing was done: the order may have been found in this very run. */
  #unannounced(what: readonly string[]): Error {
    return new PartialFailure(this.#stateSoFar(), [unannounced(what, this.#server)]);
  }

  #stateSoFar(): OwnedServer {
    const password = this.#server.done.has("reinstall") ? this.#password() : undefined;
    return stateAfter(this.#server, this.#program, this.#diff, "failed", password);
  }

  /** The root password that a reinstall sets. */
  #password(): string {
    const password = installPassword(this.#program);
    if (password !== undefined) return password;
    throw this.#failure(["neither the program nor its idempotency key has a root password to install it with"]);
  }

  #say(plan: Plan): void {
    const { already, isInstalled, steps, drift } = plan;
    const { reporter } = this.#context;
    const { __urn: urn } = this.#program;
    const { saved, now } = this.#server;
    if (isInstalled) reporter.warn(urn, installedAlreadyWarning(this.#server, unshownByImage(this.#diff.changed)));
    if (drift.length > 0) reporter.warn(urn, driftWarning(this.#server, drift));
    const isMoved = already.includes("hostServerOid") && now.primaryIp !== saved.primaryIp;
    if (isMoved && now.primaryIp !== undefined) reporter.warn(urn, movedAlreadyWarning(this.#server, now.primaryIp));
    else if (steps.length === 0 && !isInstalled) reporter.summary(urn, savedLine(this.#server, this.#program, plan));
  }

  async #perform(step: Step): Promise<Plan> {
    await this.#requireWanted(step);
    try {
      if (step.kind === "resize") await this.#requirePrice(step.sizes);
      const order = await new StepRun(this.#context, step, {
        program: this.#program,
        server: this.#server,
        password: () => this.#password(),
      }).run();
      const password = step.kind === "reinstall" ? this.#password() : undefined;
      this.#server = withStep(this.#server, step, this.#program, order, password);
    } catch (error) {
      throw await this.#failureOf(step, error);
    }
    const { order } = this.#server;
    if (isGone(order, this.#context.client.serviceNowMs()))
      throw new PartialFailure(this.#stateSoFar(), [cancelledMeanwhile(order)]);
    return this.#plan();
  }

  /** Earlier steps, and waiting for the service, can take hours: the CLI may have been killed in the meantime. */
  async #requireWanted(step: Step): Promise<void> {
    const required = announcementsOf(step);
    if (required.length === 0) return;
    const { memory, askEngine } = this.#context;
    const { announced = new Set() } = memory.ofOrder(this.#server.saved.orderOid);
    const others = required.filter((announcement) => !announced.has(announcement));
    if (others.length > 0) throw this.#unannounced(others);
    if ((await askEngine()) !== "runs") throw this.#stopped(stoppedBefore(step, this.#server));
  }

  /** Judged again right before the call: a move may have changed what a resize leads to. */
  async #requirePrice(sizes: VpsSizes): Promise<void> {
    const refusal = await resizeRefusal(this.#context, this.#server, this.#program, sizes);
    if (refusal !== undefined) throw this.#failure([refusal]);
  }

  /** If nothing was done, the state is right as it is; otherwise it must say what is true now. */
  async #failureOf(step: Step, error: unknown): Promise<unknown> {
    const hasDone = this.#server.done.size > 0;
    if (!(error instanceof ServiceError || error instanceof Unconfirmed)) return error;
    const mayHaveActed = error instanceof Unconfirmed || error.outcome === "unknown";
    if (!hasDone && !mayHaveActed) return error;
    const order = await this.#context.client.getOrder(this.#server.saved).catch(() => undefined);
    if (order !== undefined) this.#server = withOrder(this.#server, order);
    return new PartialFailure(this.#stateSoFar(), [
      hasDone ? `${whatFailed(error)}${doneBefore(this.#server)}${nextRunDoes(step)}` : error.message,
    ]);
  }
}

interface StepTarget {
  readonly program: Resolved<Program>;
  /** As it was before the step. */
  readonly server: ReadServer;
  /** The root password that a reinstall sets. */
  readonly password: () => string;
}

/** Makes one call and proves by reading back that it took effect. */
class StepRun {
  readonly #context: ProviderContext;
  readonly #step: Step;
  readonly #target: StepTarget;
  readonly #urn: string | undefined;
  #sentMs: number;

  constructor(context: ProviderContext, step: Step, target: StepTarget) {
    this.#context = context;
    this.#step = step;
    this.#target = target;
    this.#urn = target.program.__urn;
    this.#sentMs = context.nowMs();
  }

  /** Returns the order as it is then. */
  async run(): Promise<AboutOrder> {
    const { client, reporter, nowMs } = this.#context;
    const { server, program } = this.#target;
    const result = await carryOut(
      this.#context,
      (sentBefore) => {
        this.#sentMs = nowMs();
        reporter.progress(this.#urn, stepProgress(this.#step, server));
        return this.#call({ deadlineMs: program.__timeouts?.updateMs, sentBefore });
      },
      (failure) => (failure.outcome === "refused" ? this.#seenDespiteRefusal(failure) : this.#watch()),
    );
    const order = "seen" in result ? result.seen : await this.#readBack();
    // The answer may be lost and the step done: a move's new address matters no less for that.
    if (!isGone(order, client.serviceNowMs()))
      reporter.summary(
        this.#urn,
        stepLine(this.#step, server, program, order, "answer" in result ? result.answer : []),
      );
    return order;
  }

  /** The call succeeded. The order is read again, because answers are known to be stale. */
  async #readBack(): Promise<AboutOrder> {
    const { client, settings, nowMs } = this.#context;
    const { kind } = this.#step;
    const { order: before } = this.#target.server;
    const isShown = (order: AboutOrder): boolean => orderShows(this.#step, order) !== false;
    const order = await client.getOrder(before).catch((error: unknown) => {
      // The answer alone is the proof of what no order shows: taken for undone, a reinstall would be repeated.
      if (orderShows(this.#step, before) === undefined) return before;
      throw error;
    });
    if (isShown(order)) return order;
    // Records may trail behind a call that is reported as done: a minute, and longer after long work. An order that is unchanged for
    // `idleMinutes` counts as not done in any case.
    const lagMs = Math.min(settings.idleMinutes * 60_000, 60_000 + nowMs() - this.#sentMs);
    const waitingFor = `waiting until the order shows the ${kind}`;
    const seen = orderAfter(await observeUntil(this.#context, order, this.#urn, waitingFor, isShown, lagMs));
    if (seen !== undefined) return seen;
    throw new Unconfirmed(
      `${describeOrder(order)}: the service reports that "${kind}" succeeded, but the order does not show it. Check the server in the control panel: the next "pulumi up" repeats the ${kind}.`,
    );
  }

  /** Only what the order itself shows overrules a refusal: a server may have booted for another reason. */
  async #seenDespiteRefusal(failure: ServiceError): Promise<AboutOrder | undefined> {
    const order = await this.#context.client.getOrder(this.#target.server.order).catch(() => {
      throw failure;
    });
    return this.#hasNewImage(order) || orderShows(this.#step, order) === true ? order : undefined;
  }

  /** Whether a reinstall shows: one with another image than before. */
  #hasNewImage({ distro }: AboutOrder): boolean {
    const { program, server } = this.#target;
    return (
      this.#step.kind === "reinstall" &&
      !sameArgument("distro", distro, server.order.distro) &&
      sameArgument("distro", distro, program.distro)
    );
  }

  /** Watches the order after a lost answer until it shows the step. */
  async #watch(): Promise<AboutOrder | undefined> {
    const { order } = this.#target.server;
    const { kind } = this.#step;
    const limitMs = kind === "move" ? this.#moveLimitMs() : this.#context.settings.setupTimeoutMinutes * 60_000;
    const waitingFor = `no clear answer to "${kind}"; watching the order`;
    const isProven = (seen: AboutOrder) => this.#isProven(seen);
    return orderAfter(await observeUntil(this.#context, order, this.#urn, waitingFor, isProven, limitMs));
  }

  async #isProven(order: AboutOrder): Promise<boolean> {
    const { distro } = this.#target.program;
    const shown = orderShows(this.#step, order);
    if (shown !== undefined) return shown;
    if (!isProvenByBoot(this.#step)) return false;
    const hasOtherImage =
      order.distro !== undefined && distro !== undefined && !sameArgument("distro", order.distro, distro);
    if (this.#step.kind === "reinstall" && hasOtherImage) return false;
    const askedMs = this.#context.nowMs();
    // An uptime counts whole seconds. With the new image, a boot in the second of the call is that of the install.
    const sinceMs = this.#hasNewImage(order) ? this.#sentMs - 1000 : this.#sentMs;
    return hasBootedSince(sinceMs, askedMs, await stateAtHost(this.#context, order));
  }

  /** What the settings say, or longer if the disks are large. */
  #moveLimitMs(): number {
    const { vpsParameters } = this.#target.server.order;
    return Math.max(this.#context.settings.moveTimeoutMinutes * 60_000, longestMoveMs(vpsParameters));
  }

  /** Makes the call of a step. Returns the service's messages; throws if its answer says that nothing was done. */
  async #call(options: CallOptions): Promise<readonly string[]> {
    const { client } = this.#context;
    const { program, server, password } = this.#target;
    const { order } = server;
    switch (this.#step.kind) {
      case "start":
        return this.#setState("RUNNING", options);
      case "stop":
        return this.#setState("NOTRUNNING", options);
      case "restart":
        return this.#setState(program.restartMethod ?? "RESTARTING", options);
      case "move": {
        const request = moveToWire({ ...program.move, hostServerOid: this.#step.hostServerOid });
        const deadlineMs = options.deadlineMs ?? this.#moveLimitMs();
        const moved = await client.move(order, request, { ...options, deadlineMs });
        this.#warnUnlessPinging("moved", moved.runningVpsInfo?.pingsOk);
        return moved.messages;
      }
      case "reinstall": {
        const request = reinstallToWire(reinstallRequest(program, password(), tagsOf(order)));
        const installed = await client.reinstall(order, request, options);
        this.#warnUnlessPinging("reinstalled", installed.runningVpsInfo?.pingsOk);
        return installed.setupMessages;
      }
      case "resize": {
        const resized = await client.resize(order, sizesToWire(this.#step.sizes), options);
        if (!resized.wereResourcesChanged) await this.#requireResized(resized.messages);
        return resized.messages;
      }
      default:
        return this.#step satisfies never;
    }
  }

  async #setState(
    state: "RUNNING" | "NOTRUNNING" | "RESTARTING" | "POWERCYCLING",
    options: CallOptions,
  ): Promise<readonly string[]> {
    const { kind } = this.#step;
    const { order } = this.#target.server;
    const answer = await this.#context.client.setRunningState(order, state, options);
    // After a start this flag means nothing: a server that was already running does not restart either.
    if (kind === "restart" && answer.isRestarted === false) {
      const words = [answer.message, ...answer.messages].filter((text) => text !== undefined).join(" ");
      throw new Unconfirmed(
        `${describeOrder(order)} was not restarted, although the service accepted the call${words === "" ? "" : ` (it says: "${words}")`}. ` +
          'The server is billed as before; the next "pulumi up" tries again.',
      );
    }
    if (kind !== "stop") this.#warnUnlessPinging(`${kind}ed`, answer.isPinging ?? answer.runningVpsInfo?.pingsOk);
    return answer.messages;
  }

  /** The step is done, but the server may be unusable. */
  #warnUnlessPinging(done: string, isPinging: boolean | undefined): void {
    if (isPinging !== false) return;
    this.#context.reporter.warn(
      this.#urn,
      `${describeOrder(this.#target.server.order)} was ${done}, but it does not answer pings: it may still be booting, or its system or network is not coming up. ` +
        "It is billed as before. Check its console if this persists.",
    );
  }

  async #requireResized(messages: readonly string[]): Promise<void> {
    const { order: before } = this.#target.server;
    const order = await this.#context.client.getOrder(before).catch(() => undefined);
    if (order !== undefined && orderShows(this.#step, order) === true) return;
    throw new Unconfirmed(
      `${describeOrder(before)} was not resized: the service refused ("${messages.join(" ")}"). ${adviceOnRefusal.resize}`,
    );
  }
}

/**
 * Waits for an operation that an interrupted run may have left under way on this server: another change sent meanwhile
 * could do the same thing twice.
 */
async function waitWhileBusy(
  context: ProviderContext,
  order: AboutOrder,
  urn: string | undefined,
): Promise<AboutOrder> {
  // An unreachable host server says nothing; the calls that follow will report it.
  const isIdle = async (): Promise<boolean> => (await stateAtHost(context, order))?.isSuspended !== true;
  if (await isIdle()) return order;
  const limitMs = context.settings.setupTimeoutMinutes * 60_000;
  const seen = await observeUntil(
    context,
    order,
    urn,
    `waiting until the service has finished with order ${order.orderOid}`,
    isIdle,
    limitMs,
  );
  if (seen.kind !== "out-of-time") return seen.order;
  throw new Refusal(
    `${describeOrder(order)} has been busy with another operation for more than ${elapsed(limitMs)}; nothing was changed. Run "pulumi up" again later.`,
  );
}
