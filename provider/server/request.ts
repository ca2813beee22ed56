import { createHmac } from "node:crypto";
import { isObject, Unknown } from "../pulumi/properties";
import { definedParts, namesIn } from "../service/names";
import { type AboutOrder, addressesOf } from "../service/wire/order";
import { plainIp } from "../service/wire/values";
import { snakeCase } from "../service/wire/wire";
import {
  type ArgumentWith,
  argumentsHaving,
  argumentsWith,
  type BodyPart,
  installedArguments,
  type SentArgument,
  secretArguments,
  sentIn,
  type VpsArgument,
} from "./arguments";
import { cloudConfigText } from "./first-boot";
import { type Program, type Resolved, resolvedPart, type VpsInputs, type VpsSizes } from "./program";
import type { VpsOutputs } from "./server";

/** Where root's public keys belong on every image. */
export const authorizedKeysPath = "/root/.ssh/authorized_keys";

/** All arguments that go into a purchase. */
const requestArguments = argumentsHaving("sent");

/** Those that it sends as they are. */
const sentArguments = sentIn("order", "instantiation_options", "vps_parameters");

type Requested = Resolved<Pick<Program, (typeof requestArguments)[number]>>;

/** The part of a request that the program decides; equal programs ask for equal servers. */
export function requestFrom(program: Requested): NewVpsRequest {
  const { domainName, cloudConfig } = program;
  const { password, metaData, fileInjectionData, ...plain } = pick(program, sentArguments);
  if (domainName === undefined) throw new Error("a purchase needs a domain name: check rejects a program without one");
  const files = injectedFiles(program);
  return {
    ...definedParts(plain),
    ...(cloudConfig === undefined ? {} : { cloudConfigData: cloudConfigText(cloudConfig) }),
    ...(files.length > 0 ? { fileInjectionData: files } : {}),
    domainName,
  };
}

/** The root password that an install sets: the program's, or that of its idempotency key. */
export const installPassword = ({ password, __keyPassword }: Resolved<Program>): string | undefined =>
  password ?? __keyPassword;

/** The one that a purchase sets; `undefined` for a clone, which keeps that of its source. */
export const orderedPassword = (program: Resolved<Program>): string | undefined =>
  program.instantiationViaCloneOptions === undefined ? installPassword(program) : undefined;

/**
 * Which root password a purchase is sent with, for the tag of its attempt: whoever has the key's own password, which is random, can compare
 * it with others, and nobody else can guess it from that.
 */
export const passwordMark = (
  { __keyPassword: secret }: Pick<Resolved<Program>, "__keyPassword">,
  password: string | undefined,
): string | undefined =>
  secret === undefined || password === undefined
    ? undefined
    : createHmac("sha256", secret).update(password).digest("hex").slice(0, 12);

/** The id of an attempt, and the mark of its password. */
export const attemptWith = (id: string, mark: string | undefined): string =>
  mark === undefined ? id : `${id}.${mark}`;

const markIn = (attempt: string | undefined): string | undefined => attempt?.split(".")[1];

/** Whether an interrupted run has ordered a server with another root password than the program would; `undefined` if nothing here tells. */
export const hasOtherPassword = (attempt: string | undefined, program: Resolved<Program>): boolean | undefined =>
  markIn(attempt) === undefined || program.__keyPassword === undefined
    ? undefined
    : passwordMark(program, orderedPassword(program)) !== markIn(attempt);

/** The one that it was ordered with: the program's or the key's, unless it is neither. */
export const passwordOfAttempt = (attempt: string | undefined, program: Resolved<Program>): string | undefined =>
  hasOtherPassword(attempt, program) === true
    ? [program.password, program.__keyPassword].find((password) => passwordMark(program, password) === markIn(attempt))
    : orderedPassword(program);

/** The body of one purchase, with the tags that let the provider find it again. */
export const purchaseRequest = (
  program: Requested,
  tags: Readonly<Record<string, string>>,
  password: string | undefined,
): NewVpsRequest => ({
  ...requestFrom(program),
  ...(password === undefined ? {} : { password }),
  metaData: { ...program.metaData, ...tags },
});

/**
 * The body of a reinstall: image and first-boot data as the program has them now. Sizes are left out: the order keeps
 * its own. The order's tags are sent again, because the service may replace the old list with this one.
 */
export function reinstallRequest(
  program: Requested,
  password: string,
  tags: ReadonlyMap<string, string>,
): ReinstallRequest {
  return {
    ...installedPart(requestFrom(program)),
    password,
    ...(tags.size > 0 ? { metaData: Object.fromEntries(tags) } : {}),
  };
}

function pick<T extends object, Name extends keyof T>(from: T, names: readonly Name[]): { [N in Name]?: T[N] } {
  const picked: { [N in Name]?: T[N] } = {};
  for (const name of names) picked[name] = from[name];
  return picked;
}

function injectedFiles(program: Requested): NonNullable<NewVpsRequest["fileInjectionData"]> {
  const keys = program.sshAuthorizedKeys ?? [];
  const keyFile = keys.length > 0 ? [{ path: authorizedKeysPath, dataAsString: `${keys.join("\n")}\n` }] : [];
  return [...keyFile, ...(program.fileInjectionData ?? [])];
}

const pricedArguments = argumentsHaving("isPriced");

export const unknownPrices = (program: Program): VpsArgument[] =>
  pricedArguments.filter((argument) => program[argument] instanceof Unknown);

/** The request for the price of a new server: everything that the service could refuse. */
export function purchaseQuoteRequest(program: Program): PartialVpsRequest {
  // Without the name, equal servers share one request.
  const { domainName, ...unnamed } = requestFrom({ ...resolvedPart(program), domainName: "" });
  return unnamed;
}

/**
 * The request for the price after a resize. Sizes that it does not change are those that the server has; the image and
 * the like are left out, because an image that is no longer offered does not rule out a resize. So are the addresses
 * themselves, which are this server's already: only their number has a price.
 */
export function resizeQuoteRequest(program: Program, now: VpsOutputs, sizes: VpsSizes): PartialVpsRequest {
  const resolved = resolvedPart(program);
  const { instantiationViaCloneOptions, ipRequest, ...priced }: PartialVpsRequest = Object.fromEntries(
    pricedArguments.filter((argument) => resolved[argument] !== undefined).map((name) => [name, resolved[name]]),
  );
  const dcLocation = now.location?.dataCenterLocationCode;
  return {
    ...priced,
    ...(dcLocation === undefined ? {} : { dcLocation }),
    ...definedParts(pick(now, argumentsWith("resize"))),
    ...definedParts(sizes),
    ...addressCount(ipRequest),
  };
}

/** For a quote for a server that is to be adopted or replaced: the addresses that its order has are not available to anybody else. */
export function withoutAddressesOf(order: AboutOrder, program: Program): Program {
  const { ipRequest } = program;
  if (ipRequest === undefined || ipRequest instanceof Unknown) return program;
  const { requestedIps = [] } = ipRequest;
  const held = new Set(addressesOf(order).map(plainIp));
  const free = requestedIps.filter((ip) => !held.has(plainIp(ip)));
  if (free.length === requestedIps.length) return program;
  const count = addressCount(ipRequest).ipRequest;
  return { ...program, ipRequest: free.length === 0 ? count : { ...count, requestedIps: free } };
}

/** How many addresses, whichever they are. */
function addressCount(request: PartialVpsRequest["ipRequest"]): Pick<PartialVpsRequest, "ipRequest"> {
  const count = Math.max(request?.numIps ?? 1, request?.requestedIps?.length ?? 0);
  return count > 1 ? { ipRequest: { numIps: count, extraIpReason: request?.extraIpReason ?? "a quote" } } : {};
}

/** The arguments of a VPS that go into its order, in one flat object. */
type NewVpsRequest = Pick<VpsInputs, SentArgument>;

/** The same without the field that only an order requires: for a quote or a reinstall. */
type PartialVpsRequest = Partial<Pick<NewVpsRequest, "domainName">> & Omit<NewVpsRequest, "domainName">;

/** A value as the service spells it, names and all. */
function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [snakeCase(name), toWire(part)]));
}

/** The arguments that belong in one part of a body; absent if it has none of them. */
function bodyPart(part: BodyPart, request: PartialVpsRequest): Record<string, unknown> | undefined {
  const given = sentIn(part).filter((name) => request[name] !== undefined);
  return given.length === 0
    ? undefined
    : Object.fromEntries(given.map((name) => [snakeCase(name), toWire(request[name])]));
}

export const sizesToWire = (sizes: VpsSizes) => ({ ...bodyPart("vps_parameters", sizes) });

/** The payload of an order, a quote or a reinstall. A clone replaces the image. Fields without a value are not sent. */
export function requestToWire(request: PartialVpsRequest) {
  const { instantiationViaCloneOptions: clone, metaData: tags, domainName } = request;
  return {
    ...bodyPart("order", request),
    instantiation_options: clone ? undefined : bodyPart("instantiation_options", request),
    instantiation_via_clone_options: clone && toWire({ ...clone, domainName: clone.domainName ?? domainName }),
    vps_parameters: bodyPart("vps_parameters", request),
    // The names of tags are the program's.
    meta_data: tags && Object.entries(tags).map(([key, value]) => ({ key_name: key, value })),
  };
}

/** A quote needs a name, but not the real one. The service's own client sends this one. */
const nameForQuotes = "notexample.com";

/** The payload of a price request, which depends on nothing that is secret. */
export const quoteToWire = (request: PartialVpsRequest) =>
  requestToWire({ domainName: nameForQuotes, ...withoutSecrets(request) });

const withoutSecrets = (request: PartialVpsRequest): PartialVpsRequest =>
  Object.fromEntries(Object.entries(request).filter(([name]) => !secretArguments.some((secret) => secret === name)));

/** What an install writes on the server: the image and its first-boot data. */
type InstalledArgument = ArgumentWith<"image" | "first-boot"> & SentArgument;

/** What to reinstall a server with, after wiping it. The order, the address and everything left out stay the same. */
type ReinstallRequest = Pick<PartialVpsRequest, InstalledArgument | "metaData">;

const installedPart = (request: PartialVpsRequest): Omit<ReinstallRequest, "metaData"> =>
  Object.fromEntries(
    namesIn(request)
      .filter((name) => installedArguments.some((installed) => installed === name))
      .map((name) => [name, request[name]]),
  );

/** Sends `null` to keep location and sizes, as the service's newest known client does, rather than fall back to the plan's defaults. */
export const reinstallToWire = (request: ReinstallRequest) => ({
  ...requestToWire(request),
  dc_location: null,
  vps_parameters: { memory_mb: null, disk_space_mb: null },
});

/** Where and how to move a running server. Without a host, the service chooses one. The address may change. */
type MoveRequest = NonNullable<VpsInputs["move"]> & Pick<VpsInputs, "hostServerOid">;

export const moveToWire = ({ hostServerOid, ...how }: MoveRequest) => ({
  selected_host_server_oid: hostServerOid,
  ...Object(toWire(how)),
});
