import type { VpsArgument } from "../../schema/vps/vps-inputs";

/** What other providers and the service's own pages call an argument: too far from ours for a comparison of letters. */
const otherNames: Partial<Record<VpsArgument, readonly string[]>> = {
  domainName: ["name", "hostname", "fqdn", "label", "domain"],
  distro: ["image", "os", "operatingsystem", "distribution", "template"],
  dcLocation: ["region", "location", "datacenter", "datacentre", "zone"],
  pricingPlanCode: ["plan", "plancode", "size", "type", "instancetype", "servertype", "flavor"],
  memoryMb: ["ram", "mem", "memory"],
  diskSpaceMb: ["disk", "disksize", "diskmb", "diskgb", "storage"],
  sshAuthorizedKeys: ["sshkeys", "sshkey", "keys", "authorizedkeys", "publickeys"],
  cloudConfigData: ["userdata", "cloudinit", "cloudconfig"],
  fileInjectionData: ["files"],
  password: ["rootpassword", "adminpassword", "rootpass"],
  metaData: ["tags", "labels", "meta"],
  ipRequest: ["ip", "ips", "ipaddresses", "numips"],
  hostServerOid: ["host", "hostserver", "hostid"],
  runningState: ["state", "powerstate", "status", "running"],
  billingOid: ["billing", "billingmethod"],
  userOid: ["user", "owner"],
  maxMonthlyCostUsd: ["budget", "maxcost", "maxprice"],
};

/** The argument that is called by this name elsewhere. */
export function otherNameFor(name: string): string | undefined {
  const plain = name.toLowerCase().replace(/[_-]/g, "");
  return Object.entries(otherNames).find(([, names]) => names.includes(plain))?.[0];
}

/** Pulumi's options, which are no arguments. */
const options: readonly string[] = [
  "aliases",
  "customTimeouts",
  "deleteBeforeReplace",
  "dependsOn",
  "ignoreChanges",
  "import",
  "onImportDifference",
  "parent",
  "protect",
  "provider",
  "replaceOnChanges",
  "retainOnDelete",
];

export const isOption = (name: string): boolean => options.includes(name);
