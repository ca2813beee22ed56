import { type AddressInfo, createServer } from "node:net";
import { story } from "./harness/story";

const names = ["web-1", "web-2", "web-3", "web-4"];

/** Each depends on the one before it, and has a loopback address of its own: the only kind that a test may connect to. */
const fleet = (distro: string, port: number): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const servers: rimuhosting.Vps[] = [];
for (const [index, name] of ${JSON.stringify(names)}.entries())
  servers.push(new rimuhosting.Vps(name, {
    domainName: name + ".example.com", distro: "${distro}", ipRequest: { requestedIps: ["127.0.0." + (11 + index)] }, waitForPort: ${port},
  }, { dependsOn: servers.slice(-1) }));
`;

story(
  "a new image goes through servers that depend on each other one by one: the third fails, which stops the rest, and in the end all have it; never two are down",
  async (stage) => {
    const { world, journal, faults } = stage.simulator;
    const connections: { readonly address: string | undefined; readonly at: number }[] = [];
    const server = createServer((socket) => {
      connections.push({ address: socket.localAddress?.replace("::ffff:", ""), at: Date.now() });
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
    try {
      const { port } = server.address() as AddressInfo;
      const parallel = { args: ["--parallel", "16"] };
      const stack = await stage.newStack({ program: fleet("deb12.64", port) });
      (await stack.up(parallel)).expectOk();
      const orders = names.map((name) => Number(stack.findInState(name)?.outputs["orderOid"]));
      const images = () => ({
        atService: orders.map((orderOid) => world.order(orderOid).distro),
        inState: names.map((name) => stack.findInState(name)?.outputs["distro"]),
      });
      const both = (...distros: string[]) => ({ atService: distros, inState: distros });

      // Each takes the service a moment, so that others would overlap with it.
      faults.add({ call: "reinstall", moment: "during-work", how: { delayMs: 100 }, times: 100 });
      const how = { status: 400, message: "That image is being rebuilt." };
      faults.add({ call: "reinstall", orderOid: orders[2] ?? 0, how });
      const before = connections.length;
      stack.project.write(fleet("deb13.64", port));
      expect((await stack.up(parallel)).expectFailure().text).toContain("That image is being rebuilt.");
      expect(images()).toEqual(both("deb13.64", "deb13.64", "deb12.64", "deb12.64"));
      expect(connections.slice(before).map(({ address }) => address)).toEqual(["127.0.0.11", "127.0.0.12"]);

      (await stack.up(parallel)).expectOk();
      expect(images()).toEqual(both("deb13.64", "deb13.64", "deb13.64", "deb13.64"));
      const downtimes = journal.calls("reinstall").filter(({ isWorkDone }) => isWorkDone);
      expect(downtimes.map(({ orderOid }) => orderOid)).toEqual(orders);
      // Each began only after the one before was done, and had answered at its port.
      for (const [place, { at }] of downtimes.entries()) {
        const { doneAt = 0 } = downtimes[place - 1] ?? {};
        const answered = connections.some(
          (one) => one.address === `127.0.0.${10 + place}` && one.at >= doneAt && one.at <= at,
        );
        expect({ place, answered }).toEqual({ place, answered: place > 0 });
      }
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  },
);
