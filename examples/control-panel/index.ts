import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";

const hosting = new rimuhosting.Vps("hosting", {
  domainName: `hosting.${domain}`,
  distro: "deb13.64",
  controlPanel: "webmin",
  memoryMb: 2048,
  diskSpaceMb: 20_480,
  // Every server has one address. The service limits the others, and wants to know what they are for.
  ipRequest: {
    numIps: config.getNumber("numIps") ?? 2,
    extraIpReason: "A name server of its own, as the registry demands.",
  },
  hostServerSelector: { minVmDiskFreeGb: 100 },
});

/** Addresses beyond the first, in the service's order. */
const nameServerIp = hosting.secondaryIps.apply((ips) => ips[0] ?? "");

new rimuhosting.ReverseDns("first-address", { vps: hosting, name: `hosting.${domain}` });
new rimuhosting.ReverseDns("second-address", { vps: hosting, ip: nameServerIp, name: `ns.${domain}` });

export const panel = pulumi.interpolate`https://${hosting.primaryIp}:10000/`;
export { nameServerIp };
