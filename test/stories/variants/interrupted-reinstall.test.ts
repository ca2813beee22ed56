import { dieAt, orderOf } from "../harness/servers";
import { story } from "../harness/story";

const program = (args: string) => `
  import * as rimuhosting from "pulumi-rimuhosting";
  export const password = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} }).password;
`;

story(
  "a refresh between a reinstall that outlived its run and the next up changes nothing: one reinstall, and its password is told",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program('distro: "deb12.64", password: "First1Password"') });
    (await stack.up()).expectOk();
    stack.project.write(program('distro: "deb13.64", password: "Second2Password"'));
    await dieAt(simulator, stack, "reinstall", "before-work");
    (await stack.refresh()).expectOk();

    const previewed = (await stack.preview()).expectOk();
    expect(previewed.text).toMatch(/^ {4}web: not reinstalled: already has the image$/m);
    expect(previewed.text).toContain(
      "the provider assumes that an interrupted run installed it, and does not install it again",
    );
    (await stack.up()).expectOk();
    const { password } = await stack.outputs({ showSecrets: true });
    expect(password).toBe(simulator.world.rootPassword(Number(orderOf(stack))));
    expect(simulator.journal.calls("reinstall")).toHaveLength(1);
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
  },
);
