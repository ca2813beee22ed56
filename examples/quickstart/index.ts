import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();

/** What the server sets up when it boots for the first time. */
const cloudConfig = `#cloud-config
packages:
  - nginx
`;

const web = new rimuhosting.Vps(
  "web",
  {
    domainName: config.get("domainName") ?? "web.example.com",
    distro: config.get("distro") ?? "deb13.64",
    memoryMb: config.getNumber("memoryMb") ?? 2048,
    diskSpaceMb: config.getNumber("diskSpaceMb") ?? 20_480,
    cloudConfigData: cloudConfig,
    // If unset, each of these is left to the provider or the service.
    password: config.getSecret("password"),
    runningState: config.get<"RUNNING" | "NOTRUNNING">("runningState"),
    hostServerOid: config.get("hostServerOid"),
  },
  // Nothing may delete, replace or reinstall it. To try a reinstall, set `protect` to false.
  { protect: config.getBoolean("protect") ?? true },
);

export const orderOid = web.orderOid;
export const ip = web.primaryIp;
export const monthlyCost = web.monthlyCost;
/** Secret: `pulumi stack output password --show-secrets`. */
export const password = web.password;
