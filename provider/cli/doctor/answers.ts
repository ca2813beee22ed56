import { z } from "zod";
import {
  BillingMethodsAnswer,
  DataCentersAnswer,
  DataTransferUsageAnswer,
  DistributionsAnswer,
  OrderAnswer,
  OrdersAnswer,
  PricingPlansAnswer,
  QuoteAnswer,
  VpsStatusAnswer,
} from "../../api/answers";
import type { Transport } from "../../api/connection";
import { cleanText } from "../../schema/clean-text";
import { Envelope } from "../../schema/envelope";
import { unreadFields } from "../../schema/unread-fields";
import { structureOf } from "../../schema/wire";
import { type Check, fact } from "./check";

/** An answer as it arrived. */
export interface Recorded {
  readonly method: string;
  readonly url: string;
  readonly contentType: string | undefined;
  readonly date: string | undefined;
  readonly body: string;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** A network that remembers what came over it. */
export function recording(transport: Transport, nowMs: () => number): { transport: Transport; recorded: Recorded[] } {
  const recorded: Recorded[] = [];
  return {
    recorded,
    transport: async (request) => {
      const sentMs = nowMs();
      const answer = await transport(request);
      const { contentType, date, body } = answer;
      recorded.push({ method: request.method, url: request.url, contentType, date, body, sentMs, receivedMs: nowMs() });
      return answer;
    },
  };
}

/** Each call that only reads: how its answers are recognised, their root key, and what this version reads of them. */
const answers: readonly { what: string; path: RegExp; root: string; schema: z.ZodType }[] = [
  { what: "list of orders", path: /\/r\/orders(;|$)/, root: "get_orders_response", schema: OrdersAnswer },
  { what: "order", path: /\/r\/orders\/order-[^/]*$/, root: "get_order_response", schema: OrderAnswer },
  { what: "status", path: /\/vps$/, root: "get_vps_status_response", schema: VpsStatusAnswer },
  {
    what: "traffic",
    path: /\/data-transfer-usage$/,
    root: "get_data_transfer_usage_and_other_vps_status_information",
    schema: DataTransferUsageAnswer,
  },
  {
    what: "billing methods",
    path: /\/billing-methods$/,
    root: "get_billing_methods_response",
    schema: BillingMethodsAnswer,
  },
  { what: "distributions", path: /\/distributions$/, root: "get_distros_response", schema: DistributionsAnswer },
  { what: "data centres", path: /\/data-centers$/, root: "get_data_centers_response", schema: DataCentersAnswer },
  { what: "plans", path: /\/pricing-plans(;|$)/, root: "get_pricing_plans_response", schema: PricingPlansAnswer },
  { what: "price", path: /\/new-vm-pricing$/, root: "get_new_vm_pricing_response", schema: QuoteAnswer },
];

/** Documented fields that tell this package nothing. */
const needless: ReadonlySet<string> = new Set([
  "status_message",
  "redirect_uri",
  "response_display_duration_type",
  "response_created_time",
  "response_created_time_epoch_ms",
  "order_filter",
  "iso_format",
  "users_tz_offset_ms",
]);

/** What in the service's answers this version does not know: new fields, fields in another form, other root keys. Names, never values. */
export function unreadChecks(recorded: readonly Recorded[]): Check[] {
  const found = answers.flatMap(({ what, path, root, schema }) => {
    const bodies = recorded.filter(({ url }) => path.test(new URL(url).pathname)).map(({ body }) => contentOf(body));
    const lines = bodies.flatMap((content) => (content === undefined ? [] : linesFor(content, root, schema)));
    return [...new Set(lines)].map((line) => fact(what, line));
  });
  return found.length > 0 ? found : [{ name: "fields", verdict: "ok", says: "every field of every answer is known" }];
}

interface Content {
  readonly root: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The content of a good answer. Refusals are shown elsewhere. */
function contentOf(body: string): Content | undefined {
  try {
    const [[root, fields] = [], ...others] = Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(body)));
    const inner = z.record(z.string(), z.unknown()).safeParse(fields);
    if (root === undefined || others.length > 0 || !inner.success || inner.data["response_type"] === "ERROR")
      return undefined;
    return { root, fields: inner.data };
  } catch {
    return undefined;
  }
}

function linesFor({ root, fields }: Content, expectedRoot: string, schema: z.ZodType): string[] {
  const envelope = structureOf(Envelope);
  const isOfEnvelope = (path: string): boolean => envelope?.kind === "object" && Object.hasOwn(envelope.shape, path);
  return [
    ...(root === expectedRoot ? [] : [`its root key is ${cleanText(root)}, not ${expectedRoot}`]),
    ...unreadFields(schema, fields)
      .filter(({ path, why }) => why === "other-form" || !(isOfEnvelope(path) || isNeedless(path)))
      .map(({ path, why, form }) =>
        why === "new" ? `new field ${path}, ${form}` : `${path} has another form: ${form}`,
      ),
  ];
}

const isNeedless = (path: string): boolean => needless.has(path.split(/[.[]/).at(-1) ?? "");
