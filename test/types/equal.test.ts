import { join } from "node:path";
import ts from "typescript";

/** Compiles a comparison of two types in this folder, and returns the compiler's complaints. */
function complaintsAbout(a: string, b: string): string[] {
  const path = join(__dirname, "compared.ts");
  const text = `import { type Differing, equal } from "./equal";\nequal<Differing<${a}, ${b}>>();`;
  const options: ts.CompilerOptions = { strict: true, noEmit: true, lib: ["lib.es5.d.ts"], types: [] };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => name === path || (!name.includes("/node_modules/") && fileExists(name));
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2022) : getSourceFile(name, ...rest);
  const program = ts.createProgram([path], options, host);
  return program
    .getSemanticDiagnostics(program.getSourceFile(path))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

const written = `{ name: string; size?: number | undefined; more: { deep: boolean }[] }`;

test("types with the same properties are equal, however they are built", () => {
  expect(complaintsAbout(written, `{ [K in keyof ${written}]: ${written}[K] }`)).toEqual([]);
});

test.each([
  { what: "is missing", other: "{ name: string; more: { deep: boolean }[] }", named: "size" },
  { what: "is of another type deep inside", other: written.replace("deep:", "deep?:"), named: "more" },
  { what: "is there on one side alone", other: written.replace("{ name", "{ colour: string; name"), named: "colour" },
])("a property that $what does not compile, in either direction, and is named", ({ other, named }) => {
  const complaint = [expect.stringContaining(`Type '"${named}"' does not satisfy the constraint 'never'`)];
  expect(complaintsAbout(written, other)).toEqual(complaint);
  expect(complaintsAbout(other, written)).toEqual(complaint);
});
