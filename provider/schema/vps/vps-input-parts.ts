import { z } from "zod";
import { DomainName } from "../value/domain-name";
import { IpAddress } from "../value/ip";
import { Oid } from "../value/oid";

export const wholeNumber = (what: string, least: number) =>
  z
    .number({ error: `must be a whole number of ${what}` })
    .int({
      error: ({ code }) => (code === "too_big" ? "is too large" : `must be a whole number of ${what}`),
      abort: true,
    })
    .min(least, `must be at least ${least}`);

export const text = z.string({ error: "must be a string" }).min(1, "must not be empty");

export const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.map((value) => `"${value}"`).join(", ")}` });

const flag = z.boolean({ error: "must be true or false" });

/** More or particular IP addresses than the one that every VPS gets. */
export const IpRequestInput = z
  .strictObject({
    /** How many addresses. The service limits the number. Default: 1. */
    numIps: wholeNumber("addresses", 1).optional(),
    /** Why more than one is needed; the service asks for it then. */
    extraIpReason: text.optional(),
    /** Particular addresses, meant for customers' own ranges. */
    requestedIps: z.array(IpAddress).optional(),
  })
  .refine((request) => (request.numIps ?? 1) <= 1 || request.extraIpReason !== undefined, {
    path: ["extraIpReason"],
    message: "must say why, when more than one address is asked for",
  });

/** A file that the service writes into the image while it installs it. */
export const FileInput = z
  .strictObject({
    /** Absolute path on the server, such as `/root/.ssh/authorized_keys`. */
    path: z.string({ error: "must be an absolute path" }).regex(/^\//, "must be an absolute path"),
    /** The content, as text. */
    dataAsString: z.string({ error: "must be a string" }).optional(),
    /** The content, base64: for what is not text. */
    dataAsBase64: z.base64({ error: "must be base64" }).optional(),
    /** Where the service fetches the content from. */
    dataFromUrl: z.url({ error: "must be a URL" }).optional(),
    /** Run the file at the first boot. Default: false. */
    execOnFirstBoot: flag.optional(),
  })
  .refine(
    (file) =>
      [file.dataAsString, file.dataAsBase64, file.dataFromUrl].filter((data) => data !== undefined).length === 1,
    {
      message: "must have exactly one of dataAsString, dataAsBase64 and dataFromUrl",
    },
  );

/** A VPS to copy instead of installing an image. */
export const CloneInput = z.strictObject({
  /** The order that is copied. It is paused for seconds to minutes while the snapshot is taken. */
  vpsOrderOidToClone: Oid,
  /** The label of the copy. Default: the `domainName` of the new server. */
  domainName: DomainName.optional(),
});

/** Hints for the choice of host. */
export const HostSelectorInput = z.strictObject({
  /** Least free disk on the host, in GB. */
  minVmDiskFreeGb: wholeNumber("GB", 0).optional(),
});

/** How a move to another host is done. None of it changes anything by itself. */
export const MoveInput = z.strictObject({
  /** `true`: replace the old addresses in the service's name servers; `false`: leave them alone. Default: update where present. */
  isUpdateDns: flag.optional(),
  /** A note for the service's staff. */
  moveReason: text.optional(),
  /** What gives way where the new host is priced differently. Default: `CHOOSE_BEST_OPTION`. */
  pricingChangeOption: choice(["CHOOSE_SAME_RESOURCES", "CHOOSE_SAME_PRICING", "CHOOSE_BEST_OPTION"]).optional(),
});
