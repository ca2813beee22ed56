import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import ts from "typescript";

const repository = join(__dirname, "../..");

/*
 * A call that nobody waits for loses its failure, and with it an order or a cancellation. Biome shows most of them while somebody writes, but
 * it works types out by itself and does not know those of a derived type: the client's calls, which cost money. So the compiler's types have
 * the last word here.
 */

/** Each line has a promise that nobody waits for, or that is taken for a value. */
const planted = `
import type { Client } from "../service/client";
declare const client: Client;
declare function later(work: () => void): void;
export async function plant(ids: readonly number[]): Promise<void> {
  client.listOrders();
  client.listOrders().then(() => undefined);
  ids.map((id) => client.getOrder(id));
  ids.map((id) => Promise.resolve(id));
  ids.forEach(async (id) => void (await client.getOrder(id)));
  later(async () => undefined);
  ids.filter(async () => true);
}
`;
const breaches = planted.split("\n").flatMap((line, index) => (/^ {2}\S/.test(line) ? [index + 1] : []));

const kept = `
import type { Client } from "../service/client";
export async function keep(client: Client, ids: readonly number[]): Promise<unknown> {
  await client.listOrders();
  void client.listOrders();
  client.listOrders().catch(() => undefined);
  client.listOrders().then(() => undefined, () => undefined);
  return Promise.all(ids.map(async (id) => client.getOrder(id)));
}
`;

const virtual = new Map([
  [join(repository, "provider/vps/planted.ts"), planted],
  [join(repository, "provider/vps/kept.ts"), kept],
]);

let unawaited: ReadonlyMap<string, readonly number[]>;
beforeAll(() => {
  unawaited = unawaitedPromises();
}, 300_000);

test("nothing is asked without somebody who waits for the answer", () => {
  const elsewhere = [...unawaited].filter(([file]) => !virtual.has(join(repository, file)));
  expect(Object.fromEntries(elsewhere)).toEqual({});
});

test("each kind of promise that nobody waits for is found, and no other", () => {
  expect(unawaited.get("provider/vps/planted.ts")).toEqual(breaches);
  expect(unawaited.get("provider/vps/kept.ts")).toBeUndefined();
});

test("the linter shows a promise that nobody waits for while somebody writes it", () => {
  const directory = mkdtempSync(join(tmpdir(), "rimuhosting-promises-"));
  try {
    cpSync(join(repository, "biome.json"), join(directory, "biome.json"));
    writeFileSync(join(directory, "work.ts"), "export async function work(): Promise<void> {}\n");
    const text =
      'import { work } from "./work";\n\nexport function start(): void {\n  work();\n  if (work()) return;\n}\n';
    writeFileSync(join(directory, "start.ts"), text);
    const lint = () =>
      execFileSync(join(repository, "node_modules/.bin/biome"), ["lint", "."], { cwd: directory, stdio: "pipe" });
    expect(lint).toThrow(
      /start\.ts:4:3 lint\/nursery\/noFloatingPromises[\s\S]*start\.ts:5:7 lint\/nursery\/noMisusedPromises/,
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});

/** The lines of each file with such a promise. */
function unawaitedPromises(): ReadonlyMap<string, readonly number[]> {
  const config = ts.getParsedCommandLineOfConfigFile(
    join(repository, "tsconfig.json"),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: (diagnostic) => {
        throw new Error(ts.flattenDiagnosticMessageText(diagnostic.messageText, "\n"));
      },
    },
  );
  const { options, fileNames } = config ?? { options: {}, fileNames: [] };
  // Node's own test runner, which examples use, returns promises that it waits for itself.
  const ours = fileNames.filter((file) => !relative(repository, file).startsWith("examples"));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.readFile = (file) => virtual.get(file) ?? readFile(file);
  host.fileExists = (file) => virtual.has(file) || fileExists(file);
  const program = ts.createProgram([...ours, ...virtual.keys()], options, host);
  const checker = program.getTypeChecker();
  const found = new Map<string, number[]>();
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || source.fileName.includes("/node_modules/")) continue;
    const visit = (node: ts.Node): void => {
      if (isUnawaited(node, checker)) {
        const file = relative(repository, source.fileName);
        const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
        found.set(file, [...(found.get(file) ?? []), line]);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

const isUnawaited = (node: ts.Node, checker: ts.TypeChecker): boolean =>
  ts.isExpressionStatement(node)
    ? isDropped(node.expression, checker)
    : ts.isCallExpression(node) && isMisused(node, checker);

/** A statement that ends with a promise, or with a list of them, and handles no failure. */
function isDropped(expression: ts.Expression, checker: ts.TypeChecker): boolean {
  if (ts.isBinaryExpression(expression) && isAssignment(expression.operatorToken.kind)) return false;
  if (ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)) {
    const { text } = expression.expression.name;
    if (text === "catch" || (text === "then" && expression.arguments.length === 2)) return false;
  }
  const type = checker.getTypeAtLocation(expression);
  // What returns the object that it was called on starts nothing new.
  if (receiver(expression, checker) === type) return false;
  return (
    isPromise(type, checker) ||
    (checker.isArrayType(type) &&
      checker.getTypeArguments(type as ts.TypeReference).some((element) => isPromise(element, checker)))
  );
}

const isAssignment = (kind: ts.SyntaxKind): boolean =>
  kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;

const receiver = (expression: ts.Expression, checker: ts.TypeChecker): ts.Type | undefined =>
  ts.isCallExpression(expression) && ts.isPropertyAccessExpression(expression.expression)
    ? checker.getTypeAtLocation(expression.expression.expression)
    : undefined;

/** A call with a function that returns a promise to somebody who expects nothing, or a yes or no. */
function isMisused(call: ts.CallExpression, checker: ts.TypeChecker): boolean {
  const [argument] = call.arguments.filter(isAsync);
  const wanted = argument && checker.getContextualType(argument)?.getCallSignatures();
  if (wanted === undefined || wanted.length === 0) return false;
  const blind = ts.TypeFlags.Void | ts.TypeFlags.BooleanLike | ts.TypeFlags.Unknown;
  return wanted.every((signature) => (checker.getReturnTypeOfSignature(signature).flags & blind) !== 0);
}

const isAsync = (node: ts.Expression): boolean =>
  (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) &&
  node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;

function isPromise(type: ts.Type, checker: ts.TypeChecker): boolean {
  const parts = type.isUnion() ? type.types : [type];
  return parts.some(
    (part) =>
      (part.flags & ts.TypeFlags.Any) === 0 &&
      checker.getPropertyOfType(checker.getNonNullableType(part), "then") !== undefined,
  );
}
