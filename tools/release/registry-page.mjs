import { existsSync, readFileSync } from "node:fs";
import { join, normalize } from "node:path";

/** Relative links and pictures in a README: npm's page points them at the repository, if the package names one. */
const relativeLinks = (markdown) =>
  [...markdown.replace(/^```.*?^```$/gms, "").matchAll(/\]\(([^)\s]+)\)|(?:href|src)="([^"]+)"/g)]
    .map(([, target, attribute]) => target ?? attribute)
    .filter((target) => !/^([a-z]+:|#)/.test(target));

/**
 * The links that would be dead on the page that npm makes of a package's README.
 *
 * @param {string} root
 * @param {string} folder of the package
 * @param {string | undefined} address of the repository
 * @returns {string[]}
 */
export function deadLinks(root, folder, address) {
  const links = relativeLinks(readFileSync(join(root, folder, "README.md"), "utf8"));
  if (address === undefined) return links;
  return links.filter((link) => {
    const path = normalize(join(folder, link.replace(/#.*/, "")));
    return link.startsWith("/") || path.startsWith("..") || !existsSync(join(root, path));
  });
}
