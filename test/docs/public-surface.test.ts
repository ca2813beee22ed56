import { join } from "node:path";
import ts from "typescript";

const repository = join(__dirname, "../..");

interface Documented {
  readonly name: string;
  readonly isDocumented: boolean;
}

/** Every name a program can import, and every property of the types among them, as an editor would show them. */
function publicSurface(): Documented[] {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(join(repository, "tsconfig.build.json"), {}, host);
  if (config === undefined) throw new Error("tsconfig.build.json cannot be read");
  const program = ts.createProgram(config.fileNames, config.options);
  const checker = program.getTypeChecker();
  const index = program.getSourceFile(join(repository, "provider/index.ts"));
  const module = index && checker.getSymbolAtLocation(index);
  if (module === undefined) throw new Error("provider/index.ts exports nothing");
  const hasDoc = (symbol: ts.Symbol): boolean => symbol.getDocumentationComment(checker).length > 0;
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const isType = (symbol.flags & (ts.SymbolFlags.Interface | ts.SymbolFlags.TypeAlias | ts.SymbolFlags.Class)) !== 0;
    const properties = isType ? checker.getDeclaredTypeOfSymbol(symbol).getProperties() : [];
    const ofPulumi = (property: ts.Symbol) =>
      (property.declarations ?? []).some((declaration) =>
        declaration.getSourceFile().fileName.includes("/node_modules/"),
      );
    return [
      { name: symbol.name, isDocumented: hasDoc(symbol) },
      ...properties
        .filter((property) => !ofPulumi(property))
        .map((property) => ({ name: `${symbol.name}.${property.name}`, isDocumented: hasDoc(property) })),
    ];
  });
}

test("every public name and every property of the public types says what it means", () => {
  const surface = publicSurface();
  expect(surface.map(({ name }) => name)).toEqual(expect.arrayContaining(["Vps.primaryIp", "VpsArgs.memoryMb"]));
  expect(surface.filter(({ isDocumented }) => !isDocumented).map(({ name }) => name)).toEqual([]);
}, 60_000);
