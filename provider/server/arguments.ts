import type { z } from "zod";
import { namesIn, nearest } from "../service/names";
import type { AboutOrder } from "../service/wire/order";
import type { ArgumentValues } from "./argument-values";

/**
 * What changing an argument does to a running server:
 *
 * - `resize`: PUT parameters; restarts, billed pro rata
 * - `move`: PUT host-server; long, the IP may change
 * - `image`: PUT reinstall; data lost, order and IP kept. `onImageChange` makes it a replacement, or forbids it
 * - `first-boot`: recorded; takes effect at the next install
 * - `power`: PUT running-state, start or stop
 * - `restart`: PUT running-state, restart
 * - `replace`: this order is cancelled, then another server is ordered; data and IP lost
 * - `refused`: no call can change it, and a new server is not bought for that
 * - `behaviour`: recorded; changes how the provider behaves
 */
export type Effect =
  | "resize"
  | "move"
  | "image"
  | "first-boot"
  | "power"
  | "restart"
  | "replace"
  | "refused"
  | "behaviour";

/** The part of an order's body that has an argument, under the argument's own name with underscores. */
export type BodyPart = "order" | "instantiation_options" | "vps_parameters";

interface Row {
  /** What a program may set. The building blocks are passed in: a program that declares servers does not load zod. */
  readonly schema: (values: ArgumentValues) => z.ZodType;
  readonly effect: Effect;
  /** Absent: a purchase does not carry it. The last two are written into the field of another argument. */
  readonly sent?: BodyPart | "within cloudConfigData" | "within fileInjectionData";
  /** The value must never appear in a log, an error, a price request or an unencrypted state. */
  readonly isSecret?: true;
  /** The price of a server depends on it. */
  readonly isPriced?: true;
  /** Messages quote its values, which are short and no secret. */
  readonly isQuoted?: true;
  /** It cannot get smaller. */
  readonly onlyGrows?: true;
  /** Only a change of it does something: its first value is recorded. */
  readonly isTrigger?: true;
  /** Its current value as an order reports it. Absent: no order reports it. */
  readonly live?: (order: AboutOrder) => unknown;
  /** What other providers and the service's own pages call it: too different for a comparison of letters to find. */
  readonly otherNames?: readonly string[];
}

/** Every argument of a `Vps`, once. Schemas, requests, diff, records, secrets, prices and the documentation's tables follow from it. */
export const vpsRows = {
  domainName: {
    schema: (values) => values.domainName,
    effect: "replace",
    sent: "instantiation_options",
    isQuoted: true,
    live: (order) => order.domainName,
    otherNames: ["name", "hostname", "fqdn", "label", "domain"],
  },
  distro: {
    schema: (values) => values.text,
    effect: "image",
    sent: "instantiation_options",
    isQuoted: true,
    live: (order) => order.distro,
    otherNames: ["image", "os", "operatingsystem", "distribution", "template"],
  },
  dcLocation: {
    schema: (values) => values.text,
    effect: "replace",
    sent: "order",
    isQuoted: true,
    isPriced: true,
    live: (order) => order.location?.dataCenterLocationCode,
    otherNames: ["region", "location", "datacenter", "datacentre", "zone"],
  },
  pricingPlanCode: {
    schema: (values) => values.text,
    effect: "refused",
    sent: "order",
    isPriced: true,
    otherNames: ["plan", "plancode", "size", "type", "instancetype", "servertype", "flavor"],
  },
  controlPanel: { schema: (values) => values.anyText, effect: "image", sent: "instantiation_options", isQuoted: true },
  vpsType: {
    schema: (values) => values.choice(["LOW_CONTENTION", "REGULAR", "DEDICATED"]),
    effect: "replace",
    sent: "order",
    isQuoted: true,
    isPriced: true,
  },
  features: { schema: (values) => values.text, effect: "replace", sent: "order", isPriced: true },
  isSsdHostRequired: { schema: (values) => values.flag, effect: "replace", sent: "order", isPriced: true },
  hostServerSelector: { schema: (values) => values.hostSelector, effect: "replace", sent: "order" },
  memoryMb: {
    schema: (values) => values.wholeNumber("MB", 1),
    effect: "resize",
    sent: "vps_parameters",
    isQuoted: true,
    isPriced: true,
    live: (order) => order.vpsParameters?.memoryMb,
    otherNames: ["ram", "mem", "memory"],
  },
  diskSpaceMb: {
    schema: (values) => values.wholeNumber("MB", 1),
    effect: "resize",
    sent: "vps_parameters",
    isQuoted: true,
    onlyGrows: true,
    isPriced: true,
    live: (order) => order.vpsParameters?.diskSpaceMb,
    otherNames: ["disk", "disksize", "diskmb", "diskgb", "storage"],
  },
  diskSpace2Mb: {
    schema: (values) => values.wholeNumber("MB", 0),
    effect: "resize",
    sent: "vps_parameters",
    isQuoted: true,
    onlyGrows: true,
    isPriced: true,
    live: (order) => order.vpsParameters?.diskSpace2Mb,
  },
  diskSpace3Mb: {
    schema: (values) => values.wholeNumber("MB", 0),
    effect: "resize",
    sent: "vps_parameters",
    isQuoted: true,
    onlyGrows: true,
    isPriced: true,
    live: (order) => order.vpsParameters?.diskSpace3Mb,
  },
  password: {
    schema: (values) => values.text,
    effect: "first-boot",
    sent: "instantiation_options",
    isSecret: true,
    otherNames: ["rootpassword", "adminpassword", "rootpass"],
  },
  sshAuthorizedKeys: {
    schema: (values) => values.sshKeys,
    effect: "first-boot",
    sent: "within fileInjectionData",
    otherNames: ["sshkeys", "sshkey", "keys", "authorizedkeys", "publickeys"],
  },
  cloudConfig: {
    schema: (values) => values.cloudConfig,
    effect: "first-boot",
    sent: "within cloudConfigData",
    isSecret: true,
  },
  cloudConfigData: {
    schema: (values) => values.cloudConfigData,
    effect: "first-boot",
    sent: "instantiation_options",
    isSecret: true,
    otherNames: ["userdata", "cloudinit"],
  },
  fileInjectionData: {
    schema: (values) => values.files,
    effect: "first-boot",
    sent: "order",
    isSecret: true,
    otherNames: ["files"],
  },
  isJustMinimalInit: { schema: (values) => values.flag, effect: "first-boot", sent: "order" },
  billingOid: {
    schema: (values) => values.oid,
    effect: "refused",
    sent: "order",
    live: (order) => order.billingOid,
    otherNames: ["billing", "billingmethod"],
  },
  userOid: { schema: (values) => values.oid, effect: "refused", sent: "order", otherNames: ["user", "owner"] },
  hostServerOid: {
    schema: (values) => values.hostServerOid,
    effect: "move",
    sent: "order",
    isQuoted: true,
    live: (order) => order.hostServerOid,
    otherNames: ["host", "hostserver", "hostid"],
  },
  ipRequest: {
    schema: (values) => values.ipRequest,
    effect: "replace",
    sent: "order",
    isPriced: true,
    otherNames: ["ip", "ips", "ipaddresses", "numips"],
  },
  metaData: {
    schema: (values) => values.tags,
    effect: "refused",
    sent: "order",
    otherNames: ["tags", "labels", "meta"],
  },
  instantiationViaCloneOptions: {
    schema: (values) => values.clone,
    effect: "replace",
    sent: "order",
    isPriced: true,
  },
  runningState: {
    schema: (values) => values.power,
    effect: "power",
    live: ({ runningState }) => powerIn(runningState),
    otherNames: ["state", "powerstate", "status", "running"],
  },
  onImageChange: { schema: (values) => values.choice(["reinstall", "replace", "forbid"]), effect: "behaviour" },
  reinstallOnFirstBootChange: { schema: (values) => values.flag, effect: "behaviour" },
  reinstallTriggers: { schema: (values) => values.triggers, effect: "image", isTrigger: true },
  restartTriggers: { schema: (values) => values.triggers, effect: "restart", isTrigger: true },
  restartMethod: { schema: (values) => values.choice(["RESTARTING", "POWERCYCLING"]), effect: "behaviour" },
  move: { schema: (values) => values.move, effect: "behaviour" },
  cancel: { schema: (values) => values.choice(["immediately", "at-period-end"]), effect: "behaviour" },
  maxMonthlyCostUsd: {
    schema: (values) => values.usd,
    effect: "behaviour",
    otherNames: ["budget", "maxcost", "maxprice"],
  },
  waitForPort: {
    schema: (values) => values.port,
    effect: "behaviour",
    otherNames: ["waitforssh", "waitfor", "port"],
  },
} as const satisfies Readonly<Record<string, Row>>;

/** A server that restarts is one that runs. */
export function powerIn(state: string | undefined): "RUNNING" | "NOTRUNNING" | undefined {
  if (state === undefined || state === "NOTRUNNING") return state;
  return "RUNNING";
}

export type VpsArgument = keyof typeof vpsRows;

export const vpsArguments: readonly VpsArgument[] = namesIn(vpsRows);

/** The arguments whose rows say this of them. */
type ArgumentWhere<RowPart> = {
  [Name in VpsArgument]: (typeof vpsRows)[Name] extends RowPart ? Name : never;
}[VpsArgument];

type ArgumentHaving<Column extends keyof Row> = ArgumentWhere<{ readonly [Name in Column]: unknown }>;

export type ArgumentWith<E extends Effect> = ArgumentWhere<{ readonly effect: E }>;

export const effectOf = (argument: VpsArgument): Effect => vpsRows[argument].effect;

/** The arguments with one of these effects, as a list and as a type. */
export const argumentsWith = <E extends Effect>(...effects: readonly E[]): ArgumentWith<E>[] =>
  vpsArguments.filter((name): name is ArgumentWith<E> => effects.some((effect) => vpsRows[name].effect === effect));

/** What an install writes on a server. */
export const installedArguments = argumentsWith("image", "first-boot");

/** The arguments whose rows have this column. */
export const argumentsHaving = <Column extends keyof Row>(column: Column): ArgumentHaving<Column>[] =>
  vpsArguments.filter((name): name is ArgumentHaving<Column> => column in vpsRows[name]);

/** The arguments that the body of an order carries unchanged. */
export type SentArgument = ArgumentWhere<{ readonly sent: BodyPart }>;

export const sentIn = <P extends BodyPart>(...parts: readonly P[]): ArgumentWhere<{ readonly sent: P }>[] =>
  argumentsHaving("sent").filter((name): name is ArgumentWhere<{ readonly sent: P }> =>
    parts.some((part) => vpsRows[name].sent === part),
  );

/** The current values of the arguments that the service reports. */
export const liveArguments = (order: AboutOrder) =>
  // TypeScript cannot type names that are computed at run time.
  Object.fromEntries(argumentsHaving("live").map((name) => [name, vpsRows[name].live(order)])) as {
    [Name in ArgumentHaving<"live">]: ReturnType<(typeof vpsRows)[Name]["live"]>;
  };

export const secretArguments = argumentsHaving("isSecret");

/** The argument that a misspelt name, or its name elsewhere, most likely means. */
export function meantArgument(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[_-]/g, "");
  const other = argumentsHaving("otherNames").find((argument) =>
    vpsRows[argument].otherNames.some((alias) => alias === plain),
  );
  return other ?? nearest(name, vpsArguments);
}
