import { type PartialVpsRequest, requestToWire } from "./new-vps-request";

/** What a server is wiped and installed anew with. Order, address and whatever is left out are kept. */
export type ReinstallRequest = Pick<
  PartialVpsRequest,
  | "domainName"
  | "distro"
  | "password"
  | "controlPanel"
  | "cloudConfigData"
  | "memoryMb"
  | "diskSpaceMb"
  | "diskSpace2Mb"
  | "metaData"
  | "fileInjectionData"
  | "isJustMinimalInit"
>;

/** `null` says "keep" for location and sizes: so does the newest known client, and a plan's defaults are not wanted here. */
export const reinstallToWire = (request: ReinstallRequest) => ({
  ...requestToWire(request),
  dc_location: null,
  vps_parameters: {
    memory_mb: request.memoryMb ?? null,
    disk_space_mb: request.diskSpaceMb ?? null,
    disk_space_2_mb: request.diskSpace2Mb,
  },
});
