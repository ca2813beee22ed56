import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();
const domain = config.get("domain") ?? "example.com";

const shop = new rimuhosting.Vps(
  "shop",
  { domainName: `shop.${domain}`, distro: "deb13.64", memoryMb: 1024, diskSpaceMb: 10_240 },
  // It holds the data: nothing may delete, replace or reinstall it.
  { protect: true },
);

const rehearsal = config.getBoolean("rehearse")
  ? new rimuhosting.Vps("rehearsal", {
      domainName: `rehearsal.${domain}`,
      memoryMb: 1024,
      diskSpaceMb: 10_240,
      // In place of an image. A later change of the number would replace the copy, never the server that was copied.
      instantiationViaCloneOptions: { vpsOrderOidToClone: shop.orderOid },
    })
  : undefined;

export const shopIp = shop.primaryIp;
export const rehearsalIp = rehearsal?.primaryIp;
