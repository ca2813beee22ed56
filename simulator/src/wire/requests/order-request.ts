import { z } from "zod";
import { type InjectedFile, type Tag, VpsType } from "../../world/order";
import type { OrderRequest } from "../../world/purchase/order-request";
import {
  lenientFlag,
  lenientList,
  lenientName,
  lenientNumber,
  lenientObject,
  lenientOid,
  lenientText,
} from "./lenient";

export const sizeFields = {
  memory_mb: lenientNumber,
  disk_space_mb: lenientNumber,
  disk_space_2_mb: lenientNumber,
  disk_space_3_mb: lenientNumber,
};

const FileData = z
  .looseObject({
    path: z.string(),
    data_as_string: lenientText,
    data_as_base64: lenientText,
    data_from_url: lenientText,
    exec_on_first_boot: lenientFlag,
  })
  .transform(
    (file): InjectedFile => ({
      path: file.path,
      dataAsString: file.data_as_string,
      dataAsBase64: file.data_as_base64,
      dataFromUrl: file.data_from_url,
      execOnFirstBoot: file.exec_on_first_boot,
    }),
  );

const KeyValueMetaData = z
  .looseObject({ key_name: z.coerce.string(), value: z.preprocess((value) => value ?? "", z.coerce.string()) })
  .transform((tag): Tag => ({ keyName: tag.key_name, value: tag.value }));

const RequestedVpsType = z.preprocess(
  (value) => (value === null || value === "" ? undefined : value),
  VpsType.optional(),
);

/** The body of a purchase, a reinstall and a quote. */
const NewVpsRequest = z.looseObject({
  instantiation_options: lenientObject({
    domain_name: lenientName,
    distro: lenientName,
    password: lenientName,
    control_panel: lenientName,
    cloud_config_data: lenientText,
  }),
  instantiation_via_clone_options: lenientObject({ vps_order_oid_to_clone: lenientOid, domain_name: lenientName }),
  vps_order_oid_to_clone: lenientOid,
  vps_parameters: lenientObject(sizeFields),
  dc_location: lenientName,
  pricing_plan_code: lenientName,
  billing_oid: lenientOid,
  user_oid: lenientOid,
  host_server_oid: lenientName,
  host_server_selector: lenientObject({ min_vm_disk_free_gb: lenientNumber }),
  is_ssd_host_required: lenientFlag,
  features: lenientText,
  ip_request: lenientObject({
    num_ips: lenientNumber,
    extra_ip_reason: lenientText,
    requested_ips: lenientList(z.string()),
  }),
  meta_data: lenientList(KeyValueMetaData),
  file_injection_data: lenientList(FileData),
  is_just_minimal_init: lenientFlag,
  vps_type: RequestedVpsType,
});
type NewVpsRequest = z.infer<typeof NewVpsRequest>;

export const WireOrderRequest = NewVpsRequest.transform(
  (wire): OrderRequest => ({
    ...requestedImage(wire),
    sizes: wire.vps_parameters && requestedSizes(wire.vps_parameters),
    dcLocation: wire.dc_location,
    pricingPlanCode: wire.pricing_plan_code,
    billingOid: wire.billing_oid,
    userOid: wire.user_oid,
    hostServerOid: wire.host_server_oid,
    minVmDiskFreeGb: wire.host_server_selector?.min_vm_disk_free_gb,
    isSsdHostRequired: wire.is_ssd_host_required,
    features: wire.features?.split(/[\s,]+/).filter((feature) => feature !== ""),
    numIps: wire.ip_request?.num_ips,
    extraIpReason: wire.ip_request?.extra_ip_reason,
    requestedIps: wire.ip_request?.requested_ips,
    metaData: wire.meta_data,
    files: wire.file_injection_data,
    isJustMinimalInit: wire.is_just_minimal_init,
    vpsType: wire.vps_type,
  }),
);

/** A clone can be requested in its own object or, as in 2009, by an oid next to the image's settings. */
function requestedImage(wire: NewVpsRequest): OrderRequest {
  const image = wire.instantiation_options;
  const cloneOid = wire.instantiation_via_clone_options?.vps_order_oid_to_clone ?? wire.vps_order_oid_to_clone;
  const isClone = cloneOid !== undefined || wire.instantiation_via_clone_options !== undefined;
  return {
    domainName: image?.domain_name ?? wire.instantiation_via_clone_options?.domain_name,
    distro: image?.distro,
    password: image?.password,
    controlPanel: image?.control_panel,
    cloudConfigData: image?.cloud_config_data,
    clone: isClone ? { orderOid: cloneOid } : undefined,
  };
}

export type WireSizes = { readonly [K in keyof typeof sizeFields]?: number | undefined };

export function requestedSizes(sizes: WireSizes) {
  return {
    memoryMb: sizes.memory_mb,
    diskSpaceMb: sizes.disk_space_mb,
    diskSpace2Mb: sizes.disk_space_2_mb,
    diskSpace3Mb: sizes.disk_space_3_mb,
  };
}
