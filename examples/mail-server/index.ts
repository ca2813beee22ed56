import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const domainName = new pulumi.Config().get("domainName") ?? "mail.example.com";

const mail = new rimuhosting.Vps(
  "mail",
  {
    domainName,
    distro: "deb13.64",
    memoryMb: 2048,
    cloudConfig: { packages: ["postfix"] },
  },
  { protect: true },
);

/** Other mail servers check that the address resolves to the name in the server's greeting. */
const reverse = new rimuhosting.ReverseDns("mail", { vps: mail, name: domainName });

/** For the domain's zone file: `mail.example.com. A <ip>`. */
export const ip = reverse.ip;
