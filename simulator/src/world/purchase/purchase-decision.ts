import { type BillingMethod, type DataCenter, findDataCenter, findPlan, type Plan } from "../catalogue/catalogue";
import { findOrder, type WorldContext } from "../context";
import { findHost } from "../hosts/capacity";
import { monthlyPrice } from "../money/money";
import { type Amount, isCancelled, type Order, type Sizes, withRequested } from "../order";
import type { Problem } from "../refusal";
import { Refusal } from "../refusal";
import type { OrderRequest } from "./order-request";
import { planProblems, purchaseProblems } from "./request-rules";

/** Every choice of a purchase except the host. The quote and the order come from the same decision. */
export type PurchaseDecision = {
  readonly domainName: string;
  readonly plan: Plan;
  readonly dataCenter: DataCenter;
  readonly distro: string;
  readonly sizes: Sizes;
  readonly features: readonly string[];
  readonly ipCount: number;
  readonly price: Amount;
  readonly billingMethod: BillingMethod | undefined;
  readonly cloneSource: Order | undefined;
  readonly messages: readonly string[];
};

const DEFAULT_LOCATION = "DCDALLAS";

/** A refusal lists every problem at once. */
export function decidePurchase(context: WorldContext, request: OrderRequest): PurchaseDecision {
  const problems = purchaseProblems(context, request);
  if (problems.length > 0) throw new Refusal(problems);

  const cloneOid = request.clone?.orderOid;
  const cloneSource = cloneOid === undefined ? undefined : findOrder(context, cloneOid);
  const plan = choosePlan(context, request);
  const dataCenter = findDataCenter(context.state.catalogue, plan.locationCode);
  if (dataCenter === undefined) throw new Refusal([{ fieldName: "dc_location", text: "No such location." }]);
  const sizes = chooseSizes(request, plan, cloneSource);
  const misfits: Problem[] = planProblems(plan, sizes);
  if (misfits.length > 0) throw new Refusal(misfits);

  const ipCount = Math.max(request.numIps ?? 1, request.requestedIps?.length ?? 0);
  const billingMethod = chooseBillingMethod(context, request);
  return {
    domainName: request.domainName ?? cloneSource?.domainName ?? "",
    plan,
    dataCenter,
    distro: request.distro ?? cloneSource?.distro ?? defaultDistro(context),
    sizes,
    features: [...(request.features ?? []), ...(request.isSsdHostRequired ? ["ssd"] : [])],
    ipCount,
    price: monthlyPrice(plan, sizes, ipCount),
    billingMethod,
    cloneSource,
    messages: setupMessages(context, request, billingMethod, sizes),
  };
}

function choosePlan(context: WorldContext, request: OrderRequest): Plan {
  const { catalogue } = context.state;
  const wantedCode = request.pricingPlanCode;
  if (wantedCode !== undefined) {
    const plan = findPlan(catalogue, wantedCode);
    const isElsewhere = request.dcLocation !== undefined && !isSame(plan?.locationCode, request.dcLocation);
    if (plan !== undefined && !isElsewhere) return plan;
    const text = `The plan ${wantedCode} is not offered in ${request.dcLocation}.`;
    throw new Refusal([{ fieldName: "pricing_plan_code", text }]);
  }
  const vpsType = request.vpsType ?? "REGULAR";
  const offered = catalogue.plans.filter(
    (plan) => plan.serverType === "VPS" && plan.isCurrent && plan.vpsType === vpsType && isOpen(context, plan),
  );
  const wantedLocation = request.dcLocation ?? locationOfHost(context, request.hostServerOid);
  const location = wantedLocation ?? DEFAULT_LOCATION;
  const here = offered.find((plan) => isSame(plan.locationCode, location));
  const anywhere = wantedLocation === undefined ? offered[0] : undefined;
  const plan = here ?? anywhere;
  if (plan === undefined) {
    throw new Refusal([{ fieldName: "vps_type", text: `No ${vpsType} plan is offered in ${location}.` }]);
  }
  return plan;
}

function locationOfHost(context: WorldContext, hostServerOid: string | undefined): string | undefined {
  return hostServerOid === undefined ? undefined : findHost(context, hostServerOid)?.locationCode;
}

function isSame(a: string | undefined, b: string): boolean {
  return a?.toLowerCase() === b.toLowerCase();
}

function isOpen(context: WorldContext, plan: Plan): boolean {
  return findDataCenter(context.state.catalogue, plan.locationCode)?.isListed ?? false;
}

function chooseSizes(request: OrderRequest, plan: Plan, cloneSource: Order | undefined): Sizes {
  const minimum = {
    memoryMb: plan.minimumMemoryMb,
    diskSpaceMb: plan.minimumDiskGb * 1024,
    diskSpace2Mb: 0,
    diskSpace3Mb: 0,
  };
  return withRequested(cloneSource?.sizes ?? minimum, request.sizes ?? {});
}

function defaultDistro({ state }: WorldContext): string {
  const offered = state.catalogue.distros.filter((distro) => distro.isListed);
  const distro = offered.find((distro) => distro.isRecommended) ?? offered[0];
  if (distro === undefined) throw new Refusal([{ fieldName: "distro", text: "No distro is offered at present." }]);
  return distro.code;
}

/** The method of the latest active order, or else the first one. */
function chooseBillingMethod(context: WorldContext, request: OrderRequest): BillingMethod | undefined {
  const { orders, catalogue } = context.state;
  const nowMs = context.clock.now();
  const lastUsed = orders.findLast((order) => !isCancelled(order, nowMs))?.billingOid;
  const wanted = request.billingOid ?? lastUsed;
  return catalogue.billingMethods.find((method) => method.billingOid === wanted) ?? catalogue.billingMethods[0];
}

function setupMessages(
  context: WorldContext,
  request: OrderRequest,
  method: BillingMethod | undefined,
  sizes: Sizes,
): string[] {
  const messages = [`Selected user as the logged in user: user ${context.state.userOid}`];
  if (method !== undefined) {
    const kind = method.type.replace(/^TS_/, "").toLowerCase();
    messages.push(
      request.billingOid === undefined
        ? `Selected billing details as the first '${kind}' billing details found for the user: ${method.description}`
        : `Using user-specified billing data: ${method.description}`,
    );
  }
  // "paramters" is how the service spells it.
  if (request.sizes === undefined) messages.push("No VPS paramters provided, using default values.");
  if (request.sizes?.memoryMb === undefined) messages.push(`'memory_mb' not provided, setting to ${sizes.memoryMb}MB.`);
  if (request.sizes?.diskSpaceMb === undefined) {
    messages.push(`'disk_space_mb' not provided, setting to ${sizes.diskSpaceMb / 1024}GB.`);
  }
  return messages;
}
