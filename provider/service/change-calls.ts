import { type MoveRequest, moveToWire, sizesToWire, type VpsSizes } from "../vps/wire-request";
import { orderOidOf, paths, type WhichOrder } from "./paths";
import type { CallOptions, Send } from "./send";
import type { RunningStateTarget } from "./wire/server";

/** Calls that change a server or end its order. Each returns when the work is done. */
export const changingCalls = (send: Send) => ({
  /** Starts, stops or restarts a server. A stopped server is billed like a running one. */
  setRunningState: async (which: WhichOrder, state: RunningStateTarget, options?: CallOptions) => {
    const { runningStateMessages, ...rest } = await send({
      call: "setRunningState",
      activity: `Setting order ${orderOidOf(which)} to ${state}`,
      path: paths.runningState(which),
      body: { json: { running_state_change_request: { running_state: state } } },
      ...options,
    });
    return { ...rest, messages: runningStateMessages ?? [] };
  },

  /**
   * Changes memory and disks, with a restart; the difference in price is billed at once. Check `wereResourcesChanged`.
   * The service's answer holds a stale order, so this returns none: read the order again.
   */
  resize: async (which: WhichOrder, sizes: VpsSizes, options?: CallOptions) => {
    const { resourceChangeResult } = await send({
      call: "resize",
      activity: `Resizing order ${orderOidOf(which)}`,
      path: paths.parameters(which),
      body: { json: { running_vps_data: sizesToWire(sizes) } },
      ...options,
    });
    const { resourceChangeMessages, ...change } = resourceChangeResult;
    return { ...change, messages: resourceChangeMessages ?? [] };
  },

  /** Moves a running server to another host: 5 to 10 minutes per GB in use. Its address may change. */
  move: async (which: WhichOrder, request: MoveRequest, options?: CallOptions) => {
    const { aboutOrder, moveMessages, runningVpsInfo } = await send({
      call: "move",
      activity: `Moving order ${orderOidOf(which)} to another host`,
      path: paths.hostServer(which),
      body: { json: { vps_move_request: moveToWire(request) } },
      orderOid: orderOidOf(which),
      ...options,
    });
    return { order: aboutOrder, runningVpsInfo, messages: moveMessages ?? [] };
  },

  /** Shuts the server down, deletes it, cancels the order and credits unused time. Read the order to confirm it. */
  deleteVps: async (which: WhichOrder, options?: CallOptions) => {
    const { cancelMessages = [] } = await send({
      call: "deleteVps",
      activity: `Cancelling order ${orderOidOf(which)}`,
      path: paths.vps(which),
      ...options,
    });
    return { cancelMessages };
  },

  /** Ends the order when the paid period ends. The server keeps running until then. */
  cancelAtPeriodEnd: async (which: WhichOrder, options?: CallOptions) =>
    send({
      call: "cancelAtPeriodEnd",
      activity: `Cancelling order ${orderOidOf(which)} at the end of its period`,
      path: paths.cancelled(which),
      ...options,
    }),

  /** Sets the name that an address resolves to; an empty name clears it. Without an address, sets that of the server's first one. */
  setPtr: async (which: WhichOrder, ip: string | undefined, name: string, options?: CallOptions) =>
    send({
      call: "setPtr",
      activity: `Setting the reverse DNS of ${ip ?? `the first address of order ${orderOidOf(which)}`}`,
      path: paths.ptr(which, ip),
      body: { form: { domain_name: name } },
      ...options,
    }),
});
