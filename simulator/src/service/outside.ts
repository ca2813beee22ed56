import { z } from "zod";
import { InjectedFile, Sizes, Tag, VpsType } from "../world/order";
import { PRICING_CHANGE_OPTIONS } from "../world/purchase/order-request";
import type { World } from "../world/world";

const RequestedSizes = z.strictObject(Sizes.shape).partial();

const OrderRequest = z
  .strictObject({
    domainName: z.string(),
    distro: z.string(),
    password: z.string(),
    controlPanel: z.string(),
    cloudConfigData: z.string(),
    clone: z.strictObject({ orderOid: z.number().int() }),
    sizes: RequestedSizes,
    dcLocation: z.string(),
    pricingPlanCode: z.string(),
    billingOid: z.number().int(),
    userOid: z.number().int(),
    hostServerOid: z.string(),
    minVmDiskFreeGb: z.number(),
    isSsdHostRequired: z.boolean(),
    features: z.array(z.string()),
    numIps: z.number().int(),
    extraIpReason: z.string(),
    requestedIps: z.array(z.string()),
    metaData: z.array(Tag),
    files: z.array(InjectedFile),
    isJustMinimalInit: z.boolean(),
    vpsType: VpsType,
  })
  .partial();

const MoveRequest = z
  .strictObject({
    isUpdateDns: z.boolean(),
    moveReason: z.string(),
    pricingChangeOption: z.enum(PRICING_CHANGE_OPTIONS),
    hostServerOid: z.string(),
  })
  .partial();

const Nothing = z.strictObject({});

type Change = (world: World, orderOid: number, body: unknown) => void;

/** What the staff and the control panel can do to a server, by the name in the path. */
const CHANGES: { readonly [name: string]: Change } = {
  resize: (world, oid, body) => world.resizeOutside(oid, RequestedSizes.parse(body)),
  stop: (world, oid, body) => {
    Nothing.parse(body);
    world.stopOutside(oid);
  },
  start: (world, oid, body) => {
    Nothing.parse(body);
    world.startOutside(oid);
  },
  reinstall: (world, oid, body) => world.reinstallOutside(oid, OrderRequest.parse(body)),
  move: (world, oid, body) => world.moveOutside(oid, MoveRequest.parse(body)),
  "change-ip": (world, oid, body) => {
    world.changeIpOutside(oid, z.strictObject({ ip: z.ipv4().optional() }).parse(body).ip);
  },
  cancel: (world, oid, body) => {
    Nothing.parse(body);
    world.cancelOutside(oid);
  },
  "cancel-at-period-end": (world, oid, body) => {
    Nothing.parse(body);
    world.cancelAtPeriodEndOutside(oid);
  },
  suspend: (world, oid, body) => {
    Nothing.parse(body);
    world.suspendOutside(oid);
  },
  resume: (world, oid, body) => {
    Nothing.parse(body);
    world.resumeOutside(oid);
  },
};

export const CHANGE_NAMES = Object.keys(CHANGES);

export function findChange(name: string): Change | undefined {
  return Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined;
}

export function placeOutside(world: World, body: unknown): number {
  return world.placeOrder(OrderRequest.parse(body)).orderOid;
}
