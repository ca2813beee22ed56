import { CALLS, type CallName, latencyMs } from "../calls";
import { type Delivery, jsonAnswer } from "../faults/delivery";
import type { Claim } from "../faults/fault-book";
import type { JournalEntry } from "../journal";
import { HANDLERS } from "../routes/handlers";
import { emptySuccess, envelopeContext, refusalFacts, wireAnswer, wireError } from "../wire/answers/envelope";
import { toXml } from "../wire/answers/xml";
import { type Books, findOrder, unknownOrder } from "../world/books";
import { isNamed, usedGb } from "../world/order";
import { Refusal } from "../world/refusal";
import { domainIn } from "./destination";
import { GivenUp, Passage } from "./passage";
import type { Answered, Era, Service } from "./service";

export type Arrival = {
  readonly call: CallName;
  readonly key: string | undefined;
  readonly entry: JournalEntry;
  /** Refuses an unreadable body: that is part of the work. */
  readonly readPayload: () => unknown;
  readonly send: (delivery: Delivery) => void;
  /** How long the work takes, where it is not as long as the service's latency says. */
  readonly workMs: number | undefined;
  /** Told of the order that a purchase makes, as soon as it exists. */
  readonly onOrder: ((orderOid: number) => void) | undefined;
};

/** Handles one request, from its key to its answer. It finishes whether or not the client is still there. */
export async function serve(service: Service, era: Era, arrival: Arrival): Promise<void> {
  const { call, entry, send } = arrival;
  if (CALLS[call].needsKey && !service.isKey(arrival.key)) return send(keyRefused(era, arrival));
  const claim = service.faults.claim(call, entry.orderOid);
  const workMs = arrival.workMs ?? latencyMs(call, service.latency, copiedGb(era, entry));
  const passage = new Passage(service, era, { call, orderOid: entry.orderOid, claim, workMs, send });
  try {
    await passage.pass("before-work", undefined);
    const answered = await handle(era, arrival, claim, passage);
    await passage.pass("after-work", answered);
    send(answerAs(era, entry, answered));
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
  }
}

function copiedGb({ books }: Era, { orderOid }: JournalEntry): number {
  const order = orderOid === undefined ? undefined : findOrder(books, orderOid);
  return order === undefined ? 1 : usedGb(order);
}

async function handle({ books }: Era, arrival: Arrival, claim: Claim, passage: Passage): Promise<Answered> {
  const { call, entry } = arrival;
  const { rootKey } = CALLS[call];
  const pretended = claim["before-work"];
  const context = () => envelopeContext(books.state, books.clock.now());
  try {
    refuseOtherDomain(books, entry);
    const answer = await HANDLERS[call]({
      books,
      matrix: entry.matrix,
      orderOid: entry.orderOid,
      payload: arrival.readPayload(),
      pretence: { isFull: pretended === "no-capacity", isRefused: pretended === "not-changed" },
      work: () => passage.work(),
      noteOrder: (orderOid) => {
        entry.orderOid = orderOid;
        arrival.onOrder?.(orderOid);
      },
    });
    entry.isWorkDone = true;
    return { status: 200, body: wireAnswer(context(), rootKey, answer) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.status === 200) return { status: 200, body: emptySuccess(context(), rootKey) };
    return { status: error.status, body: wireError(context(), refusalFacts(error)) };
  }
}

/** Of the variant in which the domain after the oid counts. */
function refuseOtherDomain(books: Books, { orderOid, path }: JournalEntry): void {
  if (books.variants.pathDomain === "ignored" || orderOid === undefined) return;
  const order = findOrder(books, orderOid);
  if (order !== undefined && !isNamed(order, domainIn(path))) throw unknownOrder(books, orderOid);
}

function formatFor({ books }: Era, { accept }: JournalEntry): "json" | "xml" {
  if (accept === undefined || accept.trim() === "*/*") return books.variants.missingAccept;
  return accept.includes("xml") && !accept.includes("json") && !accept.includes("*/*") ? "xml" : "json";
}

function answerAs(era: Era, entry: JournalEntry, { status, body }: Answered): Delivery {
  const answer = jsonAnswer(status, body);
  if (formatFor(era, entry) === "xml") return { ...answer, contentType: "application/xml", body: toXml(body) };
  const form = era.books.variants.answerForm;
  switch (form) {
    case "plain":
      return answer;
    case "charset":
      return { ...answer, contentType: "application/json;charset=UTF-8" };
    case "text-json":
      return { ...answer, contentType: "text/json" };
    case "text-plain":
      return { ...answer, contentType: "text/plain; charset=utf-8" };
    case "byte-order-mark":
      return { ...answer, body: `\ufeff${answer.body}` };
    case "further-root":
      return jsonAnswer(status, { ...body, served_by: "host7" });
    default:
      return form satisfies never;
  }
}

function keyRefused(era: Era, { key, entry }: Arrival): Delivery {
  const text = key === undefined ? "You need to log in or give an API key." : "The API key is not known.";
  const context = envelopeContext(era.books.state, era.books.clock.now());
  const error = wireError(context, { status: 403, errorClass: "LoginRequired", problems: [{ text }] });
  return answerAs(era, entry, { status: 403, body: error });
}
