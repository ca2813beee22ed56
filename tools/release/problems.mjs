import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { addressIn, fieldsOf, PUBLISHED, readPackage } from "./address.mjs";

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
    ...versionProblems(root, provider, tag),
    ...changelogProblems(root, provider),
  ];
}

function addressProblems(root, provider) {
  const address = addressIn(provider);
  if (address === undefined)
    return [
      "package.json does not say where the repository is. Set it once: npm run release:address -- https://github.com/owner/name",
    ];
  return PUBLISHED.flatMap((folder) => {
    const found = readPackage(root, folder);
    return Object.entries(fieldsOf(address, folder))
      .filter(([field, value]) => !isDeepStrictEqual(found[field], value))
      .map(
        ([field]) =>
          `"${field}" of ${found.name} is not the one of ${address}. Run npm run release:address -- ${address}`,
      );
  });
}

function versionProblems(root, { version }, tag) {
  const others = PUBLISHED.map((folder) => readPackage(root, folder)).filter((one) => one.version !== version);
  return [
    ...others.map((one) => `${one.name} has version ${one.version}, not ${version}.`),
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
