import { shortageAdvice } from "../../api/refusal-advice";
import type { CallOptions } from "../../api/sending/send";
import { longestMoveMs, moveDuration } from "../../plan/change/move-time";
import type { Step } from "../../plan/change/steps";
import type { Desired, Known } from "../../plan/model";
import { reinstallRequest } from "../../plan/purchase/purchase-request";
import { describeOrder } from "../../plan/words/messages";
import type { AboutOrder } from "../../schema/order/about-order";
import { tagsOf } from "../../schema/order/order-state";
import { Refusal } from "../run/partial-failure";
import type { World } from "../run/world";

export interface StepContext {
  readonly desired: Known<Desired>;
  /** The order as it was before the step. */
  readonly observed: AboutOrder;
  readonly urn: string | undefined;
  /** The root password that a reinstall sets. */
  readonly password: string;
}

type StepOf<Kind extends Step["kind"]> = Extract<Step, { kind: Kind }>;

/** What is going on, for the resource's own line. */
export function doing(step: Step, order: AboutOrder): string {
  const what = order.domainName ?? `order ${order.orderOid}`;
  switch (step.kind) {
    case "start":
      return `starting ${what}`;
    case "stop":
      return `stopping ${what}: it stays billed`;
    case "restart":
      return `restarting ${what}`;
    case "move":
      return `moving ${what} to host ${step.hostServerOid}: ${moveDuration(order.vpsParameters)}, and the IP may change`;
    case "resize":
      return `resizing ${what}: it is restarted and billed pro rata`;
    case "reinstall":
      return `reinstalling ${what} because of ${step.because.join(", ")}: all its data is lost`;
    default:
      return step satisfies never;
  }
}

/** How long a move may take: what the settings say, or more where the disks are large. */
export const moveLimitMs = (world: World, { vpsParameters }: AboutOrder): number =>
  Math.max(world.settings.moveTimeoutMinutes * 60_000, longestMoveMs(vpsParameters));

/** Makes the call of a step. Gives what the service said; throws where its answer says that nothing was done. */
export async function callStep(
  world: World,
  step: Step,
  context: StepContext,
  sentBefore: number,
): Promise<readonly string[]> {
  const { desired, observed } = context;
  const options: CallOptions = { deadlineMs: desired.__timeouts?.updateMs, sentBefore };
  switch (step.kind) {
    case "start":
    case "stop":
    case "restart":
      return setState(world, step, context, options);
    case "move": {
      const request = { ...desired.move, hostServerOid: step.hostServerOid };
      const deadlineMs = options.deadlineMs ?? moveLimitMs(world, observed);
      const moved = await world.client.move(observed.orderOid, request, { ...options, deadlineMs });
      warnUnlessPinging(world, context, "moved", moved.runningVpsInfo?.pingsOk);
      return moved.messages;
    }
    case "reinstall": {
      const request = reinstallRequest(desired, context.password, tagsOf(observed));
      const installed = await world.client.reinstall(observed.orderOid, request, options);
      warnUnlessPinging(world, context, "reinstalled", installed.runningVpsInfo?.pingsOk);
      return installed.setupMessages;
    }
    case "resize":
      return resize(world, step, observed, options);
    default:
      return step satisfies never;
  }
}

const targets = { start: "RUNNING", stop: "NOTRUNNING", restart: "RESTARTING" } as const;

async function setState(
  world: World,
  { kind }: StepOf<"start" | "stop" | "restart">,
  context: StepContext,
  options: CallOptions,
): Promise<readonly string[]> {
  const { observed } = context;
  const answer = await world.client.setRunningState(observed.orderOid, targets[kind], options);
  // A start tells nothing by this flag: nor does a server that ran already restart.
  if (kind === "restart" && answer.isRestarted === false) {
    const words = [answer.message, ...answer.messages].filter((text) => text !== undefined).join(" ");
    throw new Refusal(
      `${describeOrder(observed)} was not restarted: the service took the call and answers that the server did not restart. ` +
        `${words === "" ? "" : `It says: "${words}" `}It is billed as before. Look at it at the service; the next "pulumi up" tries again.`,
    );
  }
  if (kind !== "stop")
    warnUnlessPinging(world, context, `${kind}ed`, answer.isPinging ?? answer.runningVpsInfo?.pingsOk);
  return answer.messages;
}

/** The step is done, and yet nobody may be able to use the server. */
function warnUnlessPinging(
  { narrator }: World,
  { observed, urn }: StepContext,
  done: string,
  isPinging: boolean | undefined,
): void {
  if (isPinging !== false) return;
  narrator.warn(
    urn,
    `${describeOrder(observed)} was ${done}, but it does not answer pings: it may still be booting, or its system or network does not come up. ` +
      "It is billed as before. Look at its console if it stays so.",
  );
}

async function resize(
  world: World,
  { sizes }: StepOf<"resize">,
  observed: AboutOrder,
  options: CallOptions,
): Promise<readonly string[]> {
  const result = await world.client.resize(observed.orderOid, sizes, options);
  if (result.wereResourcesChanged) return result.messages;
  const words = result.messages.join(" ");
  const advice =
    shortageAdvice("resize", words) ??
    "Nothing was changed or billed. Mostly there is no room on the host, or billing is in the way: move the server to another host (hostServerOid), " +
      "ask for less, or talk to the service's support.";
  throw new Refusal(`${describeOrder(observed)} was not resized: the service refused. It says: "${words}" ${advice}`);
}
