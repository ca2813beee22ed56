import { z } from "zod";
import { DomainName } from "../value/domain-name";
import { HostServerOid, Oid } from "../value/oid";
import {
  CloneInput,
  choice,
  FileInput,
  HostSelectorInput,
  IpRequestInput,
  MoveInput,
  text,
  wholeNumber,
} from "./vps-input-parts";

/** Any plain value: triggers are compared, never interpreted. */
const triggers = z.array(z.unknown(), { error: "must be a list of values" });

/** Tag keys and values are searched by words and split at colons, so neither may hold one. */
const tagText = z.string({ error: "must be a string" }).regex(/^[^\s:]*$/, "must hold neither spaces nor colons");

const flag = z.boolean({ error: "must be true or false" });

const sshKey = z
  .string({ error: "must be a string" })
  .regex(/^[^\r\n]+$/, "must be one line: a public key as in authorized_keys")
  .refine((key) => !key.includes("PRIVATE KEY"), "must be a public key, and this looks like a private one");

/**
 * What a person may write for a `Vps`, strictly: a misspelt name is an error. What is let through is decided here, and
 * what it means is told in `VpsArgs`; a type test holds the two equal.
 */
export const VpsInputs = z.strictObject({
  domainName: DomainName,
  distro: text.optional(),
  dcLocation: text.optional(),
  pricingPlanCode: text.optional(),
  controlPanel: z.string({ error: "must be a string" }).optional(),
  vpsType: choice(["LOW_CONTENTION", "REGULAR", "DEDICATED"]).optional(),
  features: text.optional(),
  isSsdHostRequired: flag.optional(),
  hostServerSelector: HostSelectorInput.optional(),
  memoryMb: wholeNumber("MB", 1).optional(),
  diskSpaceMb: wholeNumber("MB", 1).optional(),
  diskSpace2Mb: wholeNumber("MB", 0).optional(),
  diskSpace3Mb: wholeNumber("MB", 0).optional(),
  password: text.optional(),
  sshAuthorizedKeys: z.array(sshKey, { error: "must be a list of public keys" }).optional(),
  cloudConfigData: text.optional(),
  fileInjectionData: z.array(FileInput, { error: "must be a list of files" }).optional(),
  isJustMinimalInit: flag.optional(),
  billingOid: Oid.optional(),
  userOid: Oid.optional(),
  hostServerOid: HostServerOid.optional(),
  ipRequest: IpRequestInput.optional(),
  metaData: z
    .record(tagText.min(1, "must not be empty"), tagText, { error: 'must be an object, such as { role: "web" }' })
    .optional(),
  instantiationViaCloneOptions: CloneInput.optional(),
  runningState: choice(["RUNNING", "NOTRUNNING"]).optional(),
  onImageChange: choice(["reinstall", "replace", "forbid"]).optional(),
  reinstallOnFirstBootChange: flag.optional(),
  reinstallTriggers: triggers.optional(),
  restartTriggers: triggers.optional(),
  move: MoveInput.optional(),
  cancel: choice(["immediately", "at-period-end"]).optional(),
  maxMonthlyCostUsd: z
    .number({ error: "must be a number of USD" })
    .positive("must be above 0")
    .max(1_000_000, "is too large")
    .optional(),
});
export type VpsInputs = z.infer<typeof VpsInputs>;
export type VpsArgument = keyof VpsInputs;
