import { LocalWorkspace, type PulumiFn, type Stack } from "@pulumi/pulumi/automation";
import * as rimuhosting from "pulumi-rimuhosting";

/** A customer's server. Each has a stack of its own, so that no run can cancel anyone else's. */
const programFor =
  (customer: string): PulumiFn =>
  async () => {
    const server = new rimuhosting.Vps(customer, { domainName: `${customer}.example.com`, memoryMb: 1024 });
    return { ip: server.primaryIp };
  };

const tasks: Readonly<Record<string, (stack: Stack) => Promise<unknown>>> = {
  preview: (stack) => stack.preview({ onOutput: console.log }),
  up: async (stack) => {
    const { outputs } = await stack.up({ onOutput: console.log });
    console.log(`${stack.name}: ${outputs["ip"]?.value}`);
  },
  destroy: (stack) => stack.destroy({ onOutput: console.log }),
};

async function main(task: string | undefined, customers: readonly string[]): Promise<void> {
  const run = tasks[task ?? ""];
  if (run === undefined || customers.length === 0)
    throw new Error("Say what to do, and for which customers: preview, up or destroy, such as up ann bob");
  for (const customer of customers) {
    const stack = await LocalWorkspace.createOrSelectStack(
      { projectName: "automation", stackName: customer, program: programFor(customer) },
      // The engine loads the provider from this folder: it must be the one with the package's node_modules.
      { workDir: process.cwd() },
    );
    await run(stack);
  }
}

const [task, ...customers] = process.argv.slice(2);

main(task, customers).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
