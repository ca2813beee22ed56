import type { ProviderContext } from "../host/context";
import { Refusal } from "../host/outcomes";
import { judgePrice, type NoPrice } from "../purchase/limits";
import { otherProviderMessage } from "../purchase/purchase-messages";
import type { VpsArgument } from "../server/arguments";
import { endingLine, goneWarning, nothingToLoseWarning, sayPlan } from "../server/change-words";
import { sameArgument, sameValue } from "../server/equality";
import { judgeOffers } from "../server/offers";
import {
  announcedBy,
  isOtherProvider,
  managedOtherwise,
  needsOrder,
  type Plan,
  planChange,
  refusalOf,
  type VpsDiff,
} from "../server/plan-change";
import { isPreview, type Program, resolvedPart, type VpsSizes } from "../server/program";
import { resizeQuoteRequest, unknownPrices } from "../server/request";
import {
  isOwned,
  namesAnotherOrder,
  type OwnedServer,
  type Recorded,
  type Server,
  serverOf,
  withOrder,
} from "../server/server";
import { costOf, describeServer } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { announceResumption } from "./announce-purchase";
import { type Announcer, type Look, reserveResize } from "./look";

/**
 * Says what a change will do, or throws why it is refused. Called only for what the program declares: refreshes and cascades ask for a diff
 * too.
 */
export async function announceChange(
  announcer: Announcer,
  saved: Recorded,
  program: Program,
  diff: VpsDiff,
): Promise<void> {
  if (!diff.hasChanges) return announcer.summarize(program, [endingLine(saved)]);
  if (!isOwned(saved)) {
    if (isOtherProvider(saved.__providerName, program))
      throw new Refusal(otherProviderMessage(saved.domainName, saved.__providerName));
    // An `up` looks for the order first, and checks what it buys if there is none.
    return isPreview(program) ? announceResumption(announcer, program, saved) : undefined;
  }
  const looked = await lookAt(announcer, saved, program, diff);
  const { server, context } = looked;
  const plan = planChange(server, program, diff, context?.client.serviceNowMs() ?? 0);
  const { isEnded, replaced } = plan;
  // Not refused: an interrupted replacement may have cancelled it, and the engine then buys again, whatever the diff says.
  if (isEnded && replaced.length === 0) return announcer.warn(program, [goneWarning(saved)]);
  refuse(server, plan.refused);
  if (isEnded) return announcer.warn(program, [nothingToLoseWarning(saved, program.__isProtected === true)]);
  const offered = await offerFor(looked, plan, program);
  announcer.memory.ofOrder(saved.orderOid).announced = announcedBy(plan);
  const said = sayPlan(server, program, plan);
  announcer.warn(program, [...offered.warnings, ...said.warnings]);
  // The check of a replacement's order comes next, and shows the line.
  if (replaced.length > 0) return;
  const { cancellationDate } = server.now;
  announcer.summarize(program, [...offered.line, ...said.line, endingLine({ cancellationDate })]);
}

/** What the service offers for the image of an install, and what a resize costs; throws if that refuses the plan. */
async function offerFor(
  { server, context, look, failure }: Looked,
  { steps }: Plan,
  program: Program,
): Promise<{ readonly line: readonly (string | undefined)[]; readonly warnings: readonly string[] }> {
  if (context === undefined || look === undefined) return { line: [], warnings: [] };
  const because = steps.find((step) => step.kind === "reinstall")?.because;
  // The service installs only what it offers now, even if the server has it already.
  const image: VpsArgument[] = because === undefined || resolvedPart(program).distro === undefined ? [] : ["distro"];
  const installed = [...new Set([...(because ?? []), ...image])];
  const sizes = steps.find((step) => step.kind === "resize")?.sizes;
  const priceOf = async (resized: VpsSizes) =>
    failure ?? look.price(program, () => resizeQuoteRequest(program, server.now, resized));
  const [offers, quoted] = await Promise.all([failure ? {} : look.offers(installed), sizes && priceOf(sizes)]);
  const listed = judgeOffers(installed, program, offers);
  refuse(server, listed.refused);
  const unsure = [...listed.unread, ...listed.warnings];
  if (sizes === undefined)
    return { line: [], warnings: [...unsure, ...(failure ? [unreadWarning(server.saved, failure)] : [])] };
  const before = server.order && costOf(server.order);
  const { unread, warnings, cost } = judgePrice({ of: "resize", before }, quoted, unknownPrices(program));
  const reserved = quoted && (await reserveResize(context, server, resolvedPart(program), quoted));
  refuse(server, reserved?.refusal === undefined ? [] : [reserved.refusal]);
  return { line: [cost, reserved?.total], warnings: [...unsure, ...unread, ...warnings] };
}

function refuse(server: Server, reasons: readonly string[]): void {
  if (reasons.length > 0) throw new Refusal(refusalOf(server, reasons));
}

interface Looked {
  readonly server: Server;
  readonly context?: ProviderContext;
  readonly look?: Look;
  /** Why the order could not be read. */
  readonly failure?: NoPrice;
}

/** The server with its order, where more is to be done than to save what the program says. */
async function lookAt(announcer: Announcer, saved: OwnedServer, program: Program, diff: VpsDiff): Promise<Looked> {
  const server = serverOf(saved);
  const { changed } = diff;
  if (!needsOrder(saved, diff, program)) return { server };
  // Refused in any case. Its number may be one of another account, where this order does not exist.
  if (namesAnotherOrder(saved, program)) return { server };
  const opened = announcer.ready();
  const nowMs = opened.context.client.serviceNowMs();
  const byState = planChange(server, program, diff, nowMs);
  // A list may be behind: where anything is decided or said otherwise than by the state, the order itself is read.
  const isEnough = (listed: AboutOrder): boolean => {
    const seen = withOrder(server, listed);
    const told: readonly VpsArgument[] = [...changed, ...managedOtherwise(saved, program), "runningState"];
    return (
      told.every((name) => sameArgument(name, seen.now[name], server.now[name])) &&
      sameValue(planChange(seen, program, diff, nowMs), byState)
    );
  };
  const reading = await opened.look.order(saved.orderOid, isEnough);
  return reading.order === undefined
    ? { server, ...opened, failure: reading.failure }
    : { server: withOrder(server, reading.order), ...opened };
}

const unreadWarning = (saved: OwnedServer, { why }: NoPrice): string =>
  `${describeServer(saved)} could not be read, so this preview goes by the state: ${why}`;
