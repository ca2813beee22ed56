import { readFileSync } from "node:fs";
import { join } from "node:path";

interface Entry {
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
  readonly link?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(__dirname, "../../package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, Entry>>;
};

/** The entry that Node would load for `name` from the package at `path`. */
function findEntry(path: string, name: string): Entry | undefined {
  const entry = packages[join(path, "node_modules", name)];
  if (entry !== undefined || path === "") return entry;
  const parent = path.lastIndexOf("/node_modules/");
  return findEntry(parent === -1 ? "" : path.slice(0, parent), name);
}

test("the lockfile has the optional packages of every platform, without which npm ci refuses it", () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => findEntry(path, name)?.optional !== true)
      .map((name) => `${path} needs ${name}`),
  );
  expect(missing).toEqual([]);
});

test("only an optional package may lack a hash", () => {
  const unchecked = Object.entries(packages).filter(
    ([path, { integrity, link, optional }]) => path.includes("node_modules/") && !integrity && !link && !optional,
  );
  expect(unchecked.map(([path]) => path)).toEqual([]);
});

test("the lockfile names no registry", () => {
  expect(Object.values(packages).filter(({ resolved }) => resolved?.includes("://"))).toEqual([]);
});
