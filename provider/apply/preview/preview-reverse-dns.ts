import { ServiceError } from "../../api/errors";
import { SettingsError } from "../../api/settings";
import { type CheckFailure, checkFailure } from "../../plan/model";
import { certainObjection, type RecordToSet, unreadOrderWarning } from "../../plan/reverse-dns";
import type { ProviderContext } from "../context";
import { recentOrders } from "../order-list";

/** A preview is worth a short wait, retries included. */
const options = { deadlineMs: 15_000 } as const;

/** Finds out, for the previews of one host process, whether records can be set. Sets none. */
export class ReverseDnsPreview {
  #isUnreadable = false;

  /** Why this record could not be set. Asks for the one list of the run, and for an order only if that list speaks against it. */
  async check(
    makeContext: () => ProviderContext,
    record: RecordToSet,
    urn: string | undefined,
  ): Promise<CheckFailure[]> {
    if (this.#isUnreadable) return [];
    try {
      const objection = await objectionTo(makeContext(), record);
      return objection === undefined ? [] : [checkFailure(objection)];
    } catch (error) {
      if (error instanceof SettingsError) return [checkFailure(error.message)];
      if (!(error instanceof ServiceError)) throw error;
      if (error.outcome === "refused") return [checkFailure(error.message)];
      // Waiting again for each record would take long, and would find out no more.
      this.#isUnreadable = true;
      makeContext().reporter.warn(urn, unreadOrderWarning(error.message));
      return [];
    }
  }
}

async function objectionTo(context: ProviderContext, { orderOid, ip }: RecordToSet): Promise<string | undefined> {
  // The `up` calls this right before it sets the record, which looks by itself.
  if (context.memory.isBought(orderOid)) return undefined;
  const nowMs = context.client.serviceNowMs();
  const listed = (await recentOrders(context)).find((order) => order.orderOid === orderOid);
  if (listed !== undefined && certainObjection(listed, ip, nowMs) === undefined) return undefined;
  // Cancelled orders are not listed, and the same run may have changed an address since it read the list.
  return certainObjection(await context.client.getOrder(orderOid, options), ip, nowMs);
}
