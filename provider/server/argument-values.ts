import { z } from "zod";
import { didYouMean, nearest, sortedByName } from "../service/names";
import { oneOf } from "../service/wire/complaints";
import { DomainName, HostServerOid, IpAddress, Oid } from "../service/wire/values";

/** `"2GB"` means 2048. */
const inMegabytes = (input: unknown): string => {
  const [, gb] = /^\s*(\d{1,4})\s*(?:GB?|GiB)\s*$/i.exec(typeof input === "string" ? input : "") ?? [];
  return gb === undefined ? "" : `; did you mean ${Number(gb) * 1024}?`;
};

const wholeNumber = (what: string, least: number) =>
  z
    .number({ error: ({ input }) => `must be a whole number of ${what}${inMegabytes(input)}` })
    .int({
      error: ({ code }) => (code === "too_big" ? "is too large" : `must be a whole number of ${what}`),
      abort: true,
    })
    .min(least, `must be at least ${least}`);

const text = z.string({ error: "must be a string" }).min(1, "must not be empty");

/** @param otherNames in lower case: what others call a value */
const choice = <const T extends readonly [string, ...string[]]>(
  values: T,
  otherNames: ReadonlyMap<string, T[number]> = new Map(),
) =>
  z.enum(values, {
    error: ({ input }) => {
      const meant =
        typeof input === "string" ? (otherNames.get(input.toLowerCase()) ?? nearest(input, values)) : undefined;
      return `${oneOf(values)}${didYouMean(meant)}`;
    },
  });

const portRule = "must be the number of a port, at least 1 and at most 65535";

const power = choice(
  ["RUNNING", "NOTRUNNING"],
  new Map([
    ["stopped", "NOTRUNNING"],
    ["off", "NOTRUNNING"],
    ["started", "RUNNING"],
    ["on", "RUNNING"],
  ]),
);

const port = z.number({ error: portRule }).int(portRule).min(1, portRule).max(65_535, portRule);

const flag = z.boolean({ error: "must be true or false" });

/** An object whose misspelt parts get a complaint that lists the parts that it can have. */
const parts = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code }) => (code === "unrecognized_keys" ? `; it can have ${Object.keys(shape).join(", ")}` : undefined),
  });

/** Additional or particular IP addresses. */
const IpRequestInput = parts({
  numIps: wholeNumber("addresses", 1).optional(),
  extraIpReason: text.optional(),
  requestedIps: z.array(IpAddress).optional(),
}).refine((request) => (request.numIps ?? 1) <= 1 || request.extraIpReason !== undefined, {
  path: ["extraIpReason"],
  message: "must give the reason for more than one address",
});

/** A file that the service writes into the image while it installs it. */
const FileInput = parts({
  path: z.string({ error: "must be an absolute path" }).regex(/^\//, "must be an absolute path"),
  dataAsString: z.string({ error: "must be a string" }).optional(),
  dataAsBase64: z.base64({ error: "must be base64" }).optional(),
  dataFromUrl: z.url({ error: "must be a URL" }).optional(),
  execOnFirstBoot: flag.optional(),
}).refine(
  (file) => [file.dataAsString, file.dataAsBase64, file.dataFromUrl].filter((data) => data !== undefined).length === 1,
  {
    message: "must have exactly one of dataAsString, dataAsBase64 and dataFromUrl",
  },
);

/** A VPS to copy instead of installing an image. */
const CloneInput = parts({
  vpsOrderOidToClone: Oid,
  domainName: DomainName.optional(),
});

/** Hints for the choice of host. */
const HostSelectorInput = parts({
  minVmDiskFreeGb: wholeNumber("GB", 0).optional(),
});

/** How a move to another host is done. None of it changes anything by itself. */
const MoveInput = parts({
  isUpdateDns: flag.optional(),
  moveReason: text.optional(),
  pricingChangeOption: choice(["CHOOSE_SAME_RESOURCES", "CHOOSE_SAME_PRICING", "CHOOSE_BEST_OPTION"]).optional(),
});

/** Any plain value: triggers are compared, never interpreted. */
const triggers = z.array(z.unknown(), {
  error: ({ input }) => `must be a list of values${typeof input === "object" ? "" : "; put it in brackets"}`,
});

/** Tag keys and values are searched by words and split at colons, so neither may hold one. */
const tagText = z.string({ error: "must be a string" }).regex(/^[^\s:]*$/, "must not contain spaces or colons");

const pathForm = /^(?:~|\.{0,2}\/|[A-Z]:\\)(?:\S*|.*\.pub)$/i;
const pathReason = 'is a path: pass what is in the file, as with fs.readFileSync(path, "utf8")';

/** A key as its file holds it, which ends in a line break. */
const sshKey = z.string({ error: "must be a string" }).trim();

/** Cloud-config as an object. Its values mean something to cloud-init alone. */
const CloudConfigInput = z
  .record(z.string(), z.unknown(), {
    error: ({ input }) =>
      `must be an object, such as { packages: ["nginx"] }${typeof input === "string" ? "; a text belongs in cloudConfigData" : ""}`,
  })
  .refine((config) => Object.keys(config).length > 0, "must not be empty")
  // The engine passes objects with their names in any order.
  .transform((config): Record<string, unknown> => ({ ...Object(sortedByName(config)) }));

/** The building blocks for the schemas in `arguments.ts`. */
export const argumentValues = {
  wholeNumber,
  text,
  anyText: z.string({ error: "must be a string" }),
  choice,
  power,
  port,
  flag,
  triggers,
  domainName: DomainName,
  oid: Oid,
  hostServerOid: HostServerOid,
  hostSelector: HostSelectorInput,
  ipRequest: IpRequestInput,
  clone: CloneInput,
  move: MoveInput,
  cloudConfig: CloudConfigInput,
  cloudConfigData: z
    .string({
      error: ({ input }) => `must be a string${typeof input === "object" ? "; an object belongs in cloudConfig" : ""}`,
    })
    .min(1, "must not be empty")
    .refine((text) => !pathForm.test(text), pathReason),
  sshKeys: z.array(sshKey, {
    error: ({ input }) => `must be a list of public keys${typeof input === "string" ? "; put it in brackets" : ""}`,
  }),
  files: z.array(FileInput, { error: "must be a list of files" }),
  tags: z.record(tagText.min(1, "must not be empty"), tagText, { error: 'must be an object, such as { role: "web" }' }),
  usd: z.number({ error: "must be a number of USD" }).positive("must be above 0").max(1_000_000, "is too large"),
};

export type ArgumentValues = typeof argumentValues;
