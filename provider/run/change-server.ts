import type { ProviderContext } from "../host/context";
import { PartialFailure, Refusal, Unconfirmed, whatFailed } from "../host/failures";
import { waitWhileBusy } from "../host/observe";
import { alreadyLine, driftWarning, unshownByImage } from "../server/change-words";
import { diffVps, isMoreThanRecorded, lacksAddress, namesAnotherOrder, type VpsDiff } from "../server/diff";
import { type Plan, planChange } from "../server/plan-change";
import type { Program, Resolved } from "../server/program";
import { stateAfter } from "../server/record";
import { refusalOf } from "../server/refusals";
import type { VpsSizes } from "../server/request";
import { type ReadServer, serverOf, withOrder, withStep } from "../server/server";
import type { OwnedServer } from "../server/state";
import {
  cancelledMeanwhile,
  doneBefore,
  installedAlreadyWarning,
  movedAlreadyWarning,
  nextRunDoes,
  stoppedBefore,
  unannounced,
} from "../server/step-words";
import { risksOf, type Step } from "../server/steps";
import { ServiceError } from "../service/errors";
import { isGone } from "../service/wire/order";
import { performStep } from "./perform-step";
import { limitRefusal } from "./resize-price";

/** Brings a server in line with the program: plans, does the first step, reads, and plans again. Returns the state. */
export async function changeServer(
  context: ProviderContext,
  saved: OwnedServer,
  program: Resolved<Program>,
): Promise<OwnedServer> {
  const diff = diffVps(saved, program);
  const server = serverOf(saved);
  if (namesAnotherOrder(saved, program))
    throw new Refusal(refusalOf(server, planChange(server, program, diff, context.client.serviceNowMs()).refused));
  if (!lacksAddress(saved) && !isMoreThanRecorded(diff, program)) return stateAfter(server, program, diff, "done");
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
    const isInstalled = plan.already.includes("distro") || this.#server.done.has("reinstall");
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

  /** The root password that a reinstall sets: the program's, or that of its idempotency key. */
  #password(): string {
    const password = this.#program.password ?? this.#program.__keyPassword;
    if (password !== undefined) return password;
    throw this.#failure(["neither the program nor its idempotency key has a root password to install it with"]);
  }

  #say({ already, steps, drift }: Plan): void {
    const { reporter } = this.#context;
    const { __urn: urn } = this.#program;
    const { saved, now } = this.#server;
    if (already.includes("distro"))
      reporter.warn(urn, installedAlreadyWarning(this.#server, unshownByImage(this.#diff.changed)));
    if (drift.length > 0) reporter.warn(urn, driftWarning(this.#server, drift));
    const isMoved = already.includes("hostServerOid") && now.primaryIp !== saved.primaryIp;
    if (isMoved && now.primaryIp !== undefined) reporter.warn(urn, movedAlreadyWarning(this.#server, now.primaryIp));
    else if (steps.length === 0 && already.length > 0 && !already.includes("distro"))
      reporter.summary(urn, alreadyLine(already));
  }

  async #perform(step: Step): Promise<Plan> {
    await this.#requireWanted(step);
    try {
      if (step.kind === "resize") await this.#requirePrice(step.sizes);
      const order = await performStep(this.#context, step, {
        program: this.#program,
        server: this.#server,
        password: () => this.#password(),
      });
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
    const risks = risksOf(step);
    if (risks.length === 0) return;
    const { memory, askEngine } = this.#context;
    const { announced = new Set() } = memory.ofOrder(this.#server.saved.orderOid);
    const others = risks.filter((risk) => !announced.has(risk));
    if (others.length > 0) throw this.#unannounced(others);
    if ((await askEngine()) !== "runs") throw this.#stopped(stoppedBefore(step, this.#server));
  }

  /** Judged again right before the call: a move may have changed what a resize leads to. */
  async #requirePrice(sizes: VpsSizes): Promise<void> {
    const refusal = await limitRefusal(this.#context, this.#server, this.#program, sizes);
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
