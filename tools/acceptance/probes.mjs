import { asOrder } from "./course.mjs";

/** What is asked of the server while it runs, to learn what the service's documentation leaves open. Nothing here changes anything. */
export async function probeActiveServer({ service, servers, order }) {
  const oid = order.order_oid;
  const listed = async (filter) => {
    const { isOk, status, envelope } = await service.ask("GET", `/r/orders${filter}`);
    if (!isOk) return `refused with ${status}`;
    return (envelope.about_orders ?? []).some(({ order_oid }) => order_oid === oid) ? "found" : "not found";
  };
  const tags = order.meta_data ?? [];
  const [tag = { key_name: "none", value: "none" }, other = tag] = tags;
  const inList = (await service.listOrders()).find(({ order_oid }) => order_oid === oid);
  const { envelope: list } = await service.ask("GET", "/r/orders;include_inactive=N;server_type=VPS");
  const { envelope: usage } = await service.askAbout(oid, "GET", "/vps/data-transfer-usage");
  const location = order.location.data_center_location_code;
  const elsewhere = location === "DCDALLAS" ? "dcauckland" : "dcdallas";
  const term = `${tag.key_name}%3A${encodeURIComponent(tag.value)}`;
  const otherTerm = `${other.key_name}%3A${encodeURIComponent(other.value)}`;
  return {
    areTagsListed: JSON.stringify(inList?.meta_data ?? null) === JSON.stringify(tags),
    tagCount: tags.length,
    filterFields: Object.keys(list.order_filter ?? {}),
    usageFields: Object.keys(usage.data_transfer_usage_info ?? {}),
    noKey: await refusal(service.ask("GET", "/r/orders;include_inactive=N", { key: null })),
    wrongKey: await refusal(service.ask("GET", "/r/orders;include_inactive=N", { key: "999999999999999" })),
    keylessQuote: await refusal(
      service.ask("PUT", "/r/pricing-plans/new-vm-pricing", {
        key: null,
        body: { new_order_request: asOrder(servers.first) },
      }),
    ),
    unknownOrder: await refusal(service.ask("GET", "/r/orders/order-999999999999999-x")),
    othersOrder: await refusal(service.ask("GET", "/r/orders/order-1-x")),
    malformed: await refusal(service.ask("PUT", "/r/pricing-plans/new-vm-pricing", { body: [] })),
    invalidQuote: await refusal(
      service.ask("PUT", "/r/pricing-plans/new-vm-pricing", {
        body: { new_order_request: asOrder({ ...servers.first, distro: "no-such-distro" }) },
      }),
    ),
    unknownField: await refusal(
      service.ask("PUT", "/r/pricing-plans/new-vm-pricing", {
        body: { new_order_request: { ...asOrder(servers.first), no_such_field: 1 } },
      }),
    ),
    lowerCaseLocation: await refusal(
      service.ask("PUT", "/r/pricing-plans/new-vm-pricing", {
        body: { new_order_request: asOrder({ ...servers.first, dcLocation: location.toLowerCase() }) },
      }),
    ),
    unknownParameter: await listed(";include_inactive=N;no_such_parameter=1"),
    spaceAsPlus: await listed(`;include_inactive=N;meta_search=${term}+${otherTerm}`),
    spaceAsPercent: await listed(`;include_inactive=N;meta_search=${term}%20${otherTerm}`),
    wrongTag: await listed(`;include_inactive=N;meta_search=${tag.key_name}%3Ano-such-value`),
    partialTag: await listed(`;include_inactive=N;meta_search=${term.slice(0, -1)}`),
    searchByName: await listed(`;include_inactive=N;search=${servers.domainName}`),
    searchByPart: await listed(`;include_inactive=N;search=${servers.domainName.split(".")[0]}`),
    searchOtherCase: await listed(`;include_inactive=N;search=${servers.domainName.toUpperCase()}`),
    searchNothing: await listed(";include_inactive=N;search=no-such-server.example.com"),
    byOids: await listed(`;include_inactive=N;order_oids=${oid}`),
    byOtherOids: await listed(";include_inactive=N;order_oids=999999999999999"),
    byOwnLocation: await listed(`;include_inactive=N;dc-location=${location.toLowerCase()}`),
    byOtherLocation: await listed(`;include_inactive=N;dc-location=${elsewhere}`),
  };
}

/** What is asked of the order once it is cancelled. */
export async function probeCancelledOrder({ service, order }) {
  const oid = order.order_oid;
  const listed = async (filter) =>
    (await service.listOrders(filter)).some(({ order_oid }) => order_oid === oid) ? "found" : "not found";
  const after = await service.getOrder(oid);
  return {
    isAddressShown: Boolean(after.allocated_ips?.primary_ip),
    listedUnspecified: await listed(""),
    listedWithInactive: await listed(";include_inactive=Y"),
    listedWithoutInactive: await listed(";include_inactive=N"),
    liveStatus: await refusal(service.askAbout(oid, "GET", "/vps")),
    secondDelete: await refusal(service.cancel(oid)),
  };
}

/** How a call was answered, without the words: these may name an account or a server. */
async function refusal(asked) {
  const { isOk, status, envelope } = await asked;
  if (isOk) return "accepted (200, OK)";
  const { error_class, field_name } = envelope.error_info ?? {};
  const details = [error_class, field_name && `field ${field_name}`].filter(Boolean).join(", ");
  return `refused with ${status}${details === "" ? "" : ` (${details})`}`;
}
