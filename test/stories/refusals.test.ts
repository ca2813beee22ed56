import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandResult } from "./harness/cli/command-result";
import { REPOSITORY } from "./harness/cli/environment";
import { declaring, web } from "./harness/servers";
import { story } from "./harness/story";

story("servers of one name are refused in our words, and those of different places may share one", async (stage) => {
  const sites = (names: string[]): string => `
    import * as pulumi from "@pulumi/pulumi";
    import * as rimuhosting from "pulumi-rimuhosting";
    class Site extends pulumi.ComponentResource {
      constructor(name: string) {
        super("shop:index:Site", name);
        new rimuhosting.Vps("web", { domainName: \`\${name}.example.com\` }, { parent: this });
      }
    }
    new rimuhosting.Vps("web", { domainName: "web.example.com" });
    ${names.map((name) => `new Site("${name}");`).join(" ")}`;
  const stack = await stage.newStack({ program: sites(["one"]) });
  (await stack.preview()).expectOk();
  const again = 'new rimuhosting.Vps("web", { domainName: "other.example.com" });';
  for (const program of [sites(["one", "two"]), `${sites([])}${again}`]) {
    stack.project.write(program);
    const { text } = (await stack.preview()).expectFailure();
    expect(text).toContain('Two servers are called "web"');
    expect(text).not.toMatch(/Duplicate resource|serializing|node_modules|undefined|^\s*at .*[(/:]/m);
  }
});

story.exhaustively(
  "what Pulumi itself prints where only the guide can explain it is what the guide quotes",
  async (stage) => {
    const page = readFileSync(join(REPOSITORY, "docs/reference/errors.md"), "utf8");
    const stack = await stage.newStack({ program: declaring(web()) });
    const expectQuoted = (result: CommandResult, words: string): void => {
      expect(result.expectFailure().text).toContain(words);
      expect(page).toContain(`\`${words}\``);
    };
    const imported = ["import", "pulumi-nodejs:rimuhosting:Vps", "db", "2853299702", "--stack", stack.name, "--yes"];
    expectQuoted(await stack.run(imported), "code must be a string, not undefined");
    (await stack.up()).expectOk();
    stack.project.write(declaring({ name: "app", opts: 'aliases: [{ name: "web" }]' }, web()));
    expectQuoted(await stack.preview(), "conflicting with alias on resource with URN");
    await stack.setConfig("pulumi:disable-default-providers", '["*"]');
    expectQuoted(await stack.preview(), "Default provider for 'pulumi-nodejs' disabled");
    expect(stage.simulator.world.orders()).toHaveLength(1);
  },
);
