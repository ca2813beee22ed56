import { createClient, type ReadingClient } from "../../service/client";
import type { Settings } from "../../service/settings";
import type { CommandContext } from "../command/command";
import { messageOf } from "../command/errors";
import { counted } from "../terminal/format";
import { type Check, ok, problem } from "./check";

/** Whether the service answers, whether it takes the key, and whether anything can be bought with it. */
export async function accountChecks(settings: Settings, network: CommandContext["network"]): Promise<Check[]> {
  const client: ReadingClient = createClient(settings, network);
  const address = await tried("address", async () => {
    await client.dataCenters();
    return ok("address", `${settings.baseUrl} answers`);
  });
  if (!address.isOk || settings.apiKey === undefined) return [address];
  const key = await tried("key", async () => {
    const { orders } = await client.listOrders();
    return ok("key", `accepted; ${counted(orders.length, "active order")}`);
  });
  return key.isOk ? [address, key, await tried("billing", () => billing(client))] : [address, key];
}

/** A question that may fail. */
async function tried(name: string, ask: () => Promise<Check>): Promise<Check> {
  try {
    return await ask();
  } catch (error) {
    return problem(name, messageOf(error));
  }
}

async function billing(client: ReadingClient): Promise<Check> {
  const methods = await client.billingMethods();
  return methods.length > 0
    ? ok("billing", counted(methods.length, "method"))
    : problem(
        "billing",
        "the account has no billing method, so nothing can be bought. Add one in the service's control panel.",
      );
}
