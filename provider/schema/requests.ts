import type { VpsInputs } from "./vps-inputs";

/** Tags to put on an order when it is bought. They cannot be changed later. */
type Tags = Readonly<Record<string, string>>;

const tagsToWire = (tags: Tags) => Object.entries(tags).map(([key, value]) => ({ key_name: key, value }));

/** Wanted total sizes in MB. What is left out is kept, or chosen by the service; a further disk of 0 is none. */
export type VpsSizes = Pick<VpsInputs, "memoryMb" | "diskSpaceMb" | "diskSpace2Mb" | "diskSpace3Mb">;

export const sizesToWire = (sizes: VpsSizes) => ({
  memory_mb: sizes.memoryMb,
  disk_space_mb: sizes.diskSpaceMb,
  disk_space_2_mb: sizes.diskSpace2Mb,
  disk_space_3_mb: sizes.diskSpace3Mb,
});

/** The arguments that describe what is installed. */
type Image = "domainName" | "distro" | "password" | "controlPanel" | "cloudConfigData";

/** The arguments of a VPS that go into its order, flat. Those that only steer the provider are not among them. */
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

/** The same where a field may be missing that an order needs: in a quote, or when a server is installed anew. */
export type PartialVpsRequest = Partial<Pick<NewVpsRequest, "domainName">> & Omit<NewVpsRequest, "domainName">;

type Present<Name extends keyof NewVpsRequest> = NonNullable<NewVpsRequest[Name]>;

const imageToWire = (request: Partial<Pick<NewVpsRequest, Image>>) => ({
  domain_name: request.domainName,
  distro: request.distro,
  password: request.password,
  control_panel: request.controlPanel,
  cloud_config_data: request.cloudConfigData,
});

const cloneToWire = (clone: Present<"instantiationViaCloneOptions">, wantedName: string | undefined) => ({
  vps_order_oid_to_clone: clone.vpsOrderOidToClone,
  domain_name: clone.domainName ?? wantedName,
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

const nothingWhenEmpty = <Part extends object>(part: Part): Part | undefined =>
  Object.values(part).some((value) => value !== undefined) ? part : undefined;

/** The payload of an order, a quote or a reinstall. A clone takes the place of an image. Names without a value are not sent. */
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

/** Where and how to move a running server. Without a host the service chooses one; the address may change. */
export type MoveRequest = NonNullable<VpsInputs["move"]> & Pick<VpsInputs, "hostServerOid">;

export const moveToWire = (request: MoveRequest) => ({
  selected_host_server_oid: request.hostServerOid,
  is_update_dns: request.isUpdateDns,
  move_reason: request.moveReason,
  pricing_change_option: request.pricingChangeOption,
});
