import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";

/** Leaves the declarations that the entries lead to. The others describe files that are no longer there by themselves. */
export function removeInternalDeclarations(dist, entries) {
  const reached = new Set();
  const visit = (file) => {
    if (reached.has(file)) return;
    reached.add(file);
    for (const { fileName } of ts.preProcessFile(readFileSync(file, "utf8")).importedFiles) {
      const target = `${join(dirname(file), fileName)}.d.ts`;
      if (fileName.startsWith(".")) visit(existsSync(target) ? target : join(dirname(file), fileName, "index.d.ts"));
    }
  };
  for (const entry of entries) visit(join(dist, `${entry}.d.ts`));
  for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".d.ts") && !reached.has(join(dist, file))) rmSync(join(dist, file));
  }
}
