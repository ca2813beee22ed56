import { orderOf } from "../harness/servers";
import { story } from "../harness/story";

const program = (args: string) => `
  import * as rimuhosting from "pulumi-rimuhosting";
  new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} });
`;

story(
  "a restored state knows nothing of an install since: the preview warns, and the guide's ways out wipe nothing",
  async (stage) => {
    const { simulator } = stage;
    const firstBoot = (keys: string) =>
      `sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQ${keys}= me"], reinstallOnFirstBootChange`;
    const now = `reinstallTriggers: [2], ${firstBoot("I")}: true`;
    const stack = await stage.newStack({ program: program(`reinstallTriggers: [1], ${firstBoot("E")}: true`) });
    (await stack.up()).expectOk();
    const backup = await stack.exportState();
    stack.project.write(program(now));
    (await stack.up()).expectOk();
    expect(simulator.journal.calls("reinstall")).toHaveLength(1);

    (await stack.importState(backup)).expectOk();
    (await stack.refresh()).expectOk();
    expect((await stack.preview()).expectOk().text).toContain("ALL DATA ON IT WILL BE LOST");
    stack.project.write(program(`onImageChange: "forbid", ${now}`));
    expect((await stack.up()).expectFailure().text).toContain('onImageChange: "forbid" forbids a change of');

    for (const args of [`${firstBoot("I")}: false`, now]) {
      stack.project.write(program(args));
      (await stack.up()).expectOk();
    }
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    expect(simulator.journal.calls("reinstall")).toHaveLength(1);
    expect(simulator.world.order(Number(orderOf(stack))).installation.count).toBe(2);
  },
);
