import { z } from "zod";
import { addMonth, type Clock } from "../clock";
import { generateOrderOid, type Random } from "../random";
import { BillingMethod, DataCenter, Distro, Plan } from "./catalogue/catalogue";
import { defaultCatalogue } from "./catalogue/default-catalogue";
import type { WorldState } from "./context";
import { defaultHosts, Host } from "./hosts/host";
import { Order, Sizes, withRequested } from "./order";

/** Only `domainName` is required: the default is a small running VPS in the first location, bought a week ago. */
const SeedOrder = Order.partial().required({ domainName: true }).extend({ sizes: Sizes.partial().optional() });
type SeedOrder = z.infer<typeof SeedOrder>;

/** Each list that is given replaces the built-in one. `billingMethods: []` makes an account that cannot buy. */
export const Seed = z
  .strictObject({
    orders: z.array(SeedOrder),
    hosts: z.array(Host),
    distros: z.array(Distro),
    dataCenters: z.array(DataCenter),
    plans: z.array(Plan),
    billingMethods: z.array(BillingMethod),
    userOid: z.number().int(),
    usersTzOffsetMs: z.number().int(),
  })
  .partial();
export type Seed = z.infer<typeof Seed>;

const NEW_ZEALAND_SUMMER_MS = 46_800_000;
const WEEK_MS = 7 * 86_400_000;

export function worldFromSeed(seed: Seed, clock: Clock, random: Random, randomSeed: number): WorldState {
  const standard = defaultCatalogue();
  const catalogue = {
    distros: structuredClone(seed.distros ?? standard.distros),
    dataCenters: structuredClone(seed.dataCenters ?? standard.dataCenters),
    plans: structuredClone(seed.plans ?? standard.plans),
    billingMethods: structuredClone(seed.billingMethods ?? standard.billingMethods),
  };
  const state: WorldState = {
    orders: [],
    hosts: structuredClone(seed.hosts ?? defaultHosts(catalogue.dataCenters, randomSeed)),
    catalogue,
    charges: [],
    ptrRecords: {},
    userOid: seed.userOid ?? 47_110_815,
    usersTzOffsetMs: seed.usersTzOffsetMs ?? NEW_ZEALAND_SUMMER_MS,
    clockAheadMs: 0,
  };
  for (const order of seed.orders ?? []) state.orders.push(seedOrder(state, order, clock, random));
  return state;
}

function seedOrder(state: WorldState, given: SeedOrder, clock: Clock, random: Random): Order {
  const { catalogue } = state;
  const serverType = given.serverType ?? "VPS";
  const plan = catalogue.plans.find((plan) => plan.serverType === serverType) ?? catalogue.plans[0];
  const locationCode = given.locationCode ?? plan?.locationCode ?? "DCDALLAS";
  const host = state.hosts.find((host) => host.locationCode === locationCode);
  const [first, second, third] = host?.addressPrefix ?? [198, 19, 0];
  const orderedAtMs = given.orderedAtMs ?? clock.now() - WEEK_MS;
  const { sizes, ...defaults } = planDefaults(plan);
  return Order.parse({
    ...ORDER_DEFAULTS,
    ...defaults,
    orderOid: generateOrderOid(random, (oid) => state.orders.some((order) => order.orderOid === oid)),
    serverType,
    locationCode,
    hostServerOid: serverType === "VPS" ? (host?.hostServerOid ?? null) : null,
    distro: catalogue.distros[0]?.code ?? "",
    primaryIp: `${first}.${second}.${third}.${state.orders.length + 1}`,
    billingOid: catalogue.billingMethods[0]?.billingOid ?? 0,
    userOid: state.userOid,
    orderedAtMs,
    prepaidUntilMs: addMonth(orderedAtMs),
    bootedAtMs: orderedAtMs,
    installation: {
      count: 1,
      installedAtMs: orderedAtMs,
      rootPassword: "seeded10",
      files: [],
      isJustMinimalInit: false,
    },
    ...given,
    sizes: withRequested(sizes, given.sizes ?? {}),
  });
}

const ORDER_DEFAULTS = {
  controlPanel: null,
  secondaryIps: [],
  suspendedAtMs: null,
  cancellationAtMs: null,
  runningState: "RUNNING",
  isBusy: false,
  isHalfMade: false,
  installsUntilMs: null,
  metaData: [],
  features: [],
  cloneOfOid: null,
};

function planDefaults(plan: Plan | undefined) {
  const monthlyUsd = plan?.monthlyUsd ?? 0;
  const diskSpaceMb = (plan?.minimumDiskGb ?? 10) * 1024;
  return {
    planCode: plan?.code ?? "",
    vpsType: plan?.vpsType ?? "REGULAR",
    sizes: { memoryMb: plan?.minimumMemoryMb ?? 1024, diskSpaceMb, diskSpace2Mb: 0, diskSpace3Mb: 0 },
    monthlyAmount: { amt: monthlyUsd, currency: "CUR_USD", amtUsd: monthlyUsd },
    dataTransferGb: plan?.minimumDataTransferGb ?? 6,
  };
}
