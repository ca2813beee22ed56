import type { History } from "../history";
import type { Stack } from "../models/stack";
import { orderOf } from "../models/stack-state";

/** Holds every declared server against what the service has, after a run that ended well. */
export function judgeServers(history: History, stack: Stack): void {
  for (const declared of stack.program) {
    const { name, domainName, memoryMb, dcLocation, runningState } = declared;
    const entry = stack.entryOf(declared);
    const order = history.order(entry && orderOf(entry));
    const isRight =
      order !== undefined &&
      history.accountOf(declared.provider).isActive(order) &&
      order.domainName === domainName &&
      order.memoryMb === memoryMb &&
      (dcLocation === undefined || order.dcLocation === dcLocation) &&
      (runningState !== "RUNNING" || !order.isStopped);
    if (!isRight) history.find("different", `${name}: ${order?.description}`);
    else if (runningState === "NOTRUNNING" && !order.isStopped) history.find("runs", `${name}: order ${order.oid}`);
  }
}
