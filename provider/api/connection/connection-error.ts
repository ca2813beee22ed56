import { ConnectionError } from "./connection";

/** What an HTTP library can tell about a request that got no answer. */
export type Fault = {
  code: string;
  /** The phase whose time was up, if that was the reason. */
  timedOutPhase?: string | undefined;
  /** Whether the connection had come to stand, TLS and a proxy's tunnel included. */
  hadConnection: boolean;
};

const certificateCode =
  /^(CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|INVALID_CA|HOSTNAME_MISMATCH|ERR_TLS_|PATH_LENGTH|CRL_)/;
const handshakeCode = /^(EPROTO$|ERR_SSL_)/;

/**
 * Whether the request can have arrived; in doubt it can, as a mistake here buys a server twice. The code does not tell: a
 * router's "host unreachable" ends a connection that stands, too, with data on it that may have passed.
 */
export const connectionErrorOf = ({ code, timedOutPhase, hadConnection }: Fault): ConnectionError => {
  if (hadConnection) return new ConnectionError("no-answer", code);
  if (certificateCode.test(code) || handshakeCode.test(code)) return new ConnectionError("certificate", code);
  return new ConnectionError("not-sent", timedOutPhase === undefined ? code : `${code} in ${timedOutPhase}`);
};
