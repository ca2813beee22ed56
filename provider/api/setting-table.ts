import * as z from "zod";
import type { SettingName } from "../schema/setting-names";
import { baseUrlProblem } from "./base-url";

const plainNumber = (value: unknown): unknown =>
  typeof value === "string" && value.trim() !== "" ? Number(value) : value;

const numberFrom = (minimum: number, unit: string) =>
  z.preprocess(
    plainNumber,
    z
      .number({ error: `must be a number of ${unit}` })
      .min(minimum, { error: `must be at least ${minimum}`, abort: true })
      .max(100_000, { error: "is too large", abort: true })
      .int(`must be a whole number of ${unit}`),
  );

const yesOrNo = z.union(
  [
    z.boolean(),
    z
      .string()
      .toLowerCase()
      .pipe(z.enum(["true", "false"]))
      .transform((text) => text === "true"),
  ],
  { error: "must be true or false" },
);

const choice = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(", ")}` });

const BaseUrl = z.string({ error: "must be a URL" }).check((context) => {
  const problem = baseUrlProblem(context.value);
  if (problem) context.issues.push({ code: "custom", message: problem, input: context.value });
});

const ApiKey = z
  .string({ error: "must be a string" })
  .regex(/^[\x21-\x7e]{1,512}$/, "must not be empty or contain spaces or line breaks");

const HostName = z
  .string({ error: "must be a host name without a port" })
  .regex(/^[A-Za-z0-9.-]{1,255}$/, "must be a host name without a port");

const OrderNumbers = z
  .string({ error: "must be order numbers, separated by commas" })
  .regex(/^\s*[0-9]+\s*(,\s*[0-9]+\s*)*$/, "must be order numbers, separated by commas")
  .transform((text) => text.split(",").map((number) => number.trim()));

const Dollars = z.coerce
  .number({ error: "must be a number of USD" })
  .positive("must be above 0")
  .max(1_000_000, "is too large");

interface Setting {
  readonly read: z.ZodType;
  readonly fallback: unknown;
  readonly secret: boolean;
  readonly meaning: string;
}

/** All settings. `read` also accepts text, because stack configuration and environment variables hold nothing else. */
export const settingTable = {
  apiKey: {
    read: ApiKey.optional(),
    fallback: undefined,
    secret: true,
    meaning: "Key of the account, created at https://rimuhosting.com/cp/apikeys.jsp. Not needed for the catalogue.",
  },
  baseUrl: {
    read: BaseUrl,
    fallback: "https://rimuhosting.com",
    secret: false,
    meaning: "Address of the service, without the final /r.",
  },
  authScheme: {
    read: z
      .string({ error: "must be a string" })
      .regex(/^[A-Za-z0-9-]{1,40}$/, "must be one word of letters, digits and hyphens"),
    fallback: "rimuhosting",
    secret: false,
    meaning: "First word of the Authorization header.",
  },
  allowPlainHttpHost: {
    read: HostName.optional(),
    fallback: undefined,
    secret: false,
    meaning: "The one host other than this machine that may be used without TLS: a simulator in another container.",
  },
  maxTotalMonthlyCostUsd: {
    read: Dollars.optional(),
    fallback: undefined,
    secret: false,
    meaning:
      "The most that the stack's servers in one account may cost together per month, in USD: nothing is bought, replaced or enlarged beyond it.",
  },
  maxConcurrentPurchases: {
    read: numberFrom(1, "purchases"),
    fallback: 10,
    secret: false,
    meaning:
      "How many servers are ordered at the same time. The CLI's `--parallel`, by default four for each core, limits it too.",
  },
  unknownOutcomeMinutes: {
    read: numberFrom(0, "minutes"),
    fallback: 20,
    secret: false,
    meaning: "How long to search for an order whose answer was lost before the run continues without it.",
  },
  listLagSeconds: {
    read: numberFrom(0, "seconds"),
    fallback: 90,
    secret: false,
    meaning:
      "How long a purchase waits for a list of orders that lacks some of the stack's, or still shows cancelled ones as active, before it is refused.",
  },
  straysOnDestroy: {
    read: choice(["fail", "warn"]),
    fallback: "fail",
    secret: false,
    meaning: "What destroy does if orders of the stack are still billed afterwards.",
  },
  foreignOrders: {
    read: choice(["refuse", "ignore"]),
    fallback: "refuse",
    secret: false,
    meaning: "What to do when another ledger already has an order for the same project, stack and name.",
  },
  adoptOrders: {
    read: OrderNumbers.optional(),
    fallback: undefined,
    secret: false,
    meaning:
      "Orders bought by another stack that the option `import` may adopt anyway: their numbers, separated by commas.",
  },
  readableTag: {
    read: yesOrNo,
    fallback: true,
    secret: false,
    meaning: "Whether orders are tagged with readable project, stack and name.",
  },
  connectTimeoutSeconds: {
    read: numberFrom(1, "seconds"),
    fallback: 30,
    secret: false,
    meaning: "How long name lookup, connection and TLS handshake may each take.",
  },
  readTimeoutSeconds: {
    read: numberFrom(1, "seconds"),
    fallback: 60,
    secret: false,
    meaning: "How long one read may take. The live status gets twice as long, because the host has to answer.",
  },
  stateTimeoutMinutes: {
    read: numberFrom(1, "minutes"),
    fallback: 15,
    secret: false,
    meaning: "How long starting, stopping, restarting and cancelling may take.",
  },
  setupTimeoutMinutes: {
    read: numberFrom(1, "minutes"),
    fallback: 60,
    secret: false,
    meaning: "How long an order, a reinstall and a resize may take.",
  },
  moveTimeoutMinutes: {
    read: numberFrom(1, "minutes"),
    fallback: 360,
    secret: false,
    meaning: "How long a move to another host may take; longer if 10 minutes per GB of the server's disk is more.",
  },
  pollSeconds: {
    read: numberFrom(1, "seconds"),
    fallback: 15,
    secret: false,
    meaning: "How long to wait between two searches for an order whose answer was lost; grows to four times that.",
  },
  idleMinutes: {
    read: numberFrom(0, "minutes"),
    fallback: 10,
    secret: false,
    meaning: "How long an order must be unchanged before a change whose answer was lost counts as not done.",
  },
} as const satisfies Record<SettingName, Setting>;
