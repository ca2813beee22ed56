import { ServiceError } from "../../api/errors";
import { describeOrder } from "../../plan/messages";
import type { Change, Desired } from "../../plan/model";
import { derivePassword } from "../../plan/purchase/derive";
import { diffVps, isFoundInstalled } from "../../plan/update/diff";
import { objections } from "../../plan/update/guards";
import { appliedBy, recordAll, recordInstall, recordOrder } from "../../plan/update/record";
import { planSteps, reinstallReasons, type Step, type StepKind } from "../../plan/update/steps";
import { type AboutOrder, isGone } from "../../schema/order";
import type { VpsOutputs } from "../../schema/vps-outputs";
import type { ProviderContext } from "../context";
import { waitWhileBusy } from "../observe";
import { PartialFailure, Refusal } from "../partial-failure";
import { refuseResizeAboveLimit } from "./limit";
import { performStep } from "./step";

/** More steps than any plan has: a service that shows something else each time must not keep a run busy for ever. */
const mostSteps = 12;

/** Brings a server to what the program asks for, step by step, and says what was really applied when a step fails. */
export async function changeServer(
  context: ProviderContext,
  id: string,
  recorded: VpsOutputs,
  desired: Desired,
): Promise<VpsOutputs> {
  const { changes } = diffVps(recorded, desired);
  const known = changes.filter((change) => !change.isUnknown);
  const orderOid = recorded.orderOid;
  if (orderOid === undefined)
    throw new Refusal(`The state of this resource names no order (id ${id}). Run "pulumi refresh".`);
  if (
    known.every(
      ({ effect }) =>
        effect === "behaviour" || (effect === "first-boot" && desired.reinstallOnFirstBootChange !== true),
    )
  ) {
    return recordAll(recorded, desired, undefined, foundPassword(recorded, desired, known));
  }
  let observed = await context.client.getOrder(orderOid);
  const refused = objections(known, desired, observed, context.client.serviceNowMs());
  if (refused.length > 0) throw new Refusal(`${describeOrder(observed)} was not changed: ${refused.join("; ")}.`);

  observed = await waitWhileBusy(context, observed, desired.__declaredUrn);
  const done = new Set<StepKind>();
  if (planSteps(known, desired, observed, done).some((step) => step.kind === "resize"))
    await refuseResizeAboveLimit(context, observed, desired);
  let state = recorded;
  for (let count = 0; count < mostSteps; count++) {
    const [step] = planSteps(known, desired, observed, done);
    if (step === undefined) {
      const password = done.has("reinstall") ? undefined : foundPassword(recorded, desired, known);
      return recordAll(state, desired, observed, password);
    }
    try {
      observed = await performStep(context, step, {
        desired,
        observed,
        urn: desired.__declaredUrn,
        password: nextPassword(state, desired),
      });
    } catch (error) {
      throw await failureAfter(context, id, state, done, step, error);
    }
    done.add(step.kind);
    state = afterStep(state, step, desired, observed);
    refuseGone(id, state, observed, context.client.serviceNowMs());
  }
  throw new PartialFailure(id, state, [
    `${describeOrder(observed)} does not come to rest: after ${mostSteps} steps it still shows something else than asked for. Look at it at the service.`,
  ]);
}

/** The password of an image that an interrupted run has installed: it was sent this very one. Nothing where none was found. */
function foundPassword(recorded: VpsOutputs, desired: Desired, changes: readonly Change[]): string | undefined {
  const isFound = isFoundInstalled(recorded, desired) || reinstallReasons(changes, desired).length > 0;
  return isFound ? nextPassword(recorded, desired) : undefined;
}

/** The root password that a reinstall sets: the program's, or the derived one, which is known without any answer. */
const nextPassword = (recorded: VpsOutputs, desired: Desired): string =>
  desired.password ?? derivePassword(desired.__ledgerSecret ?? "", recorded.__attempt ?? String(recorded.orderOid));

function afterStep(state: VpsOutputs, step: Step, desired: Desired, observed: AboutOrder): VpsOutputs {
  const recorded = recordOrder(state, observed, appliedBy(step, desired));
  return step.kind === "reinstall" ? recordInstall(recorded, desired, nextPassword(state, desired)) : recorded;
}

function refuseGone(id: string, state: VpsOutputs, observed: AboutOrder, nowMs: number): void {
  if (!isGone(observed, nowMs)) return;
  throw new PartialFailure(id, state, [
    `${describeOrder(observed)} was cancelled while it was being changed. Run "pulumi refresh", then "pulumi up" orders a new server.`,
  ]);
}

/** Before anything was done the state is right as it is; after that it must tell what is true now. */
async function failureAfter(
  context: ProviderContext,
  id: string,
  state: VpsOutputs,
  done: ReadonlySet<StepKind>,
  step: Step,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof ServiceError || error instanceof Refusal)) return error;
  const mayHaveActed = error instanceof Refusal || error.outcome === "unknown";
  if (done.size === 0 && !mayHaveActed) return error;
  const observed =
    state.orderOid === undefined ? undefined : await context.client.getOrder(state.orderOid).catch(() => undefined);
  const properties = observed === undefined ? state : recordOrder(state, observed);
  const finished = done.size === 0 ? "" : ` Done before: ${[...done].join(", ")}; these are not repeated.`;
  return new PartialFailure(id, properties, [
    `${error.message}${finished} What is left (from "${step.kind}" on) is done by the next "pulumi up".`,
  ]);
}
