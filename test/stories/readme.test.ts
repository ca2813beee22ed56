import { readFileSync } from "node:fs";
import { join } from "node:path";
import { terminalPicture } from "../../tools/picture/terminal-picture.mjs";
import { expectWritten } from "../docs/written";
import { REPOSITORY } from "./harness/cli/environment";
import { readPage } from "./harness/page";
import { story } from "./harness/story";

const { steps } = readPage("README.md");

// biome-ignore lint/suspicious/noControlCharactersInRegex: it has to match the colour codes of the CLI's output
const colourCode = /\u001b\[[0-9;]*m/g;
const plain = (line: string): string => line.replace(colourCode, "").trimEnd();

/** What stays of a command's output: neither its progress nor how long it took. */
function essenceOf(output: string): string[] {
  const lines = output.split("\n");
  const start = lines.findIndex((line) => plain(line).includes("IdempotencyKey web create"));
  const end = lines.findIndex((line, index) => index > start && plain(line).startsWith("Resources:"));
  return lines
    .slice(start, end + 2)
    .filter((line) => !/^\s*$|:Vps web$|creating/.test(plain(line)))
    .map((line) => line.replace(/ \(\d[^)]*s\)/, ""));
}

story("the README shows what the commands of its program print", async (stage) => {
  const [program = ""] = steps.flatMap((step) => ("program" in step ? [step.program] : []));
  const config = { "my-servers:sshKey": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= you@example.com" };
  const stack = await stage.newStack({ program, project: "my-servers", config });
  const args = ["--suppress-progress", "--color", "always"];
  const preview = essenceOf((await stack.preview({ args })).expectOk().stdout);
  const up = essenceOf((await stack.up({ args })).expectOk().stdout);
  const readme = readFileSync(join(REPOSITORY, "README.md"), "utf8");
  const section = /(<!-- preview -->\n```text\n)[\s\S]*?(```\n<!-- \/preview -->)/;
  expect(readme).toMatch(section);
  const text = preview.map(plain).join("\n");
  expectWritten(
    "README.md",
    readme.replace(section, (_, before, after) => `${before}${text}\n${after}`),
  );
  const [, title = ""] = /!\[([^\]]*)\]\(docs\/preview-and-up\.svg\)/.exec(readme) ?? [];
  const lines = ["$ pulumi preview", ...preview, "", "$ pulumi up", ...up];
  expectWritten("docs/preview-and-up.svg", terminalPicture({ lines, title }));
});
