/** Matrix parameters (`;name=value` on any path segment), names and values decoded. The last of the same name wins. */
export type Matrix = { readonly [name: string]: string };

/** Splits at raw `;` and `/` first and decodes afterwards, so that encoded ones stay part of a value. `+` is a space. */
export function parseMatrix(url: string): Matrix {
  const pairs = pathOf(url)
    .split("/")
    .flatMap((segment) => segment.split(";").slice(1))
    .filter((pair) => pair !== "")
    .map((pair): [string, string] => {
      const cut = pair.indexOf("=");
      return cut < 0 ? [decode(pair), ""] : [decode(pair.slice(0, cut)), decode(pair.slice(cut + 1))];
    });
  return Object.fromEntries(pairs);
}

/** The path that the routes know. */
export function withoutMatrix(url: string): string {
  const path = pathOf(url);
  const bare = path
    .split("/")
    .map((segment) => segment.split(";")[0])
    .join("/");
  return bare + url.slice(path.length);
}

function pathOf(url: string): string {
  return url.split("?")[0] ?? "";
}

function decode(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}

/** `Y`, `true`, `True` and the like; anything else (`None`, an empty value) counts as not given. */
export function matrixFlag(value: string | undefined): boolean | undefined {
  if (value === undefined) return undefined;
  if (/^(y|yes|true|1)$/i.test(value)) return true;
  if (/^(n|no|false|0)$/i.test(value)) return false;
  return undefined;
}

/** The value of the first spelling that is given and not empty. */
export function matrixText(matrix: Matrix, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = matrix[name];
    if (value !== undefined && value !== "" && value !== "None" && value !== "null") return value;
  }
  return undefined;
}

export function matrixNumber(matrix: Matrix, ...names: string[]): number | undefined {
  const value = Number(matrixText(matrix, ...names));
  return Number.isFinite(value) ? value : undefined;
}
