import { z } from "zod";
import type { SettingName } from "../schema/setting-names";
import { baseUrlProblem } from "./base-url";

const numberAbove = (least: number, what: string) =>
  z.coerce
    .number({ error: `must be a number of ${what}` })
    .int(`must be a whole number of ${what}`)
    .min(least, `must be at least ${least}`)
    .max(100_000, "is too large");

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
  .regex(/^[\x21-\x7e]{1,512}$/, "must not be empty, nor hold spaces or line breaks");

const HostName = z.string().regex(/^[A-Za-z0-9.-]{1,255}$/, "must be a host name without port");

const OrderNumbers = z
  .string({ error: "must be order numbers, separated by commas" })
  .regex(/^\s*[0-9]+\s*(,\s*[0-9]+\s*)*$/, "must be order numbers, separated by commas")
  .transform((text) => text.split(",").map((number) => number.trim()));

interface Setting {
  readonly environment: string;
  readonly read: z.ZodType;
  readonly fallback: unknown;
  readonly secret: boolean;
  readonly meaning: string;
}

/** All settings. `read` accepts text as well, since stack configuration and environment know nothing else. */
export const settingTable = {
  apiKey: {
    environment: "RIMUHOSTING_APIKEY",
    read: ApiKey.optional(),
    fallback: undefined,
    secret: true,
    meaning: "Key of the account, made at https://rimuhosting.com/cp/apikeys.jsp. Not needed for the catalogue.",
  },
  baseUrl: {
    environment: "RIMUHOSTING_BASEURL",
    read: BaseUrl,
    fallback: "https://rimuhosting.com",
    secret: false,
    meaning: "Where the service is, without the final /r.",
  },
  authScheme: {
    environment: "RIMUHOSTING_AUTHSCHEME",
    read: z.string().regex(/^[A-Za-z0-9-]{1,40}$/, "must be one word of letters, digits and hyphens"),
    fallback: "rimuhosting",
    secret: false,
    meaning: "First word of the Authorization header.",
  },
  allowPlainHttpHost: {
    environment: "RIMUHOSTING_ALLOWPLAINHTTPHOST",
    read: HostName.optional(),
    fallback: undefined,
    secret: false,
    meaning: "The one host, besides this machine, that may be spoken to without TLS: a simulator in another container.",
  },
  maxConcurrentPurchases: {
    environment: "RIMUHOSTING_MAXCONCURRENTPURCHASES",
    read: numberAbove(1, "purchases"),
    fallback: 10,
    secret: false,
    meaning: "How many servers are ordered at the same time.",
  },
  unknownOutcomeMinutes: {
    environment: "RIMUHOSTING_UNKNOWNOUTCOMEMINUTES",
    read: numberAbove(0, "minutes"),
    fallback: 20,
    secret: false,
    meaning: "How long an order whose answer was lost is looked for before the run goes on without it.",
  },
  leftoversOnDestroy: {
    environment: "RIMUHOSTING_LEFTOVERSONDESTROY",
    read: choice(["fail", "warn"]),
    fallback: "fail",
    secret: false,
    meaning: "What destroy does when orders of the stack are still billed afterwards.",
  },
  foreignOrders: {
    environment: "RIMUHOSTING_FOREIGNORDERS",
    read: choice(["refuse", "ignore"]),
    fallback: "refuse",
    secret: false,
    meaning: "What an order does when another ledger already has one of the same project, stack and name.",
  },
  takeOver: {
    environment: "RIMUHOSTING_TAKEOVER",
    read: OrderNumbers.optional(),
    fallback: undefined,
    secret: false,
    meaning:
      "Orders that another stack bought and that the option `import` may adopt all the same: their numbers, separated by commas.",
  },
  readableTag: {
    environment: "RIMUHOSTING_READABLETAG",
    read: yesOrNo,
    fallback: true,
    secret: false,
    meaning: "Whether orders are tagged with project, stack and name in clear.",
  },
  connectTimeoutSeconds: {
    environment: "RIMUHOSTING_CONNECTTIMEOUTSECONDS",
    read: numberAbove(1, "seconds"),
    fallback: 30,
    secret: false,
    meaning: "How long each of name lookup, connection and TLS may take.",
  },
  readTimeoutSeconds: {
    environment: "RIMUHOSTING_READTIMEOUTSECONDS",
    read: numberAbove(1, "seconds"),
    fallback: 60,
    secret: false,
    meaning: "How long one reading call may take. The live status gets twice as long: the host has to answer.",
  },
  stateTimeoutMinutes: {
    environment: "RIMUHOSTING_STATETIMEOUTMINUTES",
    read: numberAbove(1, "minutes"),
    fallback: 15,
    secret: false,
    meaning: "How long starting, stopping, restarting and cancelling may take.",
  },
  setupTimeoutMinutes: {
    environment: "RIMUHOSTING_SETUPTIMEOUTMINUTES",
    read: numberAbove(1, "minutes"),
    fallback: 60,
    secret: false,
    meaning: "How long an order, a reinstall and a resize may take.",
  },
  moveTimeoutMinutes: {
    environment: "RIMUHOSTING_MOVETIMEOUTMINUTES",
    read: numberAbove(1, "minutes"),
    fallback: 360,
    secret: false,
    meaning:
      "How long a move to another host may take; longer where the server has so much disk that 10 minutes per GB are more.",
  },
  pollSeconds: {
    environment: "RIMUHOSTING_POLLSECONDS",
    read: numberAbove(1, "seconds"),
    fallback: 15,
    secret: false,
    meaning: "How long to wait between two looks at an order whose answer was lost; it grows to four times that.",
  },
  idleMinutes: {
    environment: "RIMUHOSTING_IDLEMINUTES",
    read: numberAbove(0, "minutes"),
    fallback: 10,
    secret: false,
    meaning: "How long an order must be unchanged before a change whose answer was lost counts as not done.",
  },
} as const satisfies Record<SettingName, Setting>;
