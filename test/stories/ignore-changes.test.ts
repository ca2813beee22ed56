import { counts, declaring, web } from "./harness/servers";
import { story } from "./harness/story";

const everything = 'ignoreChanges: ["*"]';

story(
  "with every argument ignored, a purchase without a known outcome goes on, and protection counts",
  async (stage) => {
    const { simulator } = stage;
    const config = { "rimuhosting:unknownOutcomeMinutes": "0" };
    const stack = await stage.newStack({ program: declaring(web('distro: "deb12.64"', everything)), config });
    simulator.faults.add({ call: "new-vps", how: "reset", moment: "before-work" });
    (await stack.up()).expectFailure();
    expect(counts(simulator).bought).toBe(0);
    (await stack.up()).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });

    stack.project.write(declaring(web('distro: "deb13.64", memoryMb: 4096', `${everything}, protect: true`)));
    (await stack.up()).expectOk();
    expect(stack.findInState("web")?.inputs).toMatchObject({ __isProtected: true, distro: "deb12.64" });
    for (const call of ["reinstall", "parameters"] as const) expect(simulator.journal.calls(call)).toEqual([]);
  },
);

story(
  "a transformation that ignores the provider's own inputs too ends each run before anything is changed",
  async (stage) => {
    const stack = await stage.newStack({ program: declaring(web()) });
    (await stack.up()).expectOk();
    stack.project.write(`import * as pulumi from "@pulumi/pulumi";
    pulumi.runtime.registerStackTransformation(({ props, opts }) => ({ props, opts: { ...opts, ${everything} } }));
    ${declaring(web("memoryMb: 4096", "protect: true"))}`);
    (await stack.up()).expectFailure();
    expect(stage.simulator.journal.calls("parameters")).toEqual([]);
  },
);
