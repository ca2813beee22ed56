import { orderOf } from "../harness/servers";
import { story } from "../harness/story";

const program = (args: string, more = "") => `
  import * as rimuhosting from "pulumi-rimuhosting";
  const web = new rimuhosting.Vps("web", { domainName: "web.a-long-name.example.com", ${args} });
  new rimuhosting.ReverseDns("mail", { vps: web, name: "mx.example.com" });
  ${more}
`;

story("where a path must name the order as the service does, a server lives as elsewhere", async (told) => {
  const { simulator } = told;
  simulator.variants.pathDomain = "must-match";
  const { world } = simulator;
  const stack = await told.newStack({ program: program('distro: "deb13.64", memoryMb: 2048') });
  (await stack.up()).expectOk();
  const orderOid = Number(orderOf(stack));
  const here = world.order(orderOid).hostServerOid;
  const elsewhere = world.hosts.find(
    ({ hostServerOid, locationCode }) => locationCode === world.order(orderOid).locationCode && hostServerOid !== here,
  )?.hostServerOid;
  for (const args of [
    'distro: "deb13.64", memoryMb: 4096',
    'distro: "ubuntu2404.64", memoryMb: 4096',
    'distro: "ubuntu2404.64", memoryMb: 4096, runningState: "NOTRUNNING"',
    `distro: "ubuntu2404.64", memoryMb: 4096, runningState: "RUNNING", hostServerOid: "${elsewhere}"`,
  ]) {
    stack.project.write(program(args));
    (await stack.up({ preview: true })).expectOk();
    // A move changes the address, and the record of the new one is set once a refresh has noticed.
    if (args.includes("hostServerOid")) {
      (await stack.refresh()).expectOk();
      (await stack.up()).expectOk();
      expect(world.ptr(world.order(orderOid).primaryIp)).toBe("mx.example.com");
    }
    (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
  }
  expect(world.order(orderOid)).toMatchObject({
    distro: "ubuntu2404.64",
    sizes: { memoryMb: 4096 },
    runningState: "RUNNING",
    hostServerOid: elsewhere,
  });
  (await stack.destroy()).expectOk();
  expect(world.orders()).toHaveLength(1);
  expect(world.activeOrders()).toEqual([]);
});

story(
  "where a path must name the order as the service does, it is imported, and ends with its period",
  async (told) => {
    const { simulator } = told;
    simulator.variants.pathDomain = "must-match";
    const { orderOid } = simulator.world.placeOrder({ domainName: "web.example.com", distro: "deb13.64" });
    const stack = await told.newStack({
      program: `
      import * as rimuhosting from "pulumi-rimuhosting";
      new rimuhosting.Vps("web", { domainName: "web.example.com", distro: "deb13.64", cancel: "at-period-end" },
        { import: "${orderOid}" });
      export const ip = rimuhosting.getOrderOutput({ orderOid: "${orderOid}" }).primaryIp;
    `,
    });
    (await stack.up({ preview: true })).expectOk();
    expect(orderOf(stack)).toBe(orderOid);
    expect(await stack.outputs()).toEqual({ ip: simulator.world.order(orderOid).primaryIp });
    (await stack.destroy()).expectOk();
    expect(simulator.world.order(orderOid).cancellationAtMs).toBeGreaterThan(Date.now());
    expect(simulator.journal.calls("new-vps")).toEqual([]);
  },
);
