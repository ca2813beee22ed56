import { z } from "zod";
import { MoveRequest, OrderRequest, ResizeRequest } from "../world/purchase/order-request";
import type { World } from "../world/world";

type Change = (world: World, orderOid: number, body: unknown) => void;

const Nothing = z.strictObject({});

/** A change that takes no body. */
const plain =
  (make: (world: World, orderOid: number) => void): Change =>
  (world, oid, body) => {
    Nothing.parse(body);
    make(world, oid);
  };

/** What the staff and the control panel can do to a server, by the name in the path. */
const CHANGES: { readonly [name: string]: Change } = {
  resize: (world, oid, body) => world.resizeOutside(oid, ResizeRequest.parse(body)),
  stop: plain((world, oid) => world.stopOutside(oid)),
  start: plain((world, oid) => world.startOutside(oid)),
  reinstall: (world, oid, body) => world.reinstallOutside(oid, OrderRequest.parse(body)),
  move: (world, oid, body) => world.moveOutside(oid, MoveRequest.parse(body)),
  "change-ip": (world, oid, body) => {
    world.changeIpOutside(oid, z.strictObject({ ip: z.ipv4().optional() }).parse(body).ip);
  },
  cancel: plain((world, oid) => world.cancelOutside(oid)),
  "cancel-at-period-end": plain((world, oid) => world.cancelAtPeriodEndOutside(oid)),
  suspend: plain((world, oid) => world.suspendOutside(oid)),
  resume: plain((world, oid) => world.resumeOutside(oid)),
};

export const CHANGE_NAMES = Object.keys(CHANGES);

export function findChange(name: string): Change | undefined {
  return Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
}

export function placeOutside(world: World, body: unknown): number {
  return world.placeOrder(OrderRequest.parse(body)).orderOid;
}
