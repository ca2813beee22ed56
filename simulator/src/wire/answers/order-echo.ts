import type { InjectedFile, Order } from "../../world/order";
import type { OrderRequest } from "../../world/purchase/order-request";
import { wireSizes } from "./about-order";
import type { WireObject } from "./envelope";

/** The request as the service echoes it: with defaults filled in and the root password in plain text. */
export function wireOrderEcho(request: OrderRequest, order: Order): WireObject {
  return {
    billing_oid: request.billingOid ?? 0,
    user_oid: request.userOid ?? 0,
    host_server_oid: request.hostServerOid ?? null,
    host_server_selector:
      request.minVmDiskFreeGb === undefined ? null : { min_vm_disk_free_gb: request.minVmDiskFreeGb },
    is_ssd_host_required: request.isSsdHostRequired ?? false,
    features: request.features?.join(" ") ?? null,
    ip_request: wireIpRequest(request),
    vps_parameters: wireSizes(order.sizes),
    vps_type: request.vpsType ?? null,
    dc_location: request.dcLocation ?? null,
    pricing_plan_code: order.planCode,
    instantiation_options: {
      domain_name: order.domainName,
      control_panel: order.controlPanel,
      password: order.installation.rootPassword,
      distro: order.distro,
      cloud_config_data: order.installation.cloudConfigData ?? null,
    },
    instantiation_via_clone_options:
      request.clone?.orderOid === undefined
        ? null
        : { vps_order_oid_to_clone: request.clone.orderOid, domain_name: order.domainName },
    file_injection_data: request.files?.map(wireFile) ?? null,
    is_just_minimal_init: request.isJustMinimalInit ?? false,
    meta_data: (request.metaData ?? []).map((tag) => ({ key_name: tag.keyName, value: tag.value })),
  };
}

function wireIpRequest(request: OrderRequest): WireObject {
  const echo = { num_ips: request.numIps ?? 1, extra_ip_reason: request.extraIpReason ?? "" };
  return request.requestedIps === undefined ? echo : { ...echo, requested_ips: request.requestedIps };
}

function wireFile(file: InjectedFile): WireObject {
  return {
    path: file.path,
    data_as_string: file.dataAsString ?? null,
    data_as_base64: file.dataAsBase64 ?? null,
    data_from_url: file.dataFromUrl ?? null,
    exec_on_first_boot: file.execOnFirstBoot ?? false,
  };
}
