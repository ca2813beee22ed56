import { wireBillingInfo, wireLocation } from "../wire/answers/about-order";
import type { Answer } from "../wire/answers/envelope";
import { wireAmount } from "../wire/answers/scalars";
import { parseRequest } from "../wire/requests/lenient";
import { matrixFlag, matrixNumber, matrixText } from "../wire/requests/matrix";
import { WireOrderRequest } from "../wire/requests/order-request";
import type { Plan } from "../world/catalogue/catalogue";
import type { WorldState } from "../world/context";
import { cents, currencyName } from "../world/money/money";
import { isCancelled, slug, totalDiskMb } from "../world/order";
import { decidePurchase } from "../world/purchase/purchase-decision";
import type { Call } from "./call";

export async function billingMethods(call: Call): Promise<Answer> {
  await call.work();
  const { state, clock } = call.context;
  const active = state.orders.filter((order) => !isCancelled(order, clock.now()));
  const methods = state.catalogue.billingMethods.map((method) => ({
    billing_oid: method.billingOid,
    billing_method_type: method.type,
    description: method.description,
    orders_on_this_billing_method: active
      .filter((order) => order.billingOid === method.billingOid)
      .map((order) => ({
        order_oid: order.orderOid,
        domain_name: order.domainName,
        slug: slug(order),
        about_billing: wireBillingInfo(order, state.usersTzOffsetMs),
      })),
  }));
  return { message: `Found ${methods.length} billing methods`, fields: { billing_methods: methods } };
}

export async function distributions(call: Call): Promise<Answer> {
  await call.work();
  const listed = call.context.state.catalogue.distros.filter((distro) => distro.isListed);
  return {
    message: "Here are the distros we are offering on new orders.",
    fields: {
      distro_infos: listed.map((distro) => ({
        distro_code: distro.code,
        distro_description: distro.description,
        is_promoted: distro.isPromoted,
        is_recommended: distro.isRecommended,
      })),
    },
  };
}

export async function dataCenters(call: Call): Promise<Answer> {
  await call.work();
  const { state } = call.context;
  const listed = state.catalogue.dataCenters.filter((dataCenter) => dataCenter.isListed);
  return {
    message: "Current catalog",
    fields: { data_center_infos: listed.map((dataCenter) => wireLocation(state, dataCenter.code)) },
  };
}

export async function pricingPlans(call: Call): Promise<Answer> {
  await call.work();
  const { state } = call.context;
  const plans = state.catalogue.plans.filter(planFilter(call));
  return {
    message: "Here are some pricing plans we are offering on new orders.&nbsp; Other sizes can be ordered as well.",
    fields: { pricing_plan_infos: plans.map((plan) => wirePlan(state, plan)) },
  };
}

/** A bound of 0 does not filter. Filters on what a plan can run (`use_rails` and the like) let everything through. */
function planFilter({ matrix }: Call): (plan: Plan) => boolean {
  const serverType = matrixText(matrix, "server-type", "server_type")?.toUpperCase();
  const location = matrixText(matrix, "dc-location", "dc_location")?.toLowerCase();
  const under = matrixNumber(matrix, "price_under", "price-under") ?? 0;
  const over = matrixNumber(matrix, "price_over", "price-over") ?? 0;
  const memoryMb = matrixNumber(matrix, "mem_at_least", "mem-at-least") ?? 0;
  const transferGb = matrixNumber(matrix, "data_transfer_at_least_gb") ?? 0;
  const isJustCurrent = matrixFlag(matrix["just_current"]) ?? true;
  const codes = matrixText(matrix, "just_plans")?.split(/[\s,]+/);
  return (plan) =>
    // VPS plans must be asked for: without a type only the others are listed.
    plan.serverType === (serverType ?? "PHYSICAL") &&
    (location === undefined || plan.locationCode.toLowerCase() === location) &&
    (under === 0 || plan.monthlyUsd < under) &&
    (over === 0 || plan.monthlyUsd > over) &&
    plan.minimumMemoryMb >= memoryMb &&
    plan.minimumDataTransferGb >= transferGb &&
    (plan.isCurrent || !isJustCurrent) &&
    (codes === undefined || codes.includes(plan.code));
}

function wirePlan(state: WorldState, plan: Plan) {
  const amt = cents(plan.monthlyUsd / plan.usdPerUnit);
  return {
    pricing_plan_code: plan.code,
    pricing_plan_description: plan.description,
    monthly_recurring_fee: plan.monthlyUsd,
    monthly_recurring_amt: wireAmount({ amt, currency: plan.currency, amtUsd: plan.monthlyUsd }),
    minimum_memory_mb: plan.minimumMemoryMb,
    minimum_disk_gb: plan.minimumDiskGb,
    minimum_data_transfer_allowance_gb: plan.minimumDataTransferGb,
    see_also_url: `https://rimuhosting.com/order/serverdetails.jsp?plan=${plan.code}`,
    server_type: plan.serverType,
    offered_at_data_center: wireLocation(state, plan.locationCode),
  };
}

/** The price does not depend on the name. */
const QUOTED_DOMAIN = "notexample.com";

export async function newVmPricing(call: Call): Promise<Answer> {
  await call.work();
  const request = parseRequest(WireOrderRequest, call.payload);
  const decision = decidePurchase(call.context, { ...request, domainName: request.domainName ?? QUOTED_DOMAIN });
  const { price, sizes, dataCenter } = decision;
  const size = `${sizes.memoryMb}MB memory and ${totalDiskMb(sizes) / 1024}GB disk in ${dataCenter.name}`;
  const sentence = `The price for ${size} is ${price.amt.toFixed(2)} ${currencyName(price.currency)}/month.`;
  const isBillingMissing = decision.billingMethod === undefined;
  return {
    message: isBillingMissing ? `${sentence}  You need to enter billing information.` : sentence,
    fields: { monthly_recurring_amt: wireAmount(price) },
  };
}
