import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { CommandResult } from "../harness/cli/command-result";
import { REPOSITORY } from "../harness/cli/environment";
import { declaring, web } from "../harness/servers";
import { story } from "../harness/story";

story("what Pulumi itself prints where only the guide can explain it is what the guide quotes", async (stage) => {
  const page = readFileSync(join(REPOSITORY, "docs/reference/errors.md"), "utf8");
  const stack = await stage.newStack({ program: declaring(web()) });
  const expectQuoted = (result: CommandResult, ...eitherWords: readonly string[]): void => {
    const { text } = result.expectFailure();
    expect(eitherWords.filter((words) => text.includes(words))).toHaveLength(1);
    for (const words of eitherWords) expect(page).toContain(`\`${words}\``);
  };
  const imported = ["import", "pulumi-nodejs:rimuhosting:Vps", "db", "2853299702", "--stack", stack.name, "--yes"];
  expectQuoted(await stack.run(imported), "code must be a string, not undefined");
  (await stack.up()).expectOk();
  stack.project.write(declaring({ name: "app", opts: 'aliases: [{ name: "web" }]' }, web()));
  // It depends on which of the two the engine comes to first.
  expectQuoted(await stack.preview(), "Duplicate resource alias", "conflicting with alias on resource with URN");
  await stack.setConfig("pulumi:disable-default-providers", '["*"]');
  expectQuoted(await stack.preview(), "Default provider for 'pulumi-nodejs' disabled");
  expect(stage.simulator.world.orders()).toHaveLength(1);
});
