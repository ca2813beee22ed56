import { counts, declaring, dieAt, orderOf, web } from "./harness/servers";
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
  async (stage) => {
    const { simulator } = stage;
    const stack = await stage.newStack({ program: declaring(web(small)) });
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

story.exhaustively("a reinstall that outlives its run is not repeated, and its password is known", async (stage) => {
  const { simulator } = stage;
  const program = (args: string) => `
    import * as rimuhosting from "pulumi-rimuhosting";
    export const password = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} }).password;`;
  const stack = await stage.newStack({ program: program('distro: "deb12.64", password: "First1Password"') });
  (await stack.up()).expectOk();
  stack.project.write(program('distro: "deb13.64", password: "Second2Password"'));
  await dieAt(simulator, stack, "reinstall", "before-work");
  expect((await stack.up()).expectOk().text).toMatch(
    /warning: order .* was not reinstalled in this run: it already has deb13\.64/,
  );
  const { password } = await stack.outputs({ showSecrets: true });
  expect(password).toBe(simulator.world.rootPassword(Number(orderOf(stack))));
  expect(simulator.journal.calls("reinstall")).toHaveLength(1);
  (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
  (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
});
