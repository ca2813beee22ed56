import type { Fault } from "../../../simulator/src/index";

/** What can go wrong with a call that changes a server, by what is said of the call. */
export const mishaps: Record<string, Pick<Fault, "how" | "moment">> = {
  "is refused": { how: { status: 400 } },
  "is rejected": { how: { status: 429, retryAfter: "1" } },
  "is lost in transit": { how: "reset" },
  "loses its answer": { how: "reset", moment: "after-work" },
  "is answered with a page": { how: { status: 502, body: "html" }, moment: "after-work" },
};
