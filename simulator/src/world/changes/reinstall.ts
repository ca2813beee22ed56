import { generatePassword } from "../../random";
import { getActiveVps, refuseIfCancelled, type WorldContext } from "../context";
import { findHost, freeRoom, hasRoom } from "../hosts/capacity";
import { listPrice, reprice } from "../money/repricing";
import { type Order, withRequested } from "../order";
import type { OrderRequest } from "../purchase/order-request";
import { boot, type ForcedRefusal } from "../purchase/purchase";
import { reinstallProblems } from "../purchase/request-rules";
import { Refusal } from "../refusal";

/** Stops the VPS and wipes its disks. Order, addresses, location and price stay; sizes change only if given. */
export function beginReinstall(
  context: WorldContext,
  orderOid: number,
  request: OrderRequest,
  forced?: ForcedRefusal,
): Order {
  const order = getActiveVps(context, orderOid);
  const problems = reinstallProblems(context, request);
  if (problems.length > 0) throw new Refusal(problems);
  applySizes(context, order, request, forced);
  order.runningState = "NOTRUNNING";
  order.isBusy = true;
  context.save(order);
  return order;
}

export function finishReinstall(context: WorldContext, order: Order, request: OrderRequest): void {
  refuseIfCancelled(context, order);
  const previous = order.installation;
  order.domainName = request.domainName ?? order.domainName;
  order.distro = request.distro ?? order.distro;
  order.controlPanel = request.controlPanel ?? null;
  order.installation = {
    count: previous.count + 1,
    installedAtMs: context.clock.now(),
    rootPassword: request.password ?? generatePassword(context.random),
    cloudConfigData: request.cloudConfigData,
    files: (request.files ?? []).map((file) => ({ ...file })),
    isJustMinimalInit: request.isJustMinimalInit ?? false,
  };
  applyTags(context, order, request);
  order.isBusy = false;
  boot(context, order);
  context.save(order);
}

function applyTags(context: WorldContext, order: Order, request: OrderRequest): void {
  if (context.variants.reinstallTags === "drop") order.metaData = [];
  if (context.variants.reinstallTags === "replace" && request.metaData !== undefined) {
    order.metaData = request.metaData.map((tag) => ({ ...tag }));
  }
}

function applySizes(context: WorldContext, order: Order, { sizes }: OrderRequest, forced: ForcedRefusal): void {
  const wanted = withRequested(order.sizes, sizes ?? {});
  const host = order.hostServerOid === null ? undefined : findHost(context, order.hostServerOid);
  const free = host === undefined ? undefined : freeRoom(context, host);
  const more = {
    memoryMb: wanted.memoryMb - order.sizes.memoryMb,
    diskSpaceMb: wanted.diskSpaceMb - order.sizes.diskSpaceMb,
    diskSpace2Mb: wanted.diskSpace2Mb - order.sizes.diskSpace2Mb,
    diskSpace3Mb: wanted.diskSpace3Mb - order.sizes.diskSpace3Mb,
  };
  if (Object.values(more).every((mb) => mb === 0)) return;
  if (forced === "no-capacity" || free === undefined || !hasRoom(free, more)) {
    throw new Refusal([{ text: "The host server does not have enough free resources." }], {
      errorClass: "NoCapacityException",
    });
  }
  reprice(context, order, listPrice(context, order, wanted));
  order.sizes = wanted;
}
