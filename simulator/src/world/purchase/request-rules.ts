import { isIP } from "node:net";
import { findDataCenter, findDistro, findPlan, type Plan } from "../catalogue/catalogue";
import { findOrder, type WorldContext } from "../context";
import { isAddressInUse } from "../hosts/addresses";
import { isCancelled, type Sizes } from "../order";
import type { Problem } from "../refusal";
import type { OrderRequest } from "./order-request";

const LABEL = /^(?!-)[A-Za-z0-9-]{1,63}(?<!-)$/;
const MAX_IPS = 5;

/** One trailing dot is allowed. */
export function isDomainName(name: string): boolean {
  const bare = name.endsWith(".") ? name.slice(0, -1) : name;
  return name.length <= 255 && bare.split(".").every((label) => LABEL.test(label));
}

/** Problems with a purchase that can be found before a plan or host is chosen. */
export function purchaseProblems(context: WorldContext, request: OrderRequest): Problem[] {
  const isNameless = request.domainName === undefined && request.clone === undefined;
  return [
    ...(isNameless ? [{ fieldName: "domain_name", text: "A domain_name is required." }] : []),
    ...imageProblems(context, request),
    ...placeProblems(context, request),
    ...accountProblems(context, request),
    ...addressProblems(context, request),
  ];
}

/** A location that a reinstall names is ignored. */
export const reinstallProblems = (context: WorldContext, request: OrderRequest): Problem[] =>
  imageProblems(context, request);

function imageProblems(context: WorldContext, request: OrderRequest): Problem[] {
  const { domainName, distro } = request;
  const problems: Problem[] = [];
  if (domainName !== undefined && !isDomainName(domainName)) {
    problems.push({ fieldName: "domain_name", text: `'${domainName}' is not a valid domain name.` });
  }
  // Older images exist without being listed.
  if (distro !== undefined && findDistro(context.state.catalogue, distro) === undefined) {
    problems.push({ fieldName: "distro", text: `'${distro}' is not a distro that is offered.` });
  }
  return [...problems, ...sizeProblems(request.sizes ?? {})];
}

function placeProblems({ state }: WorldContext, request: OrderRequest): Problem[] {
  const problems: Problem[] = [];
  const { dcLocation, pricingPlanCode } = request;
  if (dcLocation !== undefined && !findDataCenter(state.catalogue, dcLocation)?.isListed) {
    problems.push({ fieldName: "dc_location", text: `'${dcLocation}' is not a location that takes new servers.` });
  }
  if (pricingPlanCode !== undefined && findPlan(state.catalogue, pricingPlanCode)?.serverType !== "VPS") {
    problems.push({ fieldName: "pricing_plan_code", text: `'${pricingPlanCode}' is not a VPS pricing plan.` });
  }
  return problems;
}

function accountProblems(context: WorldContext, request: OrderRequest): Problem[] {
  const problems: Problem[] = [];
  const { catalogue, userOid } = context.state;
  const { billingOid, clone } = request;
  if (billingOid !== undefined && !catalogue.billingMethods.some((method) => method.billingOid === billingOid)) {
    problems.push({ fieldName: "billing_oid", text: `${billingOid} is not a billing method of this account.` });
  }
  if (request.userOid !== undefined && request.userOid !== userOid) {
    problems.push({ fieldName: "user_oid", text: `You do not have permission to order for user ${request.userOid}.` });
  }
  if (clone !== undefined && clone.orderOid === undefined) {
    problems.push({ fieldName: "vps_order_oid_to_clone", text: "A clone needs vps_order_oid_to_clone." });
  } else if (clone?.orderOid !== undefined) {
    const source = findOrder(context, clone.orderOid);
    if (source === undefined || source.serverType !== "VPS" || isCancelled(source, context.clock.now())) {
      problems.push({
        fieldName: "vps_order_oid_to_clone",
        text: `${clone.orderOid} is not a VPS that can be cloned.`,
      });
    }
  }
  return problems;
}

function addressProblems(context: WorldContext, request: OrderRequest): Problem[] {
  const count = request.numIps ?? 1;
  const problems: Problem[] = [];
  if (!Number.isInteger(count) || count < 1 || count > MAX_IPS) {
    problems.push({ fieldName: "num_ips", text: `num_ips must be between 1 and ${MAX_IPS}.` });
  }
  if (count > 1 && !request.extraIpReason) {
    problems.push({ fieldName: "extra_ip_reason", text: "A reason is needed for more than one IP address." });
  }
  for (const ip of request.requestedIps ?? []) {
    if (isIP(ip) !== 4 || isAddressInUse(context, ip)) {
      problems.push({ fieldName: "requested_ips", text: `${ip} is not available.` });
    }
  }
  return problems;
}

const SIZE_FIELDS = [
  ["memoryMb", "memory_mb", 1],
  ["diskSpaceMb", "disk_space_mb", 1],
  ["diskSpace2Mb", "disk_space_2_mb", 0],
  ["diskSpace3Mb", "disk_space_3_mb", 0],
] as const;

export function sizeProblems(sizes: { readonly [K in keyof Sizes]?: number | undefined }): Problem[] {
  return SIZE_FIELDS.flatMap(([name, fieldName, least]) => {
    const size = sizes[name];
    const isGood = size === undefined || (Number.isSafeInteger(size) && size >= least);
    return isGood ? [] : [{ fieldName, text: `${fieldName} must be a whole number of MB, at least ${least}.` }];
  });
}

/** A low-contention plan has fixed sizes. The minimum of any other is where its price list starts; less can be ordered. */
export function planProblems(plan: Plan, sizes: Sizes): Problem[] {
  const { code, minimumMemoryMb, minimumDiskGb } = plan;
  const isOwnSize = sizes.memoryMb === minimumMemoryMb && sizes.diskSpaceMb === minimumDiskGb * 1024;
  return plan.vpsType !== "LOW_CONTENTION" || isOwnSize
    ? []
    : [
        {
          fieldName: "vps_parameters",
          text: `${code} comes with ${minimumMemoryMb}MB memory and ${minimumDiskGb}GB disk.`,
        },
      ];
}
