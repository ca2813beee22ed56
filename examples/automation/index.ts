import { LocalWorkspace, type PulumiFn } from "@pulumi/pulumi/automation";
import * as rimuhosting from "pulumi-rimuhosting";

/** What a shop's own software would know: its customers. */
const customers = process.argv.slice(3);

const program: PulumiFn = async () => {
  const servers = customers.map(
    (customer) => new rimuhosting.Vps(customer, { domainName: `${customer}.example.com`, memoryMb: 1024 }),
  );
  return Object.fromEntries(customers.map((customer, index) => [customer, servers[index]?.primaryIp]));
};

async function main(task: string | undefined): Promise<void> {
  // Without a name, "up" would cancel the servers of all customers.
  if (task !== "destroy" && customers.length === 0) throw new Error("Name the customers: preview ann bob");
  const stack = await LocalWorkspace.createOrSelectStack(
    { projectName: "automation", stackName: "dev", program },
    // The engine loads the provider from this folder: it must be the one with the package's node_modules.
    { workDir: process.cwd() },
  );
  if (task === "preview") await stack.preview({ onOutput: console.log });
  else if (task === "up") {
    const { outputs } = await stack.up({ onOutput: console.log });
    for (const [customer, { value }] of Object.entries(outputs)) console.log(`${customer}: ${value}`);
  } else if (task === "destroy") await stack.destroy({ onOutput: console.log });
  else throw new Error("Say what to do: preview, up or destroy; and for which customers.");
}

main(process.argv[2]).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
