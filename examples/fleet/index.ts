import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";
const numberOfServers = config.getNumber("numberOfServers") ?? 10;
const distro = config.get("distro") ?? "deb12.64";
const memoryMb = config.getNumber("memoryMb") ?? 1024;
const port = config.getNumber("port");

const numbers = Array.from({ length: numberOfServers }, (_, index) => index + 1);

/**
 * Each server waits for the one before it, so that whatever interrupts them, such as another image, more memory or a restart, is done to one
 * at a time. With a port, the next one begins when this one answers there. If one fails, the others stay as they are.
 */
const servers: rimuhosting.Vps[] = [];
for (const number of numbers) {
  const server = new rimuhosting.Vps(
    `web-${number}`,
    {
      domainName: `web-${number}.${domain}`,
      distro,
      memoryMb,
      diskSpaceMb: 10_240,
      waitForPort: port,
      metaData: { role: "web" },
    },
    { dependsOn: servers.slice(-1) },
  );
  servers.push(server);
}

export const ips = servers.map((server) => server.primaryIp);

export const monthlyUsd = pulumi
  .all(servers.map((server) => server.monthlyCost))
  .apply((costs) => costs.reduce((total, cost) => total + (cost?.amountUsd ?? 0), 0));
