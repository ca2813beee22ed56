import { type NewVpsRequest, requestToWire } from "../../schema/request/new-vps-request";
import { type ReinstallRequest, reinstallToWire } from "../../schema/request/reinstall-request";
import { paths } from "../paths";
import type { Redactor } from "../redactor";
import { registerSecretsOf } from "../secrets-of";
import type { CallOptions, Send } from "../sending/send";
import { NewVpsAnswer, ReinstallAnswer } from "./answers";
import { isAnotherOrder } from "./same-order";

type Installed = {
  newOrderRequest?: { instantiationOptions?: { password?: string } };
  setupMessages?: string[];
};

/** The password from the echo, and the messages without it: it may be one that the service made up just now. */
const passwordAndMessages = ({ newOrderRequest, setupMessages }: Installed, redactor: Redactor) => {
  const password = newOrderRequest?.instantiationOptions?.password;
  redactor.register(password);
  return {
    setupMessages: (setupMessages ?? []).map(redactor.clean),
    ...(password === undefined ? {} : { password }),
  };
};

/** Calls that write an image. They answer when the server has booted: minutes, not seconds. */
export const installingCalls = (send: Send, redactor: Redactor) => ({
  /** Buys a server. Never repeated once it may have been sent: see the retry table. */
  newVps: async (request: NewVpsRequest, options?: CallOptions) => {
    registerSecretsOf(redactor, request);
    const { answer } = await send(
      {
        call: "newVps",
        doing: `Ordering "${request.domainName}"`,
        path: paths.newVps(),
        body: { json: { new_order_request: requestToWire(request) } },
        answer: NewVpsAnswer,
      },
      options,
    );
    const { aboutOrder, runningVpsInfo } = answer;
    return { order: aboutOrder, runningVpsInfo, ...passwordAndMessages(answer, redactor) };
  },

  /** Wipes the server and installs it anew. Order, address and bill stay; all data is lost. */
  reinstall: async (oid: number, request: ReinstallRequest, options?: CallOptions) => {
    registerSecretsOf(redactor, request);
    const { answer } = await send(
      {
        call: "reinstall",
        doing: `Reinstalling order ${oid}`,
        path: paths.reinstall(oid),
        body: { json: { new_order_request: reinstallToWire(request) } },
        answer: ReinstallAnswer,
        check: ({ aboutOrder }) => isAnotherOrder(aboutOrder, oid),
      },
      options,
    );
    const { aboutOrder, runningVpsInfo } = answer;
    return { order: aboutOrder, runningVpsInfo, ...passwordAndMessages(answer, redactor) };
  },
});
