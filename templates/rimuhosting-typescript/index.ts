import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();

/** `pulumi up` orders it, and your account is charged. */
const web = new rimuhosting.Vps(
  "web",
  {
    domainName: config.require("domainName"),
    distro: "deb13.64",
    memoryMb: 1024,
    sshAuthorizedKeys: [config.require("sshKey")],
    // The preview refuses anything that would cost more.
    maxMonthlyCostUsd: 15,
  },
  // Pulumi won't delete, replace or reinstall it. Before you destroy it: `pulumi state unprotect --all`.
  { protect: true },
);

export const ip = web.primaryIp;
export const monthlyCost = web.monthlyCost;
/** Secret: `pulumi stack output password --show-secrets`. */
export const password = web.password;
