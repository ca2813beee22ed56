import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { REPOSITORY } from "./harness/cli/environment";
import { story } from "./harness/story";

const template = join(REPOSITORY, "templates/rimuhosting-typescript");

story(
  "pulumi new makes a project of the template, whose first up orders one server with the given key",
  async (stage) => {
    const project = join(stage.directory, "generated");
    const named = ["--name", "my-servers", "--description", "My servers", "--dir", project];
    const flags = ["--generate-only", "--yes", "--offline", "--non-interactive"];
    await promisify(execFile)("pulumi", ["new", template, ...named, ...flags], {
      env: stage.env,
      cwd: stage.directory,
    });
    const settings = readFileSync(join(project, "Pulumi.yaml"), "utf8");
    expect(settings).toContain("name: my-servers\ndescription: My servers\n");
    expect(settings).not.toContain("description: A server at RimuHosting");
    expect(JSON.parse(readFileSync(join(project, "package.json"), "utf8"))).toMatchObject({ name: "my-servers" });

    const sshKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= somebody@example.com";
    const config = { "my-servers:sshKey": sshKey, "my-servers:domainName": "web.example.com" };
    const stack = await stage.newStack({ program: { directory: project }, project: "my-servers", config });
    (await stack.up()).expectOk();
    const [order, ...others] = stage.simulator.world.activeOrders();
    expect(others).toEqual([]);
    expect(order?.installation.files).toContainEqual(expect.objectContaining({ dataAsString: `${sshKey}\n` }));
  },
  { env: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" } },
);

test("what the template asks for is what its program reads", () => {
  const settings = readFileSync(join(template, "Pulumi.yaml"), "utf8");
  const program = readFileSync(join(template, "index.ts"), "utf8");
  const asked = Array.from(settings.matchAll(/^ {4}(\w+):$/gm), ([, name]) => name);
  const read = Array.from(program.matchAll(/config\.require\("(\w+)"\)/g), ([, name]) => name);
  expect(asked.sort()).toEqual(read.sort());
});
