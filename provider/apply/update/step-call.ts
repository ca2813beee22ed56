import { shortageAdvice } from "../../api/refusal-advice";
import type { CallOptions } from "../../api/send";
import { describeOrder } from "../../plan/messages";
import type { Desired, Known } from "../../plan/model";
import { reinstallRequest } from "../../plan/purchase/request";
import { longestMoveMs, type Step } from "../../plan/update/steps";
import { type AboutOrder, tagsOf } from "../../schema/order";
import type { ProviderContext } from "../context";
import { Unconfirmed } from "../failures";

export interface StepTarget {
  readonly desired: Known<Desired>;
  /** The order as it was before the step. */
  readonly observed: AboutOrder;
  readonly urn: string | undefined;
  /** The root password that a reinstall sets. */
  readonly password: () => string;
}

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** How long a move may take: what the settings say, or longer if the disks are large. */
export const moveLimitMs = (context: ProviderContext, { vpsParameters }: AboutOrder): number =>
  Math.max(context.settings.moveTimeoutMinutes * 60_000, longestMoveMs(vpsParameters));

/** Makes the call of a step. Returns the service's messages; throws if its answer says that nothing was done. */
export async function callStep(
  context: ProviderContext,
  step: Step,
  target: StepTarget,
  sentBefore: number,
): Promise<readonly string[]> {
  const { desired, observed } = target;
  const options: CallOptions = { deadlineMs: desired.__timeouts?.updateMs, sentBefore };
  switch (step.kind) {
    case "start":
    case "stop":
    case "restart":
      return setState(context, step, target, options);
    case "move": {
      const request = { ...desired.move, ...("hostServerOid" in step ? { hostServerOid: step.hostServerOid } : {}) };
      const deadlineMs = options.deadlineMs ?? moveLimitMs(context, observed);
      const moved = await context.client.move(observed, request, { ...options, deadlineMs });
      warnUnlessPinging(context, target, "moved", moved.runningVpsInfo?.pingsOk);
      return moved.messages;
    }
    case "reinstall": {
      const request = reinstallRequest(desired, target.password(), tagsOf(observed));
      const installed = await context.client.reinstall(observed, request, options);
      warnUnlessPinging(context, target, "reinstalled", installed.runningVpsInfo?.pingsOk);
      return installed.setupMessages;
    }
    case "resize":
      return resize(context, step, observed, options);
    default:
      return step satisfies never;
  }
}

const targets = { start: "RUNNING", stop: "NOTRUNNING" } as const;

async function setState(
  context: ProviderContext,
  { kind }: StepOf<"start" | "stop" | "restart">,
  target: StepTarget,
  options: CallOptions,
): Promise<readonly string[]> {
  const { desired, observed } = target;
  const state = kind === "restart" ? (desired.restartMethod ?? "RESTARTING") : targets[kind];
  const answer = await context.client.setRunningState(observed, state, options);
  // After a start this flag means nothing: a server that was already running does not restart either.
  if (kind === "restart" && answer.isRestarted === false) {
    const words = [answer.message, ...answer.messages].filter((text) => text !== undefined).join(" ");
    throw new Unconfirmed(
      `${describeOrder(observed)} was not restarted: the service accepted the call but reports that the server did not restart. ` +
        `${words === "" ? "" : `It says: "${words}" `}It is billed as before. Check it at the service; the next "pulumi up" tries again.`,
    );
  }
  if (kind !== "stop")
    warnUnlessPinging(context, target, `${kind}ed`, answer.isPinging ?? answer.runningVpsInfo?.pingsOk);
  return answer.messages;
}

/** The step is done, but the server may be unusable. */
function warnUnlessPinging(
  { reporter }: ProviderContext,
  { observed, urn }: StepTarget,
  done: string,
  isPinging: boolean | undefined,
): void {
  if (isPinging !== false) return;
  reporter.warn(
    urn,
    `${describeOrder(observed)} was ${done}, but it does not answer pings: it may still be booting, or its system or network is not coming up. ` +
      "It is billed as before. Check its console if this persists.",
  );
}

async function resize(
  context: ProviderContext,
  { sizes }: StepOf<"resize">,
  observed: AboutOrder,
  options: CallOptions,
): Promise<readonly string[]> {
  const result = await context.client.resize(observed, sizes, options);
  if (result.wereResourcesChanged) return result.messages;
  const words = result.messages.join(" ");
  const advice =
    shortageAdvice("resize", words) ??
    "Nothing was changed or billed. Usually the host has no room, or billing is in the way: move the server to another host (hostServerOid), " +
      "ask for less, or contact the service's support.";
  throw new Unconfirmed(
    `${describeOrder(observed)} was not resized: the service refused. It says: "${words}" ${advice}`,
  );
}
