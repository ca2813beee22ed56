import * as z from "zod";
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
} from "../../service/answers";
import type { Transport } from "../../service/connection";
import { parseJson } from "../../service/failures";
import { cleanText } from "../../service/wire/clean-text";
import { Envelope, openEnvelope } from "../../service/wire/envelope";
import { structureOf } from "../../service/wire/wire";
import { type Check, info, ok } from "./check";

/** An answer as it arrived. */
export interface RecordedAnswer {
  readonly method: string;
  readonly url: string;
  readonly contentType: string | undefined;
  readonly date: string | undefined;
  readonly body: string;
  readonly sentMs: number;
  readonly receivedMs: number;
}

/** A transport that records every answer. */
export function recording(
  transport: Transport,
  nowMs: () => number,
): { transport: Transport; recorded: RecordedAnswer[] } {
  const recorded: RecordedAnswer[] = [];
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

/** Every call that only reads: the path by which its answers are recognised, their root key, and their schema. */
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

/** Documented fields that this package has no use for. */
const unused: ReadonlySet<string> = new Set([
  "status_message",
  "redirect_uri",
  "response_display_duration_type",
  "response_created_time",
  "response_created_time_epoch_ms",
  "order_filter",
  "iso_format",
  "users_tz_offset_ms",
]);

/** What this version does not know in the service's answers: new fields, fields in another form, other root keys. Names, never values. */
export function unreadChecks(recorded: readonly RecordedAnswer[]): Check[] {
  const found = answers.flatMap(({ what, path, root, schema }) => {
    const bodies = recorded.filter(({ url }) => path.test(new URL(url).pathname)).map(({ body }) => contentOf(body));
    const lines = bodies.flatMap((content) => (content === undefined ? [] : linesFor(content, root, schema)));
    return [...new Set(lines)].map((line) => info(what, line));
  });
  return found.length > 0 ? found : [ok("fields", "every field of every answer is known")];
}

interface Content {
  readonly root: string;
  /** The names of other fields beside the root. */
  readonly beside: readonly string[];
  readonly fields: Readonly<Record<string, unknown>>;
}

/** The content of an answer that is no refusal. Refusals are shown elsewhere. */
function contentOf(body: string): Content | undefined {
  const whole = parseJson(body);
  const opened = openEnvelope(whole);
  if (opened.kind !== "content") return undefined;
  const beside = Object.keys(Object(whole)).filter((name) => name !== opened.root);
  return { root: opened.root, beside, fields: { ...opened.content } };
}

function linesFor({ root, beside, fields }: Content, expectedRoot: string, schema: z.ZodType): string[] {
  const envelope = structureOf(Envelope);
  const isOfEnvelope = (path: string): boolean => envelope?.kind === "object" && Object.hasOwn(envelope.shape, path);
  return [
    ...(root === expectedRoot ? [] : [`its root key is ${cleanText(root)}, not ${expectedRoot}`]),
    ...beside.map((name) => `new field ${cleanText(name)} beside its root key`),
    ...unreadFields(schema, fields)
      .filter(({ path, why }) => why === "other-form" || !(isOfEnvelope(path) || isUnused(path)))
      .map(({ path, why, form }) =>
        why === "new" ? `new field ${path}, ${form}` : `${path} has another form: ${form}`,
      ),
  ];
}

const isUnused = (path: string): boolean => unused.has(path.split(/[.[]/).at(-1) ?? "");

/** A field of an answer that a schema does not read. Never its value. */
interface UnreadField {
  /** Such as `about_orders[].vps_parameters.disk_space_4_mb`. */
  readonly path: string;
  /** `new`: the schema does not know the name. `other-form`: it knows the name, but not this kind of value. */
  readonly why: "new" | "other-form";
  /** What kind of value it has. */
  readonly form: string;
}

/** The fields of an answer that a schema does not read. Entries of a list count as one; what is absent or `null` is left out. */
export function unreadFields(schema: z.ZodType, value: unknown): UnreadField[] {
  const found = new Map(fieldsIn(schema, value, "").map((field) => [`${field.path} ${field.form}`, field]));
  return [...found.values()];
}

function fieldsIn(schema: z.ZodType, value: unknown, path: string): UnreadField[] {
  if (value === undefined || value === null) return [];
  const structure = structureOf(schema);
  switch (structure?.kind) {
    case "inner":
      return fieldsIn(structure.of, value, path);
    case "list":
      return Array.isArray(value)
        ? value.flatMap((entry: unknown) => fieldsIn(structure.of, entry, `${path}[]`))
        : [otherForm(value, path)];
    case "object":
      return isObject(value) ? fieldsOf(structure.shape, value, path) : [otherForm(value, path)];
    case undefined:
      return fieldsOfPlain(schema, value, path);
    default:
      return structure satisfies never;
  }
}

/** For a schema of zod's own: follows a transformation to its input, and a union to the option that fits. */
function fieldsOfPlain(schema: z.ZodType, value: unknown, path: string): UnreadField[] {
  if (!schema.safeParse(value).success) return [otherForm(value, path)];
  if (schema instanceof z.ZodObject && isObject(value)) return fieldsOf(schema.shape, value, path);
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodType) return fieldsIn(schema.in, value, path);
  if (!(schema instanceof z.ZodUnion)) return [];
  const fitting = schema.options.find((option) => option instanceof z.ZodType && option.safeParse(value).success);
  return fitting instanceof z.ZodType ? fieldsIn(fitting, value, path) : [];
}

function fieldsOf(shape: z.ZodRawShape, value: object, path: string): UnreadField[] {
  return Object.entries(value).flatMap(([name, part]: [string, unknown]) => {
    const inner = path === "" ? cleanText(name) : `${path}.${cleanText(name)}`;
    const known = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (known instanceof z.ZodType) return fieldsIn(known, part, inner);
    return part === null ? [] : [{ path: inner, why: "new", form: formOf(part) } as const];
  });
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const otherForm = (value: unknown, path: string): UnreadField => ({ path, why: "other-form", form: formOf(value) });

const formOf = (value: unknown): string =>
  Array.isArray(value) ? "a list" : typeof value === "object" ? "an object" : `a ${typeof value}`;
