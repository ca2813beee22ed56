import { activeOrders, counts, declaring, dieAt, orderOf, quickStory, web } from "./harness/servers";
import type { Simulator } from "./harness/simulator";

const small = 'distro: "deb13.64", memoryMb: 2048';

/** Calls that change a server, in the order in which they came. */
const changes = (simulator: Simulator): string[] =>
  simulator.journal.entries.flatMap(({ call, method }) =>
    call !== undefined && method !== "GET" && call !== "new-vm-pricing" ? [call] : [],
  );

quickStory(
  "each step that fails leaves what is done in the state, and the next up goes on from there: every call is sent once",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(small)) });
    (await stack.up()).expectOk();
    const orderOid = Number(orderOf(stack));
    simulator.journal.clear();

    stack.project.write(
      declaring(web('distro: "ubuntu2404.64", memoryMb: 4096, restartTriggers: ["a"], runningState: "NOTRUNNING"')),
    );
    simulator.faults.add({ call: "reinstall", how: { status: 400, message: "That image is being rebuilt." } });
    const first = (await stack.up()).expectFailure();
    expect(first.text).toContain("That image is being rebuilt");
    expect(first.text).toContain("Done before: resize; these are not repeated");
    expect(stack.findInState("web")?.outputs).toMatchObject({ memoryMb: 4096, distro: "deb13.64" });

    simulator.faults.add({ call: "running-state", how: { status: 400, message: "The host is under maintenance." } });
    const second = (await stack.up()).expectFailure();
    expect(second.text).toContain("The host is under maintenance");
    expect(second.text).toContain("Done before: reinstall");
    expect(stack.findInState("web")?.outputs).toMatchObject({ memoryMb: 4096, distro: "ubuntu2404.64" });

    (await stack.up()).expectOk();
    expect(changes(simulator)).toEqual(["parameters", "reinstall", "reinstall", "running-state", "running-state"]);
    expect(simulator.world.order(orderOid)).toMatchObject({ runningState: "NOTRUNNING", distro: "ubuntu2404.64" });
    expect(simulator.world.order(orderOid).installation.count).toBe(2);
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

quickStory.exhaustively(
  "no room to grow: the message says how to get it, and a move to another host then gives it",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(small)) });
    (await stack.up()).expectOk();
    const [order] = simulator.world.activeOrders();
    const host = simulator.world.hosts.find(({ hostServerOid }) => hostServerOid === order?.hostServerOid);
    const other = simulator.world.hosts.find(
      ({ hostServerOid, locationCode }) => hostServerOid !== host?.hostServerOid && locationCode === host?.locationCode,
    );
    if (host === undefined || other === undefined) throw new Error("the simulator has too few hosts");
    host.memoryMbTotal = 2048;

    stack.project.write(declaring(web('distro: "deb13.64", memoryMb: 4096')));
    const refused = (await stack.up()).expectFailure();
    expect(refused.text).toContain("does not have enough free resources");
    expect(refused.text).toContain("hostServerOid");
    expect(refused.text).toContain("Nothing was changed or billed");

    stack.project.write(
      declaring(web(`distro: "deb13.64", memoryMb: 4096, hostServerOid: ${JSON.stringify(other.hostServerOid)}`)),
    );
    (await stack.up()).expectOk();
    expect(simulator.world.order(Number(orderOf(stack)))).toMatchObject({
      hostServerOid: other.hostServerOid,
      sizes: { memoryMb: 4096 },
    });
    expect(changes(simulator).filter((call) => call !== "new-vps")).toEqual([
      "parameters",
      "host-server",
      "parameters",
    ]);
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
  },
);

quickStory.exhaustively(
  "everything dies during a resize, a reinstall, a stop, a start and moves: the next up does nothing twice and nothing is lost",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(small)) });
    (await stack.up()).expectOk();
    const [order] = simulator.world.activeOrders();
    const home = String(order?.hostServerOid);
    const state = 'distro: "ubuntu2404.64", memoryMb: 4096, runningState: "RUNNING"';
    const scenes = [
      { call: "parameters", moment: "before-work", args: 'distro: "deb13.64", memoryMb: 4096' },
      { call: "reinstall", moment: "after-work", args: 'distro: "ubuntu2404.64", memoryMb: 4096' },
      {
        call: "running-state",
        moment: "before-work",
        args: 'distro: "ubuntu2404.64", memoryMb: 4096, runningState: "NOTRUNNING"',
      },
      {
        call: "running-state",
        moment: "after-work",
        args: state,
      },
      {
        call: "host-server",
        moment: "before-work",
        // To another host, and back.
        args: `${state}, hostServerOid: ${JSON.stringify(home === "1317" ? "1318" : "1317")}`,
      },
      {
        call: "host-server",
        moment: "before-work",
        args: `${state}, hostServerOid: ${JSON.stringify(home)}`,
      },
    ] as const;
    for (const { call, moment, args } of scenes) {
      simulator.journal.clear();
      stack.project.write(declaring(web(args)));
      await dieAt(simulator, stack, call, moment);
      (await stack.up()).expectOk();
      expect({ call, sent: changes(simulator) }).toEqual({ call, sent: [call] });
    }
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    expect(simulator.world.order(order?.orderOid ?? 0)).toMatchObject({
      sizes: { memoryMb: 4096 },
      distro: "ubuntu2404.64",
      runningState: "RUNNING",
      hostServerOid: home,
      installation: { count: 2 },
    });
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
  },
);

quickStory.exhaustively("a reinstall that outlives its run sets a password that the next up knows", async (told) => {
  const { simulator } = told;
  const program = (args: string) =>
    `${declaring()}\nconst web = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} });\nexport const password = web.password;`;
  const stack = await told.newStack({ program: program('distro: "deb13.64"') });
  (await stack.up()).expectOk();
  stack.project.write(program('distro: "ubuntu2404.64", password: "Another1Password"'));
  await dieAt(simulator, stack, "reinstall", "before-work");
  (await stack.up()).expectOk();
  const { password } = await stack.outputs({ showSecrets: true });
  expect(password).toBe(simulator.world.rootPassword(Number(orderOf(stack))));
  expect(simulator.journal.calls("reinstall")).toHaveLength(1);
});

quickStory.exhaustively(
  "the answers of a change are lost on the way, before and after the work: what was done is seen, what was not is named",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(small)) });
    (await stack.up()).expectOk();
    simulator.journal.clear();
    stack.project.write(declaring(web('distro: "ubuntu2404.64", memoryMb: 4096')));
    simulator.faults.add(
      { call: "parameters", how: { status: 502, body: "html" }, moment: "after-work" },
      { call: "reinstall", how: "reset", moment: "before-work" },
    );
    const failed = (await stack.up()).expectFailure();
    expect(failed.text).toContain("Done before: resize");
    (await stack.up()).expectOk();
    expect(changes(simulator)).toEqual(["parameters", "reinstall", "reinstall"]);
    expect(simulator.world.orders()[0]?.installation.count).toBe(2);
  },
);

quickStory.exhaustively(
  "a server that was cancelled or suspended meanwhile is not changed; after a refresh the next up orders a new one",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: declaring(web(small)) });
    (await stack.up()).expectOk();
    const [orderOid = 0] = activeOrders(simulator);
    simulator.journal.clear();

    simulator.world.suspendOutside(orderOid);
    stack.project.write(declaring(web('distro: "deb13.64", memoryMb: 4096')));
    expect((await stack.up()).expectFailure().text).toMatch(/suspended since .*support/);
    simulator.world.resumeOutside(orderOid);
    simulator.world.cancelOutside(orderOid);
    const cancelled = (await stack.up()).expectFailure();
    expect(cancelled.text).toContain("was cancelled outside this program");
    expect(cancelled.text).toContain('Run "pulumi refresh"');
    expect(changes(simulator)).toEqual([]);

    (await stack.refresh()).expectOk();
    expect(stack.findInState("web")).toBeUndefined();
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
    expect(activeOrders(simulator)).toEqual([orderOf(stack)]);
  },
);
