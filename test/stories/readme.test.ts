import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expectWritten } from "../docs/written";
import { REPOSITORY } from "./harness/cli/environment";
import { readPage } from "./harness/page";
import { story } from "./harness/story";

const { steps } = readPage("README.md");

story("the README shows what a preview of its program prints", async (stage) => {
  const [program = ""] = steps.flatMap((step) => ("program" in step ? [step.program] : []));
  const config = { "my-servers:sshKey": "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= you@example.com" };
  const stack = await stage.newStack({ program, project: "my-servers", config });
  const { stdout } = (await stack.preview({ args: ["--suppress-progress"] })).expectOk();
  const lines = stdout.split("\n").map((line) => line.trimEnd());
  const start = lines.findIndex((line) => line.includes("IdempotencyKey web create"));
  const end = lines.findIndex((line, index) => index > start && line.startsWith("Resources:"));
  const printed = lines.slice(start, end + 2).filter((line) => line !== "" && !line.endsWith("Vps web"));
  const readme = readFileSync(join(REPOSITORY, "README.md"), "utf8");
  const section = /(<!-- preview -->\n```text\n)[\s\S]*?(```\n<!-- \/preview -->)/;
  expect(readme).toMatch(section);
  expectWritten(
    "README.md",
    readme.replace(section, (_, before, after) => `${before}${printed.join("\n")}\n${after}`),
  );
});
