import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { addressIn, fieldsOf, PUBLISHED, readPackage } from "./address.mjs";
import { deadLinks } from "./registry-page.mjs";

/** What every entry of the changelog begins with, in this order. */
const LABELS = ["Servers", "Bills", "State"];

/**
 * Why this must not be published: nothing that npm shows may be missing or contradict something else.
 *
 * @param {string} root
 * @param {string | undefined} tag the tag that is released, if it is known
 * @returns {string[]}
 */
export function problemsOf(root, tag) {
  const provider = readPackage(root, "");
  return [
    ...addressProblems(root, provider),
    ...readmeProblems(root, provider),
    ...versionProblems(root, provider, tag),
    ...changelogProblems(root, provider),
  ];
}

function addressProblems(root, provider) {
  const address = addressIn(provider);
  if (address === undefined) {
    const dead = PUBLISHED.flatMap((folder) => deadLinks(root, folder, undefined));
    return [
      `package.json does not say where the repository is, so ${dead.length} links would be dead on npm's pages. Set it once: node tools/release/set-address.mjs https://github.com/owner/name`,
    ];
  }
  return PUBLISHED.flatMap((folder) => {
    const found = readPackage(root, folder);
    return Object.entries(fieldsOf(address, folder))
      .filter(([field, value]) => !isDeepStrictEqual(found[field], value))
      .map(
        ([field]) =>
          `"${field}" of ${found.name} is not the one of ${address}. Run node tools/release/set-address.mjs ${address}`,
      );
  });
}

/** What a reader of npm's page would be told wrongly, or sent to in vain. */
function readmeProblems(root, provider) {
  const address = addressIn(provider);
  const dead =
    address === undefined
      ? []
      : PUBLISHED.flatMap((folder) => deadLinks(root, folder, address).map((link) => ({ folder, link })));
  const isSaidToBeMissing = readFileSync(join(root, "README.md"), "utf8").includes("not on npm yet");
  return [
    ...dead.map(({ folder, link }) => `A link of ${join(folder, "README.md")} would be dead on npm's page: ${link}`),
    ...(isSaidToBeMissing ? ["README.md says that the package is not on npm yet. Rewrite its Status."] : []),
  ];
}

function versionProblems(root, { version }, tag) {
  const others = PUBLISHED.map((folder) => readPackage(root, folder)).filter(
    (published) => published.version !== version,
  );
  return [
    ...others.map((other) => `${other.name} has version ${other.version}, not ${version}.`),
    ...(tag === undefined || tag === `v${version}` ? [] : [`The tag is ${tag}, but the version is ${version}.`]),
  ];
}

/** An upgrade must not surprise whoever runs servers: each entry says first what it does to them. */
function changelogProblems(root, { version }) {
  const [, ...entries] = readFileSync(join(root, "CHANGELOG.md"), "utf8").split(/^## /m);
  const titles = entries.map((entry) => entry.split("\n")[0]?.trim());
  const missing = titles[0] === version ? [] : [`The first entry of CHANGELOG.md is not ${version}.`];
  const unlabelled = entries.flatMap((entry, index) => {
    const found = [...entry.matchAll(/^- \*\*(\w+):\*\*/gm)].map(([, label]) => label);
    if (isDeepStrictEqual(found, LABELS)) return [];
    return [
      `The entry ${titles[index]} of CHANGELOG.md does not begin with ${LABELS.map((label) => `**${label}:**`).join(", ")}.`,
    ];
  });
  return [...missing, ...unlabelled];
}
