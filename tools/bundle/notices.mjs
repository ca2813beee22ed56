import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The licences of the packages that bundles contain. Each asks to be handed on with the code.
 *
 * @param {string} repository
 * @param {readonly import("esbuild").BuildResult<{ metafile: true }>[]} bundles
 */
export function noticesOf(repository, bundles) {
  const folders = bundles.flatMap(({ metafile }) => Object.keys(metafile.inputs).flatMap(packageOf));
  const notices = [...new Set(folders)].sort().map((folder) => noticeOf(join(repository, folder)));
  return `This package contains code of the following packages.\n\n${notices.join(`\n${"-".repeat(80)}\n\n`)}`;
}

/** The folder of the package that a bundled file belongs to; none for a file of this repository. */
function packageOf(file) {
  const found = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file);
  return found === null ? [] : [found[0]];
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.|$)/i.test(entry));
  if (file === undefined) throw new Error(`${name} ${version} has no licence file in ${folder}`);
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
}
