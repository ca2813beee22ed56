import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();

const shop = new rimuhosting.Vps(
  "shop",
  // Arguments that you leave out are not compared, and not managed.
  { domainName: config.get("domainName") ?? "shop.example.com" },
  {
    // The order's number, from the control panel or `getOrders`. Remove it once the server is adopted.
    import: config.require("orderOid"),
    // Nothing here may delete, replace or reinstall it.
    protect: true,
  },
);

export const { orderOid, primaryIp, monthlyCost } = shop;
