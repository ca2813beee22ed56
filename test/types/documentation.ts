import ts from "typescript";
import { isOurs } from "./published-package";

/** A public name or property, and what an editor shows for it. */
export interface Shown {
  readonly name: string;
  readonly documentation: string;
  readonly type: string;
}

/** What programs import from; `pulumi-rimuhosting/dynamic` is only for the engine. */
const entries = ["index", "testing/index"] as const;

/** Lists every exported name, and every property of each of our types reachable from there. */
export function shownTo(reader: ts.Program): Shown[] {
  const checker = reader.getTypeChecker();
  const seen = new Set<ts.Type>();
  const shown: Shown[] = [];

  const isOwn = (symbol: ts.Symbol): boolean =>
    symbol.declarations?.some((declaration) => isOurs(declaration.getSourceFile())) === true;

  const show = (name: string, symbol: ts.Symbol, type: ts.Type): void => {
    const documentation = ts.displayPartsToString(symbol.getDocumentationComment(checker));
    shown.push({ name, documentation, type: checker.typeToString(type) });
  };

  /** Follows our parts of a type: its properties, their types, the parameters and results of its calls. */
  const follow = (type: ts.Type, name: string): void => {
    if (seen.has(type)) return;
    seen.add(type);
    const parts = [
      ...(type.aliasTypeArguments ?? []),
      ...(type.isUnionOrIntersection() ? type.types : []),
      ...(isReference(type) ? checker.getTypeArguments(type) : []),
    ];
    for (const part of parts) follow(part, name);
    for (const signature of type.getCallSignatures()) followSignature(signature, name);
    if (type.isUnionOrIntersection()) return;
    const owner = (type.aliasSymbol ?? type.symbol)?.name;
    const title = owner === undefined || owner.startsWith("__") ? name : owner;
    for (const property of checker.getPropertiesOfType(type).filter(isOwn)) showProperty(property, title);
  };

  const showProperty = (property: ts.Symbol, owner: string): void => {
    const type = checker.getTypeOfSymbol(property);
    // Nothing that a program writes: another form of the same object has it.
    if (type.flags & ts.TypeFlags.Undefined && property.getDocumentationComment(checker).length === 0) return;
    show(`${owner}.${property.name}`, property, type);
    follow(type, `${owner}.${property.name}`);
  };

  const followSignature = (signature: ts.Signature, name: string): void => {
    for (const parameter of signature.getParameters()) follow(checker.getTypeOfSymbol(parameter), name);
    follow(signature.getReturnType(), name);
  };

  for (const entry of entries) {
    const file = reader.getSourceFiles().find(({ fileName }) => fileName.endsWith(`/dist/${entry}.d.ts`));
    const module = file && checker.getSymbolAtLocation(file);
    if (module === undefined) throw new Error(`${entry} is not read`);
    for (const exported of checker.getExportsOfModule(module)) {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const isType = (symbol.flags & (ts.SymbolFlags.Type | ts.SymbolFlags.Class)) !== 0;
      const value = symbol.flags & ts.SymbolFlags.Value ? checker.getTypeOfSymbol(symbol) : undefined;
      show(symbol.name, symbol, value ?? checker.getDeclaredTypeOfSymbol(symbol));
      if (isType) follow(checker.getDeclaredTypeOfSymbol(symbol), symbol.name);
      if (value === undefined) continue;
      for (const signature of value.getConstructSignatures()) followSignature(signature, symbol.name);
      follow(value, symbol.name);
    }
  }
  return shown;
}

const isReference = (type: ts.Type): type is ts.TypeReference =>
  (type.flags & ts.TypeFlags.Object) !== 0 && ((type as ts.ObjectType).objectFlags & ts.ObjectFlags.Reference) !== 0;
