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
    numIps: wholeNumber("addresses", 1).optional(),
    extraIpReason: text.optional(),
    requestedIps: z.array(IpAddress).optional(),
  })
  .refine((request) => (request.numIps ?? 1) <= 1 || request.extraIpReason !== undefined, {
    path: ["extraIpReason"],
    message: "must say why, when more than one address is asked for",
  });

/** A file that the service writes into the image while it installs it. */
export const FileInput = z
  .strictObject({
    path: z.string({ error: "must be an absolute path" }).regex(/^\//, "must be an absolute path"),
    dataAsString: z.string({ error: "must be a string" }).optional(),
    dataAsBase64: z.base64({ error: "must be base64" }).optional(),
    dataFromUrl: z.url({ error: "must be a URL" }).optional(),
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
  vpsOrderOidToClone: Oid,
  domainName: DomainName.optional(),
});

/** Hints for the choice of host. */
export const HostSelectorInput = z.strictObject({
  minVmDiskFreeGb: wholeNumber("GB", 0).optional(),
});

/** How a move to another host is done. None of it changes anything by itself. */
export const MoveInput = z.strictObject({
  isUpdateDns: flag.optional(),
  moveReason: text.optional(),
  pricingChangeOption: choice(["CHOOSE_SAME_RESOURCES", "CHOOSE_SAME_PRICING", "CHOOSE_BEST_OPTION"]).optional(),
});
