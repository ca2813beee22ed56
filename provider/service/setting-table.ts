import { z } from "zod";
import { baseUrlProblem } from "./base-url";
import type { SettingName } from "./environment";

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

const Dollars = z.coerce
  .number({ error: "must be a number of USD" })
  .positive("must be above 0")
  .max(1_000_000, "is too large");

/**
 * What each setting accepts, and its default; `ProviderArgs` says what each means. All accept text, because stack configuration
 * and environment variables hold nothing else.
 */
export const settingTable = {
  apiKey: ApiKey.optional(),
  baseUrl: BaseUrl.default("https://rimuhosting.com"),
  allowPlainHttpHost: HostName.optional(),
  maxTotalMonthlyCostUsd: Dollars.optional(),
  unknownOutcomeMinutes: numberFrom(0, "minutes").default(10),
  listLagSeconds: numberFrom(0, "seconds").default(30),
  straysOnDelete: choice(["fail", "warn"]).default("fail"),
  sameDomainName: choice(["refuse", "allow"]).default("refuse"),
  readableTag: yesOrNo.default(true),
} as const satisfies Record<SettingName, z.ZodType>;

/** How long things may take, and how often something is looked at. Only tests change these, in the environment: `customTimeouts` is for people. */
export const timeTable = {
  connectTimeoutSeconds: numberFrom(1, "seconds").default(30),
  readTimeoutSeconds: numberFrom(1, "seconds").default(60),
  stateTimeoutMinutes: numberFrom(1, "minutes").default(15),
  setupTimeoutMinutes: numberFrom(1, "minutes").default(60),
  moveTimeoutMinutes: numberFrom(1, "minutes").default(360),
  pollSeconds: numberFrom(1, "seconds").default(15),
  idleMinutes: numberFrom(0, "minutes").default(10),
} as const;
