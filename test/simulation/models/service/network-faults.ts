import type { ConnectionError } from "../../../../provider/api/connection/connection";
import { connectionErrorOf } from "../../../../provider/api/connection/connection-error";

/** What a failed exchange looks like to the HTTP library; what it means is for the provider's own code to say. */
const fault = (code: string, syscall: string, wasSecured: boolean, timedOutPhase?: string): ConnectionError =>
  connectionErrorOf({ code, cause: { code, syscall }, timedOutPhase, wasSecured, isProxied: false });

export const networkFaults = {
  nothingSent: () => fault("ECONNREFUSED", "connect", false),
  reset: () => fault("ECONNRESET", "read", true),
  noAnswerInTime: () => fault("ETIMEDOUT", "read", true, "request"),
  /** ICMP "host unreachable" while data on an established connection is not acknowledged: the request may have arrived. */
  unreachableAfterArrival: () => fault("EHOSTUNREACH", "read", true),
} as const;
