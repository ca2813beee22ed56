import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();
const dcLocation = config.get("dcLocation") ?? "DCFRANKFURT";

/** The image with the highest number among `deb12.64`, `deb13.64` and so on. */
async function newestDebian(): Promise<string> {
  const { distributions } = await rimuhosting.getDistributions();
  const release = (code: string) => Number(/^deb(\d+)\.64$/.exec(code)?.[1] ?? 0);
  const [newest] = distributions.map((one) => one.distroCode).sort((a, b) => release(b) - release(a));
  if (newest === undefined || release(newest) === 0) throw new pulumi.RunError("The service offers no Debian.");
  return newest;
}

async function cheapestPlan(): Promise<string> {
  const { pricingPlans } = await rimuhosting.getPricingPlans({ dcLocation });
  const monthlyUsd = (plan: (typeof pricingPlans)[number]) => plan.monthlyRecurringAmt?.amountUsd ?? Infinity;
  const [cheapest] = pricingPlans.sort((a, b) => monthlyUsd(a) - monthlyUsd(b));
  if (cheapest === undefined) throw new pulumi.RunError(`The service offers no plan in ${dcLocation}.`);
  return cheapest.pricingPlanCode;
}

export = async () => {
  const web = new rimuhosting.Vps(
    "web",
    {
      domainName: config.get("domainName") ?? "web.example.com",
      distro: await newestDebian(),
      pricingPlanCode: await cheapestPlan(),
      dcLocation,
    },
    // Chosen once, when the server is ordered: a newer Debian must not reinstall a server in use.
    { ignoreChanges: ["distro", "pricingPlanCode"] },
  );
  return { distro: web.distro, plan: web.pricingPlanCode, ip: web.primaryIp };
};
