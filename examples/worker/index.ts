import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();
/** Any values: a change of one is what counts. */
const release = config.get("release") ?? "1";
const restart = config.get("restart") ?? "1";

const worker = new rimuhosting.Vps("worker", {
  domainName: config.get("domainName") ?? "worker.example.com",
  distro: "deb13.64",
  memoryMb: 1024,
  // Secret: the state has them encrypted, and no preview shows them.
  fileInjectionData: [
    { path: "/etc/worker.json", dataAsString: JSON.stringify({ release, queue: "jobs" }) },
    {
      path: "/root/set-up.sh",
      dataAsString: readFileSync(join(__dirname, "set-up.sh"), "utf8"),
      execOnFirstBoot: true,
    },
  ],
  // Nothing on it is worth keeping. On a server with data this would wipe the data.
  reinstallTriggers: [release],
  restartTriggers: [restart],
});

export const { primaryIp, hostServerOid } = worker;
