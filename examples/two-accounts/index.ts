import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();

/** The customer's account. All other settings are the stack's own. */
const customer = new rimuhosting.Provider("customer", { apiKey: config.requireSecret("customerApiKey") });

/** Billed to the account that `rimuhosting:apiKey` belongs to. */
const ours = new rimuhosting.Vps(
  "monitor",
  { domainName: "monitor.example.com", distro: "deb13.64", memoryMb: 1024 },
  { protect: true },
);

/** Billed to the customer. A server stays in its account: another provider here would not move it. */
const theirs = new rimuhosting.Vps(
  "shop",
  { domainName: "shop.example.net", distro: "deb13.64", memoryMb: 2048 },
  { provider: customer, protect: true },
);

export const monitorIp = ours.primaryIp;
export const shopIp = theirs.primaryIp;
