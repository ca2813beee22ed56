import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";
const numberOfServers = config.getNumber("numberOfServers") ?? 3;

const numbers = Array.from({ length: numberOfServers }, (_, index) => index + 1);

/** A lower number cancels the last servers, a higher one orders more. The others stay as they are. */
const servers = numbers.map(
  (number) =>
    new rimuhosting.Vps(`web-${number}`, {
      domainName: `web-${number}.${domain}`,
      distro: "deb13.64",
      memoryMb: 1024,
      diskSpaceMb: 10_240,
      metaData: { role: "web" },
    }),
);

export const ips = servers.map((server) => server.primaryIp);

export const monthlyUsd = pulumi
  .all(servers.map((server) => server.monthlyCost))
  .apply((costs) => costs.reduce((total, cost) => total + (cost?.amountUsd ?? 0), 0));
