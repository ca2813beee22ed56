import type { VpsInputs } from "./vps-inputs";

/** The arguments that describe what is installed. */
type Image = "domainName" | "distro" | "password" | "controlPanel" | "cloudConfigData";

/** The arguments of a VPS that go into its order, in one flat object, without those that only steer the provider. */
export type NewVpsRequest = Pick<
  VpsInputs,
  | Image
  | "memoryMb"
  | "diskSpaceMb"
  | "diskSpace2Mb"
  | "diskSpace3Mb"
  | "dcLocation"
  | "pricingPlanCode"
  | "vpsType"
  | "features"
  | "isSsdHostRequired"
  | "hostServerOid"
  | "hostServerSelector"
  | "billingOid"
  | "userOid"
  | "ipRequest"
  | "metaData"
  | "fileInjectionData"
  | "isJustMinimalInit"
  | "instantiationViaCloneOptions"
>;

/** The same without the field that only an order requires: for a quote or a reinstall. */
export type PartialVpsRequest = Partial<Pick<NewVpsRequest, "domainName">> & Omit<NewVpsRequest, "domainName">;

/** Requested total sizes in MB. A size left out stays the same, or the service chooses it; 0 means no additional disk. */
export type VpsSizes = Pick<VpsInputs, "memoryMb" | "diskSpaceMb" | "diskSpace2Mb" | "diskSpace3Mb">;

export const sizesToWire = (sizes: VpsSizes) => ({
  memory_mb: sizes.memoryMb,
  disk_space_mb: sizes.diskSpaceMb,
  disk_space_2_mb: sizes.diskSpace2Mb,
  disk_space_3_mb: sizes.diskSpace3Mb,
});

type Present<Name extends keyof NewVpsRequest> = NonNullable<NewVpsRequest[Name]>;

const imageToWire = (request: Partial<Pick<NewVpsRequest, Image>>) => ({
  domain_name: request.domainName,
  distro: request.distro,
  password: request.password,
  control_panel: request.controlPanel,
  cloud_config_data: request.cloudConfigData,
});

const cloneToWire = (clone: Present<"instantiationViaCloneOptions">, requestedName: string | undefined) => ({
  vps_order_oid_to_clone: clone.vpsOrderOidToClone,
  domain_name: clone.domainName ?? requestedName,
});

const ipRequestToWire = (request: Present<"ipRequest">) => ({
  num_ips: request.numIps,
  extra_ip_reason: request.extraIpReason,
  requested_ips: request.requestedIps,
});

const fileToWire = (file: Present<"fileInjectionData">[number]) => ({
  path: file.path,
  data_as_string: file.dataAsString,
  data_as_base64: file.dataAsBase64,
  data_from_url: file.dataFromUrl,
  exec_on_first_boot: file.execOnFirstBoot,
});

/** Tags to put on an order when it is bought. They cannot be changed later. */
type Tags = Readonly<Record<string, string>>;

const tagsToWire = (tags: Tags) => Object.entries(tags).map(([key, value]) => ({ key_name: key, value }));

const nothingWhenEmpty = <Part extends object>(part: Part): Part | undefined =>
  Object.values(part).some((value) => value !== undefined) ? part : undefined;

/** The payload of an order, a quote or a reinstall. A clone replaces the image. Fields without a value are not sent. */
export const requestToWire = (request: PartialVpsRequest) => {
  const clone = request.instantiationViaCloneOptions;
  return {
    instantiation_options: clone ? undefined : nothingWhenEmpty(imageToWire(request)),
    instantiation_via_clone_options: clone && cloneToWire(clone, request.domainName),
    vps_parameters: nothingWhenEmpty(sizesToWire(request)),
    dc_location: request.dcLocation,
    pricing_plan_code: request.pricingPlanCode,
    vps_type: request.vpsType,
    features: request.features,
    is_ssd_host_required: request.isSsdHostRequired,
    host_server_oid: request.hostServerOid,
    host_server_selector: request.hostServerSelector && {
      min_vm_disk_free_gb: request.hostServerSelector.minVmDiskFreeGb,
    },
    billing_oid: request.billingOid,
    user_oid: request.userOid,
    ip_request: request.ipRequest && ipRequestToWire(request.ipRequest),
    meta_data: request.metaData && tagsToWire(request.metaData),
    file_injection_data: request.fileInjectionData?.map(fileToWire),
    is_just_minimal_init: request.isJustMinimalInit,
  };
};

/** What to reinstall a server with, after wiping it. The order, the address and everything left out stay the same. */
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

/** Sends `null` to keep location and sizes, as the service's newest known client does, rather than fall back to the plan's defaults. */
export const reinstallToWire = (request: ReinstallRequest) => ({
  ...requestToWire(request),
  dc_location: null,
  vps_parameters: {
    memory_mb: request.memoryMb ?? null,
    disk_space_mb: request.diskSpaceMb ?? null,
    disk_space_2_mb: request.diskSpace2Mb,
  },
});

/** Where and how to move a running server. Without a host, the service chooses one. The address may change. */
export type MoveRequest = NonNullable<VpsInputs["move"]> & Pick<VpsInputs, "hostServerOid">;

export const moveToWire = (request: MoveRequest) => ({
  selected_host_server_oid: request.hostServerOid,
  is_update_dns: request.isUpdateDns,
  move_reason: request.moveReason,
  pricing_change_option: request.pricingChangeOption,
});
