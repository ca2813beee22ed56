import type { ClientRequest } from "node:http";
import type { Socket } from "node:net";
import { TLSSocket } from "node:tls";

/** What is known of a request's connection. Nothing of the request leaves this machine before it stands. */
export type Standing = {
  /** Takes in the request as soon as there is one. */
  watch: (request: ClientRequest) => void;
  /** `false` only where it is certain: a request was made, and its connection never came to stand. */
  hadConnection: () => boolean;
};

/** Node hands a tunnel through a proxy over when TLS is agreed upon, and any other socket while it is being connected. */
const whenItStands = (socket: Socket, stands: () => void): void => {
  if (!socket.connecting) stands();
  else socket.once(socket instanceof TLSSocket ? "secureConnect" : "connect", stands);
};

export const createStanding = (onceItStands: () => void): Standing => {
  let state: "no-request" | "connecting" | "stands" = "no-request";
  return {
    watch: (request) => {
      state = "connecting";
      request.once("socket", (socket) =>
        whenItStands(socket, () => {
          state = "stands";
          onceItStands();
        }),
      );
    },
    hadConnection: () => state !== "connecting",
  };
};
