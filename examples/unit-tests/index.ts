import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();

/** The image named in the configuration, or the Debian that the service recommends. */
const distro = rimuhosting
  .getDistributionsOutput()
  .apply(
    ({ distributions }) =>
      config.get("distro") ??
      distributions.find((image) => image.isRecommended && image.distroCode.startsWith("deb"))?.distroCode ??
      "deb13.64",
  );

export const web = new rimuhosting.Vps(
  "web",
  { domainName: "web.example.com", distro, memoryMb: 2048, metaData: { role: "web" } },
  { ignoreChanges: ["distro"], protect: true },
);

export const url = pulumi.interpolate`http://${web.primaryIp}/`;
