import type { Step } from "../../../provider/server/server";
import type { AboutOrder } from "../../../provider/service/wire/order";

/** How the service may behave; what is unknown is tested both ways. */
export interface Habits {
  readonly resizeStartsStopped: boolean;
}

export interface ModelServer {
  readonly order: AboutOrder;
  readonly boots: number;
}

/** Applies one call to a server, by the API reference. Throws if the service would refuse it. */
export function afterStep({ order, boots }: ModelServer, step: Step, habits: Habits): ModelServer {
  const running = { ...order, runningState: "RUNNING" };
  const isStopped = order.runningState === "NOTRUNNING";
  switch (step.kind) {
    case "start":
      return { order: running, boots: isStopped ? boots + 1 : boots };
    case "stop":
      return { order: { ...order, runningState: "NOTRUNNING" }, boots };
    case "restart":
      return { order: running, boots: boots + 1 };
    case "move":
      if (isStopped) throw new Error("only a running server can be moved");
      return { order: { ...order, hostServerOid: "hostServerOid" in step ? step.hostServerOid : "1500" }, boots };
    case "resize": {
      const sizes = Object.entries(step.sizes).filter(([, size]) => size !== undefined);
      const resized = { ...order, vpsParameters: { ...order.vpsParameters, ...Object.fromEntries(sizes) } };
      const isUp = !isStopped || habits.resizeStartsStopped;
      return { order: { ...resized, runningState: isUp ? "RUNNING" : "NOTRUNNING" }, boots: isUp ? boots + 1 : boots };
    }
    case "reinstall":
      return { order: running, boots: boots + 1 };
    default:
      return step satisfies never;
  }
}
