import { z } from "zod";
import { wireAboutOrder } from "../wire/answers/about-order";
import type { Answer } from "../wire/answers/envelope";
import { wireHostServerInfo, wireRunningVpsInfo } from "../wire/answers/live-info";
import { wirePricing } from "../wire/answers/scalars";
import { lenientFlag, lenientName, lenientText, parseRequest } from "../wire/requests/lenient";
import { requestedSizes, sizeFields } from "../wire/requests/order-request";
import { beginMove, finishMove } from "../world/changes/move";
import { finishResize, resize } from "../world/changes/resize";
import { beginRunningState, finishRunningState } from "../world/changes/running-state-change";
import { getActiveVps } from "../world/context";
import { RunningState } from "../world/order";
import { type MoveRequest, PricingChangeOption } from "../world/purchase/order-request";
import { type Call, orderOidOf } from "./call";

const RunningStateRequest = z.looseObject({ running_state: RunningState });

export async function putRunningState(call: Call): Promise<Answer> {
  const { context } = call;
  const target = parseRequest(RunningStateRequest, call.payload).running_state;
  const begun = beginRunningState(context, orderOidOf(call), target);
  await call.work();
  const { order, isRestarted, message } = finishRunningState(context, begun, target);
  return {
    message,
    fields: {
      is_restarted: isRestarted,
      is_pinging: order.runningState === "RUNNING",
      running_vps_info: wireRunningVpsInfo(order, context),
      host_server_info: wireHostServerInfo(order, context),
      running_state_messages: null,
      about_order: wireAboutOrder(order, context),
      request: { running_state: target },
    },
  };
}

const ResizeBody = z.looseObject(sizeFields);

/** The answer shows the order as it was before the change, as in the captures. */
export async function putParameters(call: Call): Promise<Answer> {
  const { context } = call;
  const body = parseRequest(ResizeBody, call.payload);
  const order = getActiveVps(context, orderOidOf(call));
  const staleOrder = wireAboutOrder(order, context);
  const result = resize(context, order.orderOid, requestedSizes(body), call.forcedRefusal);
  if (result.wereResourcesChanged) {
    await call.work();
    finishResize(context, order);
  }
  return {
    message: result.wereResourcesChanged ? "Resource change completed." : "Resources were not changed.",
    fields: {
      resource_change_result: {
        original_pricing: wirePricing(result.originalPricing),
        new_pricing: wirePricing(result.newPricing),
        resource_change_messages: result.messages,
        were_resources_changed: result.wereResourcesChanged,
      },
      resource_change_request: Object.fromEntries(
        (["memory_mb", "disk_space_mb", "disk_space_2_mb", "disk_space_3_mb"] as const).map((name) => [
          name,
          body[name] ?? null,
        ]),
      ),
      about_order: staleOrder,
    },
  };
}

const PricingOption = z.preprocess((value) => value || undefined, PricingChangeOption.optional());

/** Older clients name the target `host_server_oid`. */
const MoveBody = z.looseObject({
  is_update_dns: lenientFlag,
  move_reason: lenientText,
  pricing_change_option: PricingOption,
  selected_host_server_oid: lenientName,
  host_server_oid: lenientName,
});

export async function putHostServer(call: Call): Promise<Answer> {
  const { context } = call;
  const body = parseRequest(MoveBody, call.payload);
  const request: MoveRequest = {
    isUpdateDns: body.is_update_dns,
    moveReason: body.move_reason,
    pricingChangeOption: body.pricing_change_option,
    hostServerOid: body.selected_host_server_oid ?? body.host_server_oid,
  };
  const move = beginMove(context, orderOidOf(call), request, call.forcedRefusal);
  await call.work();
  const messages = finishMove(context, move, request);
  const completed = {
    is_update_dns: request.isUpdateDns ?? null,
    move_reason: request.moveReason ?? null,
    pricing_change_option: request.pricingChangeOption ?? ("CHOOSE_BEST_OPTION" satisfies PricingChangeOption),
    selected_host_server_oid: move.target.hostServerOid,
  };
  return {
    message: `${move.order.domainName} moved.`,
    fields: {
      about_order: wireAboutOrder(move.order, context),
      running_vps_info: wireRunningVpsInfo(move.order, context),
      move_messages: messages,
      move_request: completed,
      vps_move_request: completed,
    },
  };
}
