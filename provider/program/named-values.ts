import * as pulumi from "@pulumi/pulumi";
import { didYouMean, nearest } from "../service/names";

/** The names by which a program knows the values of a resource. */
export interface ValueNames {
  /** What an input and an output are, such as `an argument of Vps`. */
  readonly anInput: string;
  readonly anOutput: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  /** The input that has another name elsewhere. */
  readonly meant?: (name: string) => string | undefined;
  /** What is wrong with a path into an input. */
  readonly pathProblem?: (path: Path) => string | undefined;
  /** The name that an input has in the engine. */
  readonly inEngine?: (input: string) => string;
}

type Named = readonly ("inputs" | "outputs")[];

/** What the content of these options names. */
const naming: Readonly<Record<string, Named>> = {
  ignoreChanges: ["inputs"],
  replaceOnChanges: ["inputs"],
  hideDiffs: ["inputs", "outputs"],
  additionalSecretOutputs: ["outputs"],
};

/**
 * The options with what they name as the engine calls it. A name that there is not is an error: Pulumi would ignore it without a word, and
 * with it the guard that it is.
 */
export function withSoundNames<T extends object>(whose: string, options: T, names: ValueNames): T {
  const sound = Object.entries(naming).flatMap(([option, named]) => {
    const given: unknown = Reflect.get(options, option) ?? undefined;
    return given === undefined ? [] : [[option, pathsIn(given, `${whose}: ${option}`, named, names)]];
  });
  return { ...options, ...Object.fromEntries(sound) };
}

function pathsIn(given: unknown, where: string, named: Named, names: ValueNames): string[] {
  if (!Array.isArray(given) || given.some((text) => typeof text !== "string"))
    throw new pulumi.RunError(`${where} must be a list of names, such as ["${names.inputs[0]}"].`);
  return given.flatMap((text: string) => {
    // What the engine reads no path in is one name.
    const path = (named.includes("inputs") && pathIn(text)) || ([text] as const);
    const problem = problemOf(path, named, names);
    if (problem !== undefined) throw new pulumi.RunError(`${where}: ${problem}`);
    return inEngine(text, path, names);
  });
}

/** A number is the index of a list; `*` stands for every part. */
export type Path = readonly [root: string, ...parts: readonly (string | number)[]];

function problemOf(path: Path, named: Named, names: ValueNames): string | undefined {
  const [root, ...parts] = path;
  if (root === "*" && parts.length === 0 && named.includes("inputs")) return undefined;
  const known = named.flatMap((kind) => names[kind]);
  if (known.includes(root)) return names.inputs.includes(root) ? names.pathProblem?.(path) : undefined;
  const [meant] = path.flatMap((step) => {
    const name = names.meant?.(`${step}`);
    return (name !== undefined && known.includes(name) ? name : nearest(`${step}`, known)) ?? [];
  });
  const what = named.includes("inputs") ? names.anInput : names.anOutput;
  return `"${root}" is not ${what}, so it would have no effect${didYouMean(meant) || "."}`;
}

/** The engine's `*` would take the provider's own inputs along: here it means what a program may set. */
function inEngine(text: string, [root]: Path, { inputs, inEngine: nameOf = (input) => input }: ValueNames): string[] {
  if (root === "*") return inputs.map(nameOf);
  return [inputs.includes(root) ? text.replace(root, nameOf(root)) : text];
}

/** A path in the engine's form: `root.part`, `root["part"]`, `root[0]`, `root[*]`. */
function pathIn(text: string): Path | undefined {
  const steps = [...text.matchAll(/\.?([^.[\]"]+)|\["((?:\\"|[^"])+)"\]|\[(\d+|\*)\]/g)];
  const isWhole = steps.map(([step]) => step).join("") === text && !text.startsWith(".");
  const [root, ...parts] = steps.map(([, name, quoted, index]) =>
    index === undefined || index === "*" ? (name ?? quoted?.replaceAll('\\"', '"') ?? "*") : Number(index),
  );
  return isWhole && typeof root === "string" ? [root, ...parts] : undefined;
}
