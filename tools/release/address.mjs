import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The packages that a release publishes, by folder. */
export const PUBLISHED = ["", "simulator"];

/** What npm shows of a package's home, all from the one address of the repository. */
export const fieldsOf = (address, folder) => ({
  repository: { type: "git", url: `git+${address}.git`, ...(folder === "" ? {} : { directory: folder }) },
  homepage: `${address}${folder === "" ? "" : `/tree/main/${folder}`}#readme`,
  bugs: `${address}/issues`,
});

/** The address of the repository, as the provider's package.json has it. */
export function addressIn({ repository }) {
  return /^git\+(https:\/\/[^/]+\/[^/]+\/[^/]+?)\.git$/.exec(repository?.url ?? "")?.[1];
}

export const readPackage = (root, folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

/**
 * Writes the address into every package that is published.
 *
 * @param {string} root
 * @param {string} address such as https://github.com/owner/name
 */
export function writeAddress(root, address) {
  if (!/^https:\/\/[^/]+\/[^/]+\/[^/]+$/.test(address))
    throw new Error(`"${address}" is not an address such as https://github.com/owner/name.`);
  for (const folder of PUBLISHED) {
    const { name, version, description, ...rest } = readPackage(root, folder);
    const content = { name, version, description, ...rest, ...fieldsOf(address, folder) };
    writeFileSync(join(root, folder, "package.json"), `${JSON.stringify(content, undefined, 2)}\n`);
  }
}
