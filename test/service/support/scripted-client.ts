import { type Client, createClient } from "../../../provider/service/client";
import type { ClientContext } from "../../../provider/service/send";
import { resolveSettings, type Settings } from "../../../provider/service/settings";

/** A key that is easy to spot wherever it should not appear. */
export const keyCanary = "canary-key-7f3a9c";

export const settingsFor = (baseUrl: string, more: Record<string, unknown> = {}): Settings =>
  resolveSettings({ provider: { baseUrl, apiKey: keyCanary, ...more } });

/** A client whose clock advances only while it sleeps, which takes no real time. */
export const clientWithClock = (
  baseUrl: string,
  context: Partial<ClientContext> = {},
  settings: Record<string, unknown> = {},
): { client: Client; sleeps: number[] } => {
  const sleeps: number[] = [];
  let nowMs = Date.UTC(2026, 0, 1);
  const client = createClient(settingsFor(baseUrl, settings), {
    clock: () => nowMs,
    random: () => 0.5,
    sleep: async (ms) => {
      sleeps.push(ms);
      nowMs += ms;
    },
    ...context,
  });
  return { client, sleeps };
};
