import { join, parse } from "node:path";
import ts from "typescript";

const repository = join(__dirname, "../..");

/** A user's project with the package installed. It exists only for the compiler. */
const project = join(parse(repository).root, "a-program-of-somebody");
const modules = join(project, "node_modules");
const installed = join(modules, "pulumi-rimuhosting");

/** Where a file is found, or `undefined` for a generated one: everything installed next to the package is this repository's. */
function existing(path: string): string | undefined {
  if (path === join(installed, "package.json")) return join(repository, "package.json");
  if (path.startsWith(`${installed}/`)) return undefined;
  return path.startsWith(`${modules}/`) ? join(repository, "node_modules", path.slice(modules.length)) : path;
}

/** Creates the declarations that `tsc -p tsconfig.build.json` writes into `dist`, if anything reads them. */
function createDeclarations(): (path: string) => string | undefined {
  const builder = ts.createLanguageService(builderHost());
  const made = new Map<string, string | undefined>();
  return (path) => {
    if (!made.has(path)) made.set(path, declarationsOf(builder, path));
    return made.get(path);
  };
}

function declarationsOf(builder: ts.LanguageService, path: string): string | undefined {
  const source = path.replace(`${installed}/dist/`, `${repository}/provider/`).replace(/\.d\.ts$/, ".ts");
  if (!path.endsWith(".d.ts") || builder.getProgram()?.getSourceFile(source) === undefined) return undefined;
  // Forced: the types of the package are checked elsewhere.
  return builder.getEmitOutput(source, true, true).outputFiles[0]?.text;
}

function builderHost(): ts.LanguageServiceHost {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(join(repository, "tsconfig.build.json"), {}, host);
  if (config === undefined) throw new Error("tsconfig.build.json cannot be read");
  return {
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => config.options,
    getScriptFileNames: () => config.fileNames,
    getScriptVersion: () => "",
    getScriptSnapshot: (path) => {
      const text = ts.sys.readFile(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => repository,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  };
}

/** Compiles programs of a project with the package installed. The compiler reads what the package's `exports` point to. */
export function createCompiler(): (
  sources: Readonly<Record<string, string>>,
  options: ts.CompilerOptions,
) => ts.Program {
  const declarationAt = createDeclarations();
  return (sources, options) => {
    const made = (path: string): string | undefined =>
      sources[path.slice(project.length + 1)] ?? (path.startsWith(`${installed}/`) ? declarationAt(path) : undefined);
    const real = ts.createCompilerHost(options);
    const host: ts.CompilerHost = {
      ...real,
      getCurrentDirectory: () => project,
      realpath: (path) => (made(path) === undefined ? (real.realpath?.(existing(path) ?? path) ?? path) : path),
      directoryExists: (path) =>
        [project, modules, installed].includes(path) ||
        path.startsWith(`${installed}/dist`) ||
        real.directoryExists?.(existing(path) ?? path) === true,
      getDirectories: (path) => real.getDirectories?.(existing(path) ?? path) ?? [],
      fileExists: (path) => made(path) !== undefined || real.fileExists(existing(path) ?? path),
      readFile: (path) => made(path) ?? real.readFile(existing(path) ?? path),
      getSourceFile: (path, languageVersion, ...rest) => {
        const text = made(path);
        return text === undefined
          ? real.getSourceFile(path, languageVersion, ...rest)
          : ts.createSourceFile(path, text, languageVersion);
      },
    };
    return ts.createProgram(
      Object.keys(sources).map((name) => join(project, name)),
      options,
      host,
    );
  };
}

export const isOurs = (file: ts.SourceFile): boolean => file.fileName.startsWith(`${installed}/`);

/** The compiler's complaints about the chosen files, and about the program as a whole. */
export function complaints(program: ts.Program, isChosen: (file: ts.SourceFile) => boolean = () => true): string[] {
  const ofFiles = program
    .getSourceFiles()
    .filter(isChosen)
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]);
  return [...program.getOptionsDiagnostics(), ...program.getGlobalDiagnostics(), ...ofFiles].map(
    ({ file, messageText }) => `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
  );
}
