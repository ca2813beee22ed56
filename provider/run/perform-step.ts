import type { ProviderContext } from "../host/context";
import { carryOut, Unconfirmed } from "../host/failures";
import { liveState, observeUntil } from "../host/observe";
import { sameArgument } from "../server/equality";
import type { Program, Resolved } from "../server/program";
import { moveToWire, reinstallRequest, reinstallToWire, sizesToWire } from "../server/request";
import type { ReadServer } from "../server/server";
import { stepLine, stepProgress } from "../server/step-words";
import { hasBootedSince, isProvenByBoot, longestMoveMs, orderShows, type Step } from "../server/steps";
import { adviceOnRefusal, type ServiceError } from "../service/errors";
import type { CallOptions } from "../service/send";
import { describeOrder } from "../service/wire/messages";
import { type AboutOrder, isGone, tagsOf } from "../service/wire/order";

interface StepTarget {
  readonly program: Resolved<Program>;
  /** As it was before the step. */
  readonly server: ReadServer;
  /** The root password that a reinstall sets. */
  readonly password: () => string;
}

/** Makes one call and proves by reading back that it took effect. Returns the order as it is then. */
export const performStep = (context: ProviderContext, step: Step, target: StepTarget): Promise<AboutOrder> =>
  new StepRun(context, step, target).run();

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
    const isShown = (order: AboutOrder): boolean => orderShows(this.#step, order) !== false;
    const order = await client.getOrder(this.#target.server.order);
    if (isShown(order)) return order;
    // Records may trail behind a call that is reported as done: a minute, and longer after long work. An order that is unchanged for
    // `idleMinutes` counts as not done in any case.
    const lagMs = Math.min(settings.idleMinutes * 60_000, 60_000 + nowMs() - this.#sentMs);
    const waitingFor = `waiting until the order shows the ${kind}`;
    const seen = await observeUntil(this.#context, order, this.#urn, waitingFor, isShown, lagMs);
    if (seen.kind === "shown" || seen.kind === "gone") return seen.order;
    throw new Unconfirmed(
      `${describeOrder(order)}: the service reports that "${kind}" succeeded, but the order does not show it. Check the server in the control panel: the next "pulumi up" repeats the ${kind}.`,
    );
  }

  /** Only what the order itself shows overrules a refusal: a server may have booted for another reason. */
  async #seenDespiteRefusal(failure: ServiceError): Promise<AboutOrder | undefined> {
    const { program, server } = this.#target;
    const { order: before } = server;
    const order = await this.#context.client.getOrder(before).catch(() => {
      throw failure;
    });
    const hasNewImage =
      this.#step.kind === "reinstall" &&
      !sameArgument("distro", order.distro, before.distro) &&
      sameArgument("distro", order.distro, program.distro);
    return hasNewImage || orderShows(this.#step, order) === true ? order : undefined;
  }

  /** Watches the order after a lost answer until it shows the step. */
  async #watch(): Promise<AboutOrder | undefined> {
    const { order } = this.#target.server;
    const { kind } = this.#step;
    const limitMs = kind === "move" ? this.#moveLimitMs() : this.#context.settings.setupTimeoutMinutes * 60_000;
    const waitingFor = `no clear answer to "${kind}"; watching the order`;
    const isProven = (seen: AboutOrder) => this.#isProven(seen);
    const seen = await observeUntil(this.#context, order, this.#urn, waitingFor, isProven, limitMs);
    return seen.kind === "shown" || seen.kind === "gone" ? seen.order : undefined;
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
    return hasBootedSince(this.#sentMs, askedMs, await liveState(this.#context, order));
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
