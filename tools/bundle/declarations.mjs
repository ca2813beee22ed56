import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** Copies the declarations that the entries lead to. The others describe files that are not there by themselves. */
export function copyPublicDeclarations(declarations, dist, entries) {
  const reached = new Set();
  const visit = (module) => {
    if (reached.has(module)) return;
    reached.add(module);
    const { importedFiles } = ts.preProcessFile(readFileSync(join(declarations, `${module}.d.ts`), "utf8"));
    for (const { fileName } of importedFiles) if (fileName.startsWith(".")) visit(join(dirname(module), fileName));
  };
  for (const entry of entries) visit(entry);
  removeDeclarations(dist);
  for (const module of reached) {
    mkdirSync(dirname(join(dist, module)), { recursive: true });
    copyFileSync(join(declarations, `${module}.d.ts`), join(dist, `${module}.d.ts`));
  }
}

function removeDeclarations(dist) {
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" }))
    if (file.endsWith(".d.ts")) rmSync(join(dist, file));
}
