import { z } from "zod";
import { DomainName, HostServerOid, IpAddress, Oid } from "./values";

const wholeNumber = (what: string, least: number) =>
  z
    .number({ error: `must be a whole number of ${what}` })
    .int({
      error: ({ code }) => (code === "too_big" ? "is too large" : `must be a whole number of ${what}`),
      abort: true,
    })
    .min(least, `must be at least ${least}`);

const text = z.string({ error: "must be a string" }).min(1, "must not be empty");

const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.enum(values, { error: `must be one of ${values.map((value) => `"${value}"`).join(", ")}` });

const flag = z.boolean({ error: "must be true or false" });

/** More or particular IP addresses than the one that every VPS gets. */
const IpRequestInput = z
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
const FileInput = z
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
const CloneInput = z.strictObject({
  /** The order that is copied. It is paused for seconds to minutes while the snapshot is taken. */
  vpsOrderOidToClone: Oid,
  /** The label of the copy. Default: the `domainName` of the new server. */
  domainName: DomainName.optional(),
});

/** Hints for the choice of host. */
const HostSelectorInput = z.strictObject({
  /** Least free disk on the host, in GB. */
  minVmDiskFreeGb: wholeNumber("GB", 0).optional(),
});

/** How a move to another host is done. None of it changes anything by itself. */
const MoveInput = z.strictObject({
  /** `true`: replace the old addresses in the service's name servers; `false`: leave them alone. Default: update where present. */
  isUpdateDns: flag.optional(),
  /** A note for the service's staff. */
  moveReason: text.optional(),
  /** What gives way where the new host is priced differently. Default: `CHOOSE_BEST_OPTION`. */
  pricingChangeOption: choice(["CHOOSE_SAME_RESOURCES", "CHOOSE_SAME_PRICING", "CHOOSE_BEST_OPTION"]).optional(),
});

/** Any plain value: triggers are compared, never interpreted. */
const triggers = z.array(z.unknown(), { error: "must be a list of values" });

/** Tag keys and values are searched by words and split at colons, so neither may hold one. */
const tagText = z.string({ error: "must be a string" }).regex(/^[^\s:]*$/, "must hold neither spaces nor colons");

const sshKey = z
  .string({ error: "must be a string" })
  .regex(/^[^\r\n]+$/, "must be one line: a public key as in authorized_keys")
  .refine((key) => !key.includes("PRIVATE KEY"), "must be a public key, and this looks like a private one");

const vpsShape = {
  /**
   * Label of the server: a fully qualified domain name. It need not resolve.
   * A change replaces the server: another order is bought, data and IP are lost. Letter case and a final dot are no change.
   * API: `instantiation_options.domain_name`.
   */
  domainName: DomainName,

  /**
   * Image code such as `deb13.64`; `getDistributions` lists them. Default: chosen by the service.
   * A change reinstalls the server in place (see `onImageChange`): the order and the IP stay, all data is lost.
   * API: `instantiation_options.distro`.
   */
  distro: text.optional(),
  /**
   * Data-centre code such as `DCDALLAS`. Default: chosen by the service.
   * A change replaces the server.
   * API: `dc_location`.
   */
  dcLocation: text.optional(),
  /**
   * Pricing plan code. Default: the service chooses by the sizes.
   * A change is refused: no call changes the plan of an order.
   * API: `pricing_plan_code`.
   */
  pricingPlanCode: text.optional(),
  /** `webmin` or none (the default). A change reinstalls the server in place: all data is lost. API: `instantiation_options.control_panel`. */
  controlPanel: z.string({ error: "must be a string" }).optional(),
  /** Kind of server. Default: the plan's. A change replaces the server. API: `vps_type`. */
  vpsType: choice(["LOW_CONTENTION", "REGULAR", "DEDICATED"]).optional(),
  /** Wanted host features, separated by spaces: `ssd`, `nvme`, `recentcpu`. A change replaces the server. API: `features`. */
  features: text.optional(),
  /** Require a host with SSD. A change replaces the server. API: `is_ssd_host_required`. */
  isSsdHostRequired: flag.optional(),
  /** Hints for the choice of host. A change replaces the server. API: `host_server_selector`. */
  hostServerSelector: HostSelectorInput.optional(),

  /**
   * Memory in MB (1 GB = 1024 MB). Default: the plan's.
   * A change restarts the server and is billed pro rata at once.
   * API: `vps_parameters.memory_mb`.
   */
  memoryMb: wholeNumber("MB", 1).optional(),
  /**
   * Boot disk in MB. Default: the plan's.
   * Growing restarts the server and is billed pro rata at once; shrinking is refused.
   * API: `vps_parameters.disk_space_mb`.
   */
  diskSpaceMb: wholeNumber("MB", 1).optional(),
  /** Second disk in MB, 0 for none; not part of the regular backups. Changes like `diskSpaceMb`. API: `vps_parameters.disk_space_2_mb`. */
  diskSpace2Mb: wholeNumber("MB", 0).optional(),
  /** Third disk in MB, 0 for none. Changes like `diskSpaceMb`. API: `vps_parameters.disk_space_3_mb`. */
  diskSpace3Mb: wholeNumber("MB", 0).optional(),

  /**
   * Root password; secret. Default: a strong one that the provider derives, found in the output of the same name.
   * First-boot data: a change is recorded and takes effect at the next install (see `reinstallOnFirstBootChange`).
   * API: `instantiation_options.password`.
   */
  password: text.optional(),
  /**
   * Public keys for root, one a line of `/root/.ssh/authorized_keys`.
   * First-boot data: a change takes effect at the next install.
   * API: `file_injection_data`.
   */
  sshAuthorizedKeys: z.array(sshKey, { error: "must be a list of public keys" }).optional(),
  /** Cloud-config text for images that understand it; secret. First-boot data: a change takes effect at the next install. API: `instantiation_options.cloud_config_data`. */
  cloudConfigData: text.optional(),
  /** Files written into the image; secret. First-boot data: a change takes effect at the next install. API: `file_injection_data`. */
  fileInjectionData: z.array(FileInput, { error: "must be a list of files" }).optional(),
  /** Do only the minimal set-up of the image. First-boot data: a change takes effect at the next install. API: `is_just_minimal_init`. */
  isJustMinimalInit: flag.optional(),

  /** Billing method to charge. Default: chosen by the service, which says so in `setupMessages`. A change is refused. API: `billing_oid`. */
  billingOid: Oid.optional(),
  /** Owner of the order. Default: the caller. A change is refused. API: `user_oid`. */
  userOid: Oid.optional(),
  /**
   * Host to run on; meant for customers with hosts of their own. Default: chosen by the service, and not managed.
   * A change moves the server: 5 to 10 minutes per GB in use, and the IP may change.
   * API: `host_server_oid` and `vps_move_request.selected_host_server_oid`.
   */
  hostServerOid: HostServerOid.optional(),
  /** More or particular IP addresses. A change replaces the server. API: `ip_request`. */
  ipRequest: IpRequestInput.optional(),
  /** Tags put on the order when it is bought. A change is refused: no call changes the tags of an order. API: `meta_data`. */
  metaData: z
    .record(tagText.min(1, "must not be empty"), tagText, { error: 'must be an object, such as { role: "web" }' })
    .optional(),
  /** Copy this VPS instead of installing an image. A change replaces the server. API: `instantiation_via_clone_options`. */
  instantiationViaCloneOptions: CloneInput.optional(),

  /**
   * `RUNNING` or `NOTRUNNING`. Default: not managed.
   * A change starts or stops the server. A stopped server is billed like a running one.
   * API: `running_state_change_request.running_state`.
   */
  runningState: choice(["RUNNING", "NOTRUNNING"]).optional(),

  /**
   * What a change of `distro`, `controlPanel` or `reinstallTriggers` does: `reinstall` in place (the default; data is lost,
   * order and IP stay), `replace` (another order is bought), or `forbid` (an error in the preview).
   */
  onImageChange: choice(["reinstall", "replace", "forbid"]).optional(),
  /** Reinstall, with all data lost, when first-boot data changes. Default: false. */
  reinstallOnFirstBootChange: flag.optional(),
  /** Any change of these values reinstalls the server: all data is lost. */
  reinstallTriggers: triggers.optional(),
  /** Any change of these values restarts the server. */
  restartTriggers: triggers.optional(),
  /** How a move to another host is done. API: `vps_move_request`. */
  move: MoveInput.optional(),
  /**
   * What delete does. `immediately` (the default) shuts the server down, deletes it and credits unused time.
   * `at-period-end` lets it run, and be billed, to the end of the period that is paid for.
   */
  cancel: choice(["immediately", "at-period-end"]).optional(),
  /**
   * The most that the server may cost a month, in USD, by the service's own quote. The preview refuses an order, a
   * replacement (before anything is cancelled) and a resize that cost more. What runs already is left alone.
   */
  maxMonthlyCostUsd: z
    .number({ error: "must be a number of USD" })
    .positive("must be above 0")
    .max(1_000_000, "is too large")
    .optional(),
};

/**
 * What a person may write for a `Vps`, strictly: a misspelt name is an error.
 * This is the one source: the public types, the checks and the reference derive from it.
 */
export const VpsInputs = z.strictObject(vpsShape);

export type VpsInputs = z.infer<typeof VpsInputs>;

/** The same before it is parsed: an oid may be a number or text. */
export type WrittenVpsInputs = z.input<typeof VpsInputs>;

export type VpsArgument = keyof VpsInputs;
