import { generatePassword } from "../../random";
import { type Books, getActiveVps, refuseIfCancelled } from "../books";
import { findHost, freeRoom, hasRoom } from "../hosts/capacity";
import { listPrice, reprice } from "../money/repricing";
import type { Order, Sizes } from "../order";
import type { OrderRequest } from "../purchase/order-request";
import { boot, type Pretence } from "../purchase/purchase";
import { reinstallProblems } from "../purchase/request-rules";
import { Refusal } from "../refusal";

/** Stops the VPS and wipes its disks. Order, addresses, location and price stay; sizes change only if given. */
export function beginReinstall(books: Books, orderOid: number, request: OrderRequest, pretence: Pretence = {}): Order {
  const order = getActiveVps(books, orderOid);
  const problems = reinstallProblems(books, request, order);
  if (problems.length > 0) throw new Refusal(problems);
  applySizes(books, order, request, pretence);
  order.runningState = "NOTRUNNING";
  order.isBusy = true;
  books.save(order);
  return order;
}

export function finishReinstall(books: Books, order: Order, request: OrderRequest): void {
  refuseIfCancelled(books, order);
  const previous = order.installation;
  const keptPassword = books.variants.reinstallPassword === "kept" ? previous.rootPassword : undefined;
  order.domainName = request.domainName ?? order.domainName;
  order.distro = request.distro ?? order.distro;
  order.controlPanel = request.controlPanel ?? null;
  order.installation = {
    count: previous.count + 1,
    installedAtMs: books.clock.now(),
    rootPassword: request.password ?? keptPassword ?? generatePassword(books.random),
    cloudConfigData: request.cloudConfigData,
    files: (request.files ?? []).map((file) => ({ ...file })),
    isJustMinimalInit: request.isJustMinimalInit ?? false,
  };
  applyTags(books, order, request);
  order.isBusy = false;
  boot(books, order);
  books.save(order);
}

function applyTags(books: Books, order: Order, request: OrderRequest): void {
  if (books.variants.reinstallTags === "drop") order.metaData = [];
  if (books.variants.reinstallTags === "replace" && request.metaData !== undefined) {
    order.metaData = request.metaData.map((tag) => ({ ...tag }));
  }
}

function applySizes(books: Books, order: Order, { sizes }: OrderRequest, pretence: Pretence): void {
  const wanted: Sizes = {
    memoryMb: sizes?.memoryMb ?? order.sizes.memoryMb,
    diskSpaceMb: sizes?.diskSpaceMb ?? order.sizes.diskSpaceMb,
    diskSpace2Mb: sizes?.diskSpace2Mb ?? order.sizes.diskSpace2Mb,
    diskSpace3Mb: sizes?.diskSpace3Mb ?? order.sizes.diskSpace3Mb,
  };
  const host = order.hostServerOid === null ? undefined : findHost(books, order.hostServerOid);
  const free = host === undefined ? undefined : freeRoom(books, host);
  const more = {
    memoryMb: wanted.memoryMb - order.sizes.memoryMb,
    diskSpaceMb: wanted.diskSpaceMb - order.sizes.diskSpaceMb,
    diskSpace2Mb: wanted.diskSpace2Mb - order.sizes.diskSpace2Mb,
    diskSpace3Mb: wanted.diskSpace3Mb - order.sizes.diskSpace3Mb,
  };
  if (Object.values(more).every((mb) => mb === 0)) return;
  if (pretence.isFull || free === undefined || !hasRoom(free, more)) {
    throw new Refusal([{ text: "The host server does not have enough free resources." }], {
      errorClass: "NoCapacityException",
    });
  }
  reprice(books, order, listPrice(books, order, wanted));
  order.sizes = wanted;
}
