import type { VpsInputs } from "../vps/vps-inputs";
import { tagsToWire } from "./tags";
import { sizesToWire } from "./vps-sizes";

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
