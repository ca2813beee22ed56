import type { Transport } from "../../api/connection";

/** An answer as it arrived. */
export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly contentType: string | undefined;
  readonly date: string | undefined;
  readonly body: string;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** A network that remembers what came over it. */
export function recording(transport: Transport, nowMs: () => number): { transport: Transport; recorded: Recorded[] } {
  const recorded: Recorded[] = [];
  return {
    recorded,
    transport: async (request) => {
      const sentMs = nowMs();
      const answer = await transport(request);
      const { contentType, date, body } = answer;
      recorded.push({ method: request.method, url: request.url, contentType, date, body, sentMs, receivedMs: nowMs() });
      return answer;
    },
  };
}
