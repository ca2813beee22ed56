import { Refusal } from "../host/outcomes";
import { isKnownReplacement } from "../purchase/judge";
import { notReplacedMessage, notReplacedYetMessage, replacedWarning } from "../purchase/purchase-messages";
import { planCancellation, replacedWhileEndingMessage } from "../server/cancellation";
import { nothingToLoseWarning } from "../server/change-words";
import type { Program } from "../server/program";
import { describeOrder } from "../service/wire/messages";
import { type AboutOrder, hasEnd, isGone } from "../service/wire/order";
import type { Announcer } from "./look";

/**
 * A server that is to be ordered or imported, and that the state has, is replaced: if no diff has told that, `--replace` or a taint asks for
 * it. Says which order is cancelled first, or throws why it must not be.
 */
export async function announceReplacement(announcer: Announcer, program: Program): Promise<void> {
  const { __key: key, __saved: saved, __isProtected: isProtected = false } = program;
  if (saved?.isPending === true) throw new Refusal(notReplacedMessage("The purchase of this server", pendingReason));
  if (saved?.orderOid === undefined) return;
  const { context, look } = announcer.ready();
  const notes = key === undefined ? {} : context.memory.ofKey(key);
  if (saved.isKeySaved && notes.isAsked !== true && isKnownReplacement(notes)) return;
  const { orderOid } = saved;
  const order = await look.searchUnlessDown(() => context.client.getOrder(orderOid));
  const nowMs = context.client.serviceNowMs();
  if (isGone(order, nowMs)) return announcer.warn(program, [nothingToLoseWarning(order, isProtected)]);
  const endsAnyway = planCancellation(order, saved, nowMs) === "nothing";
  if (!saved.isKeySaved) throw new Refusal(notReplacedYetMessage(describeOrder(order)));
  const why = whyKept(order, program, endsAnyway);
  if (why !== undefined) throw new Refusal(notReplacedMessage(describeOrder(order), why));
  Object.assign(notes, { replacedOid: orderOid, isAsked: true });
  announcer.warn(program, [endsAnyway ? replacedWhileEndingMessage(order) : replacedWarning(order, saved.cancel)]);
}

const pendingReason = "it has no known outcome: its order may exist, and be billed";

/** @param endsAnyway whether a replacement cancels nothing, for example because an interrupted one has done so */
function whyKept(
  order: AboutOrder,
  { __isProtected: isProtected, __isRetained: isRetained, __import: imported, __saved: saved }: Program,
  endsAnyway: boolean,
): string | undefined {
  if (isProtected === true && !endsAnyway) return "the program protects it";
  if ((isRetained === true || saved?.isRetained === true) && !hasEnd(order))
    return "retainOnDelete would leave both servers billed";
  return imported === undefined ? undefined : "the import option is set";
}
