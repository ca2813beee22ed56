import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";
const workers = config.getNumber("workers") ?? 2;

/** One server has a limit of its own; the limit for all of them together is in Pulumi.yaml. */
const database = new rimuhosting.Vps("database", {
  domainName: `database.${domain}`,
  distro: "deb13.64",
  memoryMb: 1024,
  diskSpaceMb: 10_240,
  maxMonthlyCostUsd: 10,
});

/** A preview with a number too many is refused, and says what each server costs. */
const others = Array.from(
  { length: workers },
  (_, index) =>
    new rimuhosting.Vps(`worker-${index + 1}`, {
      domainName: `worker-${index + 1}.${domain}`,
      distro: "deb13.64",
      memoryMb: 1024,
      diskSpaceMb: 10_240,
    }),
);

export const monthlyUsd = pulumi
  .all([database, ...others].map((server) => server.monthlyCost))
  .apply((costs) => costs.reduce((total, cost) => total + (cost?.amountUsd ?? 0), 0));
