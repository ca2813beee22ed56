import type { CommandResult } from "./harness/cli/command-result";
import { story } from "./harness/story";

/** One message in words, without the innards of the provider. */
function expectPlainWords(result: CommandResult, words: string): void {
  const { text } = result.expectFailure();
  expect(text).toContain(words);
  expect(text).not.toMatch(/^\s*at .*[(/:]/m);
  expect(text).not.toMatch(/node_modules|undefined|\[object/);
}

story(
  "two servers of one name are refused in those words, and servers of different places may share one",
  async (stage) => {
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
    stack.project.write(sites(["one", "two"]));
    const alike = await stack.preview();
    expectPlainWords(alike, 'error: Two servers are called "web", in one component or in components of one type');
    stack.project.write(`${sites([])}new rimuhosting.Vps("web", { domainName: "other.example.com" });`);
    const twice = await stack.preview();
    expectPlainWords(twice, 'error: Two servers are called "web". Give one of them another name.');
    expect(`${alike.text}${twice.text}`).not.toMatch(/Duplicate resource|serializing/);
  },
);
