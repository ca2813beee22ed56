import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as command from "@pulumi/command";
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

const config = new pulumi.Config();
const domainName = config.get("domainName") ?? "web.example.com";

/** The file's text, with each `${name}` replaced. A name that has no value is an error. */
function fill(file: string, values: Readonly<Record<string, string>>): string {
  return readFileSync(join(__dirname, file), "utf8").replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new pulumi.RunError(`${file}: there is no value for "${name}".`);
    return value;
  });
}

const web = new rimuhosting.Vps(
  "web",
  {
    domainName,
    distro: "deb13.64",
    memoryMb: 1024,
    sshAuthorizedKeys: [config.require("sshPublicKey")],
    cloudConfigData: fill("cloud-config.yaml", { hostname: domainName }),
  },
  { protect: true },
);

/** Done when the server has been set up; fails if cloud-init failed. Runs again after a reinstall with another image. */
const ready = new command.remote.Command("ready", {
  connection: {
    host: web.primaryIp,
    user: "root",
    privateKey: config.requireSecret("sshPrivateKey"),
    // A new server may not answer at once: one try every 15 seconds or so, for a few minutes.
    dialErrorLimit: 20,
  },
  // 2: done, with warnings.
  create: "cloud-init status --wait || [ $? -eq 2 ]",
  triggers: [web.orderOid, web.distro],
});

/** Known only once the web server runs. */
export const url = pulumi.all([web.primaryIp, ready.stdout]).apply(([ip]) => `http://${ip}/`);
