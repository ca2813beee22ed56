import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const provider = join(__dirname, "../../provider");

/** A doc comment: its text, in paragraphs, and the code of its examples. */
export interface Comment {
  readonly text: string;
  readonly examples: readonly string[];
}

/** A property of a shape, or an output of a resource. `type` is what a program reads or writes, without `Input` and `Output`. */
export interface Member extends Comment {
  readonly name: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** An interface, a class or a type alias. */
export interface Shape extends Comment {
  readonly name: string;
  readonly members: readonly Member[];
  /** The names of the shapes whose members it has too. */
  readonly bases: readonly string[];
  /** What a type alias stands for. */
  readonly alias: string | undefined;
}

export interface Declarations {
  readonly shapes: ReadonlyMap<string, Shape>;
  readonly functions: ReadonlyMap<string, Comment>;
}

/** What programs import, but for the functions and the mocks. */
const resources = [
  "program/vps.ts",
  "program/vps-args.ts",
  "program/vps-options.ts",
  "program/idempotency-key.ts",
  "program/reverse-dns.ts",
  "program/provider.ts",
];

/** Reads what the public sources declare. Comments and declared types are all that is needed: nothing is type-checked. */
export function readDeclarations(): Declarations {
  const shapes = new Map<string, Shape>();
  const functions = new Map<string, Comment>();
  for (const statement of [...resources, ...filesIn("program/functions"), ...filesIn("testing")].flatMap(
    statementsIn,
  )) {
    if (ts.isFunctionDeclaration(statement) && statement.name && isExported(statement))
      functions.set(statement.name.text, commentOf(statement));
    if (ts.isVariableStatement(statement) && isExported(statement))
      for (const { name } of statement.declarationList.declarations)
        functions.set(name.getText(), commentOf(statement));
    const shape = shapeOf(statement);
    if (shape !== undefined) shapes.set(shape.name, shape);
  }
  return { shapes, functions };
}

const filesIn = (folder: string): string[] =>
  readdirSync(join(provider, folder))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => `${folder}/${name}`);

function statementsIn(path: string): readonly ts.Statement[] {
  const text = readFileSync(join(provider, path), "utf8");
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true).statements;
}

const isExported = (node: ts.HasModifiers): boolean =>
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function shapeOf(statement: ts.Statement): Shape | undefined {
  if (ts.isTypeAliasDeclaration(statement) && isExported(statement))
    return {
      ...commentOf(statement),
      name: statement.name.text,
      members: [],
      bases: [],
      alias: plainType(statement.type),
    };
  const isShape = ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement);
  if (!isShape || !isExported(statement)) return undefined;
  const inherited = statement.heritageClauses?.flatMap(({ types }) => types.map((type) => type.expression.getText()));
  return {
    ...commentOf(statement),
    name: statement.name?.text ?? "",
    members: (statement.members as ts.NodeArray<ts.ClassElement | ts.TypeElement>).flatMap(memberOf),
    bases: inherited?.filter((name) => !name.startsWith("pulumi.")) ?? [],
    alias: undefined,
  };
}

function memberOf(node: ts.ClassElement | ts.TypeElement): Member[] {
  if (ts.isIndexSignatureDeclaration(node)) return node.type.getText() === "never" ? [] : [anyName(node)];
  if (!ts.isPropertyDeclaration(node) && !ts.isPropertySignature(node)) return [];
  if (node.type === undefined) return [];
  const type = plainType(node.type);
  const isOptional = node.questionToken !== undefined || allowsUndefined(node.type);
  return type === "undefined" ? [] : [{ ...commentOf(node), name: node.name.getText(), type, isOptional }];
}

const anyName = (node: ts.IndexSignatureDeclaration): Member => ({
  ...commentOf(node),
  name: "[name]",
  type: plainType(node.type),
  isOptional: true,
});

const wrappers = ["pulumi.Input", "pulumi.Output"];

/** The type inside `Input` and `Output`, on every level, without `undefined`, which an optional member says better. */
function plainType(node: ts.TypeNode): string {
  if (ts.isTypeReferenceNode(node)) {
    // Types of ours go by their own names, whatever file they come from.
    const name = node.typeName.getText().replace(/^(?!pulumi\.)\w+\./, "");
    const parameters = node.typeArguments ?? [];
    if (wrappers.includes(name) && parameters[0] !== undefined) return plainType(parameters[0]);
    return parameters.length === 0 ? name : `${name}<${parameters.map(plainType).join(", ")}>`;
  }
  if (ts.isUnionTypeNode(node)) {
    const parts = node.types.map(plainType).filter((type) => type !== "undefined");
    return parts.join(" | ");
  }
  if (ts.isArrayTypeNode(node)) {
    const element = plainType(node.elementType);
    return element.includes(" ") ? `(${element})[]` : `${element}[]`;
  }
  return ts.isParenthesizedTypeNode(node) ? plainType(node.type) : node.getText();
}

const allowsUndefined = (node: ts.TypeNode): boolean =>
  ts.isTypeReferenceNode(node)
    ? node.typeArguments?.some(allowsUndefined) === true
    : ts.isUnionTypeNode(node) && node.types.some(({ kind }) => kind === ts.SyntaxKind.UndefinedKeyword);

function commentOf(node: ts.Node): Comment {
  const parts = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const text = parts.map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "").join("\n\n");
  const examples = ts
    .getJSDocTags(node)
    .filter((tag) => tag.tagName.text === "example")
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? "");
  return { text: text.replace(/\{@link (\w+)\}/g, "`$1`"), examples };
}
