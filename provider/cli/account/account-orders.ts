import { type OwnTags, ownTags } from "../../plan/purchase/tags";
import { type AboutOrder, isActive } from "../../schema/order";
import { type OrderInfo, orderInfo } from "../../schema/order-info";
import type { ReadingClient } from "./account";

/** An order, and who says to manage it. */
export interface AccountOrder {
  readonly order: AboutOrder;
  readonly info: OrderInfo;
  readonly tags: OwnTags;
  /** The stack that bought it: `shop/dev`, or its ledger if it hides its name; `undefined` if no stack bought it. */
  readonly stack: string | undefined;
  /** The name of its resource there. */
  readonly resource: string | undefined;
}

/** Reads every order of the account. A list may leave out tags; then each active order is read by itself. */
export async function readOrders(client: ReadingClient, which: "active" | "all"): Promise<AccountOrder[]> {
  const listed = await client.listOrders({ includeInactive: which === "all" });
  const nowMs = client.serviceNowMs();
  const isTagged = listed.some(({ metaData = [] }) => metaData.length > 0);
  const orders = isTagged
    ? listed
    : await inTurn(listed, async (order) => (isActive(order, nowMs) ? client.getOrder(order.orderOid) : order));
  return orders.map((order) => accountOrder(order, nowMs));
}

export function accountOrder(order: AboutOrder, nowMs: number): AccountOrder {
  const tags = ownTags(order);
  const [project, stack, ...name] = tags.name?.split("/") ?? [];
  const isNamed = project !== undefined && stack !== undefined && name.length > 0;
  const ledger = tags.ledger === undefined ? undefined : `ledger ${tags.ledger.slice(0, 8)}`;
  return {
    order,
    info: orderInfo(order, nowMs),
    tags,
    stack: isNamed ? `${project}/${stack}` : ledger,
    resource: isNamed ? name.join("/") : undefined,
  };
}

/** The service gets a few questions at a time, not all at once. */
const atATime = 5;

/** Asks one question for each thing; the answers come in the order of the things. */
export async function inTurn<Thing, Answer>(
  things: readonly Thing[],
  ask: (thing: Thing) => Promise<Answer>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  const waiting = [...things.entries()];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, thing] = next;
      answers[index] = await ask(thing);
    }
  };
  await Promise.all(Array.from({ length: atATime }, worker));
  return answers;
}
