import { counts, declaring, orderOf, web } from "./harness/servers";
import type { Simulator } from "./harness/simulator";
import { story } from "./harness/story";

const small = 'distro: "deb13.64", memoryMb: 2048';

/** Calls that change a server, in the order in which they came. */
const changes = (simulator: Simulator): string[] =>
  simulator.journal.entries.flatMap(({ call, method }) =>
    call !== undefined && method !== "GET" && call !== "new-vm-pricing" ? [call] : [],
  );

story(
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
