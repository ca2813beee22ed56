import { readFileSync } from "node:fs";
import { join } from "node:path";
import { REPOSITORY } from "./harness/cli/environment";
import { calledIn } from "./harness/command-line";
import { activeOrders, declaring, web } from "./harness/servers";
import { story } from "./harness/story";

/** What the guide's jobs run, in the order in which a server meets them: a pull request, a merge, a night. */
const jobs = ["pulumi preview --stack prod", "pulumi up --stack prod --yes"];
const nightly = "pulumi preview --stack prod --refresh --expect-no-changes";
const strayCheck = "npx pulumi-rimuhosting strays --stack prod";

const guide = readFileSync(join(REPOSITORY, "docs/continuous-integration.md"), "utf8");

story(
  "the jobs of the guide preview and order a server, and fail in the night after a change elsewhere",
  async (stage) => {
    const commands = [...guide.matchAll(/^ *- (?:run: )?((?:pulumi|npx) .*)$/gm)].map(([, command]) => command);
    expect(new Set(commands)).toEqual(new Set([...jobs, nightly, strayCheck]));

    const stack = await stage.newStack({ program: declaring(web()), name: "prod" });
    const run = (command: string) => stack.run(command.split(" ").slice(1));
    for (const job of jobs) {
      // What a reviewer reads may be the standard output alone.
      expect((await run(job)).expectOk().stdout).toContain("/month");
    }
    const [oid = 0] = activeOrders(stage.simulator);
    expect(stage.simulator.world.orders()).toHaveLength(1);
    (await run(nightly)).expectOk();
    const checkStrays = () => calledIn(stage, stack.project.directory, strayCheck.split(" ").slice(2));
    expect(await checkStrays()).toMatchObject({ code: 0 });
    stage.simulator.world.resizeOutside(oid, { memoryMb: 1024 });
    expect((await run(nightly)).expectFailure().text).toContain("no changes were expected");
  },
);
