import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();
const dcLocation = config.get("dcLocation") ?? "DCFRANKFURT";

export = async () => {
  const { distroCode } = await rimuhosting.getDistribution({ family: "debian", newest: true });
  const { pricingPlanCode } = await rimuhosting.getPricingPlan({ cheapest: true, dcLocation });
  const web = new rimuhosting.Vps(
    "web",
    {
      domainName: config.get("domainName") ?? "web.example.com",
      distro: distroCode,
      pricingPlanCode,
      dcLocation,
    },
    // Chosen once, when the server is ordered: a newer Debian must not reinstall a server in use.
    { ignoreChanges: ["distro", "pricingPlanCode"] },
  );
  return { distro: web.distro, plan: web.pricingPlanCode, ip: web.primaryIp };
};
