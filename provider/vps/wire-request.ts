import { namesIn } from "../engine/parts";
import { snakeCase } from "../service/wire/wire";
import { type ArgumentWith, type BodyPart, effectOf, type SentArgument, secretArguments, sentIn } from "./arguments";
import type { VpsInputs } from "./inputs";

/** The arguments of a VPS that go into its order, in one flat object. */
export type NewVpsRequest = Pick<VpsInputs, SentArgument>;

/** The same without the field that only an order requires: for a quote or a reinstall. */
export type PartialVpsRequest = Partial<Pick<NewVpsRequest, "domainName">> & Omit<NewVpsRequest, "domainName">;

/** Requested total sizes in MB. A size left out stays the same, or the service chooses it; 0 means no additional disk. */
export type VpsSizes = Pick<VpsInputs, ArgumentWith<"resize">>;

/** A value as the service spells it, names and all. */
function toWire(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toWire);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [snakeCase(name), toWire(part)]));
}

/** The arguments that belong into one part of a body; absent if it has none of them. */
function bodyPart(part: BodyPart, request: PartialVpsRequest): Record<string, unknown> | undefined {
  const given = sentIn(part).filter((name) => request[name] !== undefined);
  return given.length === 0
    ? undefined
    : Object.fromEntries(given.map((name) => [snakeCase(name), toWire(request[name])]));
}

export const sizesToWire = (sizes: VpsSizes) => bodyPart("vps_parameters", sizes) ?? {};

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

/** The payload of a question for a price, which depends on nothing that is secret. */
export const quoteToWire = (request: PartialVpsRequest) =>
  requestToWire({ domainName: nameForQuotes, ...withoutSecrets(request) });

const withoutSecrets = (request: PartialVpsRequest): PartialVpsRequest =>
  Object.fromEntries(Object.entries(request).filter(([name]) => !secretArguments.some((secret) => secret === name)));

/** What an install writes on the server: the image and its first-boot data. */
type InstalledArgument = ArgumentWith<"image" | "first-boot"> & SentArgument;

/** What to reinstall a server with, after wiping it. The order, the address and everything left out stay the same. */
export type ReinstallRequest = Pick<PartialVpsRequest, InstalledArgument | "metaData">;

export const installedPart = (request: PartialVpsRequest): Omit<ReinstallRequest, "metaData"> =>
  Object.fromEntries(
    namesIn(request)
      .filter((name) => effectOf(name) === "image" || effectOf(name) === "first-boot")
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
