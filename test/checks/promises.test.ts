import { join, relative } from "node:path";
import ts from "typescript";

const repository = join(__dirname, "../..");

/*
 * A call that nobody waits for loses its failure, and with it an order or a cancellation. Biome shows most of them while somebody writes, but
 * it works types out by itself and does not know those of a derived type: the client's calls, which cost money. So the compiler's types have
 * the last word here.
 */
test("nothing is asked without somebody who waits for the answer", () => {
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(repository, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    repository,
  );
  // Node's own test runner, which examples use, returns promises that it waits for itself.
  const ours = fileNames.filter((file) => !relative(repository, file).startsWith("examples"));
  const program = ts.createProgram(ours, options);
  const checker = program.getTypeChecker();
  const found: string[] = [];
  for (const source of program.getSourceFiles()) {
    if (source.isDeclarationFile || source.fileName.includes("/node_modules/")) continue;
    const visit = (node: ts.Node): void => {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      if (isUnawaited(node, checker)) found.push(`${relative(repository, source.fileName)}:${line + 1}`);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  expect(found).toEqual([]);
}, 300_000);

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
