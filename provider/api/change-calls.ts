import { type MoveRequest, moveToWire, sizesToWire, type VpsSizes } from "../schema/requests";
import type { RunningStateTarget } from "../schema/server";
import { DeleteAnswer, isAnotherOrder, MoveAnswer, PlainAnswer, ResizeAnswer, RunningStateAnswer } from "./answers";
import { paths } from "./paths";
import type { CallOptions, Send } from "./send";

/** Calls that change a server or end its order. Each answers when the work is done. */
export const changingCalls = (send: Send) => ({
  /** Starts, stops or restarts. A stopped server is billed like a running one. */
  setRunningState: async (oid: number, state: RunningStateTarget, options?: CallOptions) => {
    const { answer, message } = await send(
      {
        call: "setRunningState",
        doing: `Setting order ${oid} to ${state}`,
        path: paths.runningState(oid),
        body: { json: { running_state_change_request: { running_state: state } } },
        answer: RunningStateAnswer,
      },
      options,
    );
    const { runningStateMessages, ...rest } = answer;
    return { ...rest, messages: runningStateMessages ?? [], message };
  },

  /**
   * Changes memory and disks, with a restart; the difference in price is billed at once. Look at `wereResourcesChanged`.
   * The order in the service's answer is stale, so none is given: read it again.
   */
  resize: async (oid: number, sizes: VpsSizes, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "resize",
        doing: `Resizing order ${oid}`,
        path: paths.parameters(oid),
        body: { json: { running_vps_data: sizesToWire(sizes) } },
        answer: ResizeAnswer,
      },
      options,
    );
    const { resourceChangeMessages, ...change } = answer.resourceChangeResult;
    return { ...change, messages: resourceChangeMessages ?? [] };
  },

  /** Moves a running server to another host: 5 to 10 minutes per GB in use. Its address may change. */
  move: async (oid: number, request: MoveRequest, options?: CallOptions) => {
    const { answer } = await send(
      {
        call: "move",
        doing: `Moving order ${oid} to another host`,
        path: paths.hostServer(oid),
        body: { json: { vps_move_request: moveToWire(request) } },
        answer: MoveAnswer,
        check: ({ aboutOrder }) => isAnotherOrder(aboutOrder, oid),
      },
      options,
    );
    const { aboutOrder, moveMessages, runningVpsInfo } = answer;
    return { order: aboutOrder, runningVpsInfo, messages: moveMessages ?? [] };
  },

  /** Shuts the server down, deletes it, cancels the order and credits unused time. Read the order to be sure. */
  deleteVps: async (oid: number, options?: CallOptions) => {
    const { answer } = await send(
      { call: "deleteVps", doing: `Cancelling order ${oid}`, path: paths.vps(oid), answer: DeleteAnswer },
      options,
    );
    return { cancelMessages: answer.cancelMessages ?? [] };
  },

  /** Lets the order end with the period that is paid for. The server runs on until then. */
  cancelAtPeriodEnd: async (oid: number, options?: CallOptions) => {
    const { message } = await send(
      {
        call: "cancelAtPeriodEnd",
        doing: `Cancelling order ${oid} at the end of its period`,
        path: paths.cancelled(oid),
        answer: PlainAnswer,
      },
      options,
    );
    return { message };
  },

  /** Sets the name that an address resolves to; an empty name clears it. Without an address: the server's first one. */
  setPtr: async (oid: number, ip: string | undefined, name: string, options?: CallOptions) => {
    const { message } = await send(
      {
        call: "setPtr",
        doing: `Setting the reverse DNS of ${ip ?? `the first address of order ${oid}`}`,
        path: paths.ptr(oid, ip),
        body: { form: { domain_name: name } },
        answer: PlainAnswer,
      },
      options,
    );
    return { message };
  },
});
