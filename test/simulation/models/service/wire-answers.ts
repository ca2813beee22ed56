import { dataCenters, type ModelOrder, type ServiceModel } from "./service-model";

type Fields = Readonly<Record<string, unknown>>;

const price = { amt: 20, currency: "CUR_USD", amt_usd: 20 };
const date = (ms: number) => ({ ms_since_epoch: Math.floor(ms / 1000) * 1000 });

/** An order as the service tells it at this moment, without its tags. */
function withoutTags(service: ServiceModel, order: ModelOrder, nowMs: number): Fields {
  return {
    order_oid: order.oid,
    domain_name: order.domainName,
    server_type: "VPS",
    running_state: service.isRunning(order) ? "RUNNING" : "NOTRUNNING",
    vps_parameters: { memory_mb: order.memoryMb },
    location: { data_center_location_code: order.dcLocation },
    ...(order.installedAtMs <= nowMs ? { allocated_ips: { primary_ip: "192.0.2.1", secondary_ips: [] } } : {}),
    billing_info: {
      monthly_recurring_amt: price,
      order_date: date(order.orderedMs),
      cancellation_date: order.cancelled === undefined ? null : date(order.cancelled.atMs),
    },
  };
}

const tagsOf = ({ tags }: ModelOrder) => Object.entries(tags).map(([key_name, value]) => ({ key_name, value }));

/** In lists the service may say nothing of tags, or say it in a way that nobody has described. */
function listedTags({ tagsInLists }: ServiceModel, order: ModelOrder): Fields {
  switch (tagsInLists) {
    case "shown":
      return { meta_data: tagsOf(order) };
    case "absent":
      return {};
    case "null":
      return { meta_data: null };
    case "other-shape":
      return { meta_data: Object.entries(order.tags).map(([name, text]) => ({ name, text })) };
    default:
      return tagsInLists satisfies never;
  }
}

const envelope = (content: Fields): string => JSON.stringify({ response: { response_type: "OK", ...content } });

/** What a good answer to each call holds. */
export const answers = {
  orders: (service: ServiceModel, nowMs: number) =>
    envelope({
      about_orders: service
        .listed()
        .map((order) => ({ ...withoutTags(service, order, nowMs), ...listedTags(service, order) })),
    }),
  order: (service: ServiceModel, order: ModelOrder, nowMs: number) =>
    envelope({ about_order: { ...withoutTags(service, order, nowMs), meta_data: tagsOf(order) } }),
  status: (service: ServiceModel, order: ModelOrder) =>
    envelope({
      running_vps_info: { running_state: service.isRunning(order) ? "RUNNING" : "NOTRUNNING", is_suspended: false },
    }),
  runningState: () => envelope({ is_restarted: true, is_pinging: true }),
  resized: () => envelope({ resource_change_result: { were_resources_changed: true } }),
  quote: () => envelope({ monthly_recurring_amt: price }),
  dataCenters: () => envelope({ data_center_infos: dataCenters.map((code) => ({ data_center_location_code: code })) }),
  done: () => envelope({}),
} as const;

/** The service's own no. */
export const refusal = (text: string): string =>
  JSON.stringify({
    jaxrs_response: {
      response_type: "ERROR",
      status_code: 400,
      error_info: { error_class: "PermanentException", human_readable_message: text },
    },
  });
