import { type AddressInfo, createServer, type Server } from "node:net";
import { changingCalls } from "./harness/servers";
import type { Simulator } from "./harness/simulator";
import type { Stack } from "./harness/stack";
import { story } from "./harness/story";

const size = 10;

/** Ten servers, each of which depends on the one before it, and each at a loopback address of its own: the only kind that a test may connect to. */
const fleet = (args: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const servers: rimuhosting.Vps[] = [];
for (let n = 1; n <= ${size}; n++)
  servers.push(new rimuhosting.Vps("web-" + n, {
    domainName: "web-" + n + ".example.com", ipRequest: { requestedIps: ["127.0.0." + (10 + n)] }, ${args}
  }, { dependsOn: servers.slice(-1) }));
`;

interface Connection {
  readonly address: string | undefined;
  readonly at: number;
}

/** Takes connections at all loopback addresses, as the servers themselves would. */
async function listening(): Promise<{ server: Server; port: number; connections: Connection[] }> {
  const connections: Connection[] = [];
  const server = createServer((socket) => {
    connections.push({ address: socket.localAddress?.replace("::ffff:", ""), at: Date.now() });
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, "0.0.0.0", resolve));
  return { server, port: (server.address() as AddressInfo).port, connections };
}

const isChange = (call: string | undefined): boolean =>
  call !== "new-vps" && changingCalls.some((changing) => changing === call);

/** When each server was down, in the order in which they went down. */
const downtimes = (simulator: Simulator) =>
  simulator.journal.entries
    .filter(({ call, isWorkDone }) => isChange(call) && isWorkDone)
    .map(({ orderOid, at, doneAt }) => ({ orderOid, fromMs: at, untilMs: doneAt ?? Number.POSITIVE_INFINITY }));

/** The most servers that were down at one moment. */
function mostDown(simulator: Simulator): number {
  const times = downtimes(simulator);
  return Math.max(
    ...times.map(({ fromMs }) => times.filter((one) => one.fromMs <= fromMs && fromMs < one.untilMs).length),
  );
}

const inOrder = (stack: Stack): number[] =>
  Array.from({ length: size }, (_, index) => Number(stack.findInState(`web-${index + 1}`)?.outputs?.["orderOid"]));

/** The place of each server that has this image, by the service and by the state. */
function withImage(simulator: Simulator, stack: Stack, distro: string): { atService: number[]; inState: number[] } {
  const places = Array.from({ length: size }, (_, index) => index + 1);
  const orders = inOrder(stack);
  return {
    atService: places.filter((place) => simulator.world.order(orders[place - 1] ?? 0).distro === distro),
    inState: places.filter((place) => stack.findInState(`web-${place}`)?.outputs?.["distro"] === distro),
  };
}

const both = (...places: number[]) => ({ atService: places, inState: places });

/** Each change takes the service a moment, so that others would overlap with it. */
const slow = (simulator: Simulator, call: "reinstall") =>
  simulator.faults.add({ call, moment: "during-work", how: { delayMs: 100 }, times: 100 });

story(
  "a new image goes through ten servers that depend on each other one by one: the third fails, which stops the rest, and in the end all have it; never two are down",
  async (told) => {
    const { simulator } = told;
    const { server, port, connections } = await listening();
    try {
      const program = (distro: string) => fleet(`distro: "${distro}", waitForPort: ${port}`);
      const stack = await told.newStack({ program: program("deb12.64") });
      (await stack.up({ args: ["--parallel", "16"] })).expectOk();
      const orders = inOrder(stack);
      slow(simulator, "reinstall");
      const how = { status: 400, message: "That image is being rebuilt." };
      simulator.faults.add({ call: "reinstall", orderOid: orders[2] ?? 0, how });
      const before = connections.length;

      stack.project.write(program("deb13.64"));
      const failed = (await stack.up({ args: ["--parallel", "16"] })).expectFailure();
      expect(failed.text).toContain("That image is being rebuilt.");
      expect(withImage(simulator, stack, "deb13.64")).toEqual(both(1, 2));
      const rolled = connections.slice(before).map(({ address }) => address);
      expect(rolled).toEqual(["127.0.0.11", "127.0.0.12"]);

      (await stack.up()).expectOk();
      expect(withImage(simulator, stack, "deb13.64")).toEqual(both(1, 2, 3, 4, 5, 6, 7, 8, 9, 10));
      expect(downtimes(simulator).map(({ orderOid }) => orderOid)).toEqual(orders);
      expect(mostDown(simulator)).toBe(1);
      // Each began only after the one before had answered at its port.
      const answered = downtimes(simulator).map(
        ({ untilMs }, place) =>
          connections.find(({ address, at }) => address === `127.0.0.${11 + place}` && at >= untilMs)?.at ?? 0,
      );
      const begun = downtimes(simulator).map(({ fromMs }) => fromMs);
      for (const [place, at] of answered.slice(0, -1).entries()) expect(begun[place + 1]).toBeGreaterThanOrEqual(at);
      (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  },
);
