import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { transformSync } from "@swc/core";

/** A program: TypeScript text, or the directory of a project (with its own Pulumi.yaml), which is copied. */
export type Program = string | { readonly directory: string };

/** The directory of a Pulumi project in a story, and how its program gets there. */
export class Project {
  readonly name: string;
  readonly directory: string;
  /** Whether Node loads the program without the TypeScript loader. */
  readonly isPlainJavaScript: boolean;

  constructor(storyDirectory: string, name: string, program: Program) {
    this.name = name;
    this.directory = join(storyDirectory, "projects", name);
    this.isPlainJavaScript = typeof program === "string";
    mkdirSync(this.directory, { recursive: true });
    if (typeof program !== "string") {
      const leaveOut = /(^|[/\\])(node_modules|dist|Pulumi\.[^.]+\.yaml)$/;
      cpSync(program.directory, this.directory, { recursive: true, filter: (path) => !leaveOut.test(path) });
      return;
    }
    this.writeFile("package.json", JSON.stringify({ name, private: true, main: "index.js" }));
    const runtime = "{ name: nodejs, options: { typescript: false } }";
    this.writeFile("Pulumi.yaml", `name: ${name}\nruntime: ${runtime}\nmain: index.js\n`);
    this.write(program);
  }

  /** Replaces the program by another, as a user edits it. */
  write(program: string): void {
    this.writeFile("index.js", toJavaScript(program));
  }

  writeFile(name: string, text: string): void {
    writeFileSync(join(this.directory, name), text);
  }
}

export function toJavaScript(typeScript: string): string {
  const options = {
    jsc: { target: "es2023", parser: { syntax: "typescript" } },
    module: { type: "commonjs" },
  } as const;
  return transformSync(typeScript, options).code;
}
