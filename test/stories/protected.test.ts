import { counts, declaring, web } from "./harness/servers";
import { story } from "./harness/story";

const inDallas = 'distro: "deb13.64", dcLocation: "DCDALLAS"';
const inLondon = 'distro: "deb13.64", dcLocation: "DCLONDON"';

story(
  "protect from a transformation forbids in the run that adds it, --ignore-protect or not, and only a deletion obeys that option",
  async (stage) => {
    const { simulator } = stage;
    const program = (args: string, before = protecting) => `${before}
      ${declaring(web(args)).replace("new rimuhosting.Vps", "const web = new rimuhosting.Vps")}
      new rimuhosting.ReverseDns("web", { vps: web, name: "web.example.com" });`;
    const protecting = `import * as pulumi from "@pulumi/pulumi";
      pulumi.runtime.registerStackTransformation(({ props, opts, type }) =>
        type === "pulumi-nodejs:rimuhosting:Vps" ? { props, opts: { ...opts, protect: true } } : undefined);`;
    const stack = await stage.newStack({ program: program(inDallas, "") });
    (await stack.up()).expectOk();
    const ignoring = { args: ["--ignore-protect"] };
    stack.project.write(program(inLondon));
    expect((await stack.preview()).expectFailure().text).toContain("but the resource is protected");
    for (const args of [inLondon, inDallas.replace("deb13", "deb12")]) {
      stack.project.write(program(args));
      expect((await stack.up(ignoring)).expectFailure().text).toContain("but the resource is protected");
    }
    stack.project.write(program(inDallas));
    (await stack.up()).expectOk();
    // Nothing stops a destroy without a preview before it reaches the server.
    expect((await stack.destroy()).expectFailure().text).toContain("because it is protected");
    expect(stack.state().some(({ type }) => type.endsWith(":ReverseDns"))).toBe(false);
    expect([simulator.journal.calls("reinstall"), counts(simulator).cancelled]).toEqual([[], 0]);
    (await stack.destroy(ignoring)).expectOk();
    expect(counts(simulator)).toEqual({ bought: 1, cancelled: 1 });
  },
);
