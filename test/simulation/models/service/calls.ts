import type { WireRequest } from "../../../../provider/api/connection";

/** One request, as the service understands it. */
export type ServiceCall =
  | { readonly kind: "list" | "quote" | "data-centers" }
  | { readonly kind: "buy"; readonly wanted: WantedOnWire }
  | { readonly kind: "read" | "status" | "delete" | "cancel-at-period-end"; readonly oid: number }
  | { readonly kind: "resize"; readonly oid: number; readonly memoryMb: number | undefined }
  | { readonly kind: "running-state"; readonly oid: number; readonly state: string };

interface WantedOnWire {
  readonly domainName: string;
  readonly memoryMb: number | undefined;
  readonly dcLocation: string | undefined;
  readonly tags: Readonly<Record<string, string>>;
}

interface OrderBody {
  readonly new_order_request: {
    readonly instantiation_options: { readonly domain_name: string };
    readonly vps_parameters?: { readonly memory_mb?: number };
    readonly dc_location?: string;
    readonly meta_data?: readonly { readonly key_name: string; readonly value: string }[];
  };
}

const orderPath = /\/r\/orders\/order-([0-9]+)-x(\/.*)?$/;

/** What a request asks for. A call that the model does not know is a mistake of the model, not of the provider. */
export function recognise({ method, url, body }: WireRequest): ServiceCall {
  const pathname = url.slice(url.indexOf("/r/"));
  if (method === "GET" && pathname.startsWith("/r/orders;")) return { kind: "list" };
  if (method === "GET" && pathname === "/r/data-centers") return { kind: "data-centers" };
  if (method === "PUT" && pathname === "/r/pricing-plans/new-vm-pricing") return { kind: "quote" };
  if (method === "POST" && pathname === "/r/orders/new-vps") return { kind: "buy", wanted: wantedIn(body) };
  const [, digits, rest = ""] = orderPath.exec(pathname) ?? [];
  const call = digits === undefined ? undefined : ofOrder(Number(digits), `${method} ${rest}`, body);
  if (call === undefined) throw new Error(`the modelled service does not know this call: ${method} ${pathname}`);
  return call;
}

function ofOrder(oid: number, what: string, body: string | undefined): ServiceCall | undefined {
  switch (what) {
    case "GET ":
      return { kind: "read", oid };
    case "GET /vps":
      return { kind: "status", oid };
    case "DELETE /vps":
      return { kind: "delete", oid };
    case "PUT /cancelled":
      return { kind: "cancel-at-period-end", oid };
    case "PUT /vps/parameters":
      return { kind: "resize", oid, memoryMb: JSON.parse(body ?? "").running_vps_data.memory_mb };
    case "PUT /vps/running-state":
      return { kind: "running-state", oid, state: JSON.parse(body ?? "").running_state_change_request.running_state };
    default:
      return undefined;
  }
}

function wantedIn(body: string | undefined): WantedOnWire {
  const { new_order_request: wanted }: OrderBody = JSON.parse(body ?? "");
  return {
    domainName: wanted.instantiation_options.domain_name,
    memoryMb: wanted.vps_parameters?.memory_mb,
    dcLocation: wanted.dc_location,
    tags: Object.fromEntries((wanted.meta_data ?? []).map(({ key_name, value }) => [key_name, value])),
  };
}

/** For the trace. */
export function describeCall(call: ServiceCall): string {
  switch (call.kind) {
    case "buy":
      return `order ${call.wanted.domainName}`;
    case "list":
    case "quote":
    case "data-centers":
      return call.kind;
    case "running-state":
      return `set ${call.oid} to ${call.state}`;
    default:
      return `${call.kind} ${call.oid}`;
  }
}
