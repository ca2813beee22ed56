import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";

export interface WebAndDatabaseArgs {
  /** The servers are `web.<domain>` and `db.<domain>`. */
  domain: string;
  databaseMemoryMb?: pulumi.Input<number>;
}

/** A web server, and a database whose port only the web server may reach. */
export class WebAndDatabase extends pulumi.ComponentResource {
  readonly webIp: pulumi.Output<string>;
  readonly databaseIp: pulumi.Output<string>;

  constructor(name: string, args: WebAndDatabaseArgs, opts?: pulumi.ComponentResourceOptions) {
    super("example:index:WebAndDatabase", name, {}, opts);

    const web = new rimuhosting.Vps(
      `${name}-web`,
      { domainName: `web.${args.domain}`, distro: "deb13.64", memoryMb: 1024 },
      { parent: this, protect: true },
    );
    const database = new rimuhosting.Vps(
      `${name}-db`,
      {
        domainName: `db.${args.domain}`,
        distro: "deb13.64",
        memoryMb: args.databaseMemoryMb ?? 2048,
        cloudConfigData: pulumi.interpolate`#cloud-config
packages: [postgresql, ufw]
runcmd:
  - ufw allow OpenSSH
  - ufw allow from ${web.primaryIp} to any port 5432 proto tcp
  - ufw --force enable
  - runuser -u postgres -- psql -c "ALTER SYSTEM SET listen_addresses = '*'"
  - echo "host all all ${web.primaryIp}/32 scram-sha-256" | tee -a /etc/postgresql/*/main/pg_hba.conf
  - systemctl restart postgresql
`,
      },
      { parent: this, protect: true },
    );

    this.webIp = web.primaryIp;
    this.databaseIp = database.primaryIp;
    this.registerOutputs({ webIp: this.webIp, databaseIp: this.databaseIp });
  }
}
