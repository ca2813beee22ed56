import { type ConnectionError, connectionErrorOf } from "../../../../provider/api/connection";

/** What a failed exchange looks like to the HTTP library; what it means is for the provider's own code to say. */
const fault = (code: string, hadConnection: boolean, timedOutPhase?: string): ConnectionError =>
  connectionErrorOf({ code, timedOutPhase, hadConnection });

export const networkFaults = {
  nothingSent: () => fault("ECONNREFUSED", false),
  reset: () => fault("ECONNRESET", true),
  noAnswerInTime: () => fault("ETIMEDOUT", true, "request"),
  /** ICMP "host unreachable" while data on an established connection is not acknowledged: the request may have arrived. */
  unreachableAfterArrival: () => fault("EHOSTUNREACH", true),
} as const;
