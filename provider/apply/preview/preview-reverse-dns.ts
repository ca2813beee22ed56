import { ServiceError } from "../../api/errors";
import { SettingsError } from "../../api/settings";
import type { ProviderContext } from "../../host/context";
import { type CheckFailure, checkFailure } from "../../plan/model";
import { certainObjection, type RecordToSet, unreadOrderWarning } from "../../plan/reverse-dns";
import type { AboutOrder } from "../../schema/order";
import { recentOrder } from "./gather";

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
  if (context.memory.created.has(orderOid)) return undefined;
  const objection = (order: AboutOrder) => certainObjection(order, ip, context.client.serviceNowMs());
  // Cancelled orders are not listed, and the same run may have changed an address since it read the list.
  return objection(await recentOrder(context, orderOid, (listed) => objection(listed) === undefined));
}
