/** The stories that show what rests on Pulumi: purchases, their interruption, what is adopted, protected, replaced, cancelled and kept secret. */
export const CORE_STORIES = [
  "accounts",
  "continuous-integration",
  "fleet",
  "idempotency-key",
  "ignore-changes",
  "internals",
  "interrupted-purchase",
  "lifecycle",
  "preview-known-values",
  "sent-purchases",
  "secrets",
];

const WORDS = ["oldest", "locked", "newest"];

/**
 * What the command line asks for: a version of the CLI, one of the SDK, and further arguments for jest. Each is `oldest` (the least that the
 * package accepts), `locked` (that of the lockfile), `newest` (that of the registry) or a number such as 3.216.0.
 *
 * @param {readonly string[]} args
 * @returns {{ cli: string, sdk: string, rest: string[] }}
 */
export function readChoice(args) {
  const chosen = { cli: "locked", sdk: "locked" };
  const rest = [];
  for (let at = 0; at < args.length; at++) {
    const name = /^--(cli|sdk)$/.exec(args[at])?.[1];
    if (name === undefined) rest.push(args[at]);
    else chosen[name] = readVersion(args[at], args[++at]);
  }
  return { ...chosen, rest };
}

function readVersion(option, version) {
  if (WORDS.includes(version) || /^\d+\.\d+\.\d+$/.test(version ?? "")) return version;
  throw new Error(`${option} takes ${WORDS.join(", ")} or a version such as 3.216.0, not ${version ?? "nothing"}`);
}

/**
 * The number of a version. The CLI and the SDK are released together, under one number.
 *
 * @param {string} version
 * @param {{ oldest: string, locked: string, newest: () => string }} known
 */
export function numberOf(version, { oldest, locked, newest }) {
  switch (version) {
    case "oldest":
      return oldest;
    case "locked":
      return locked;
    case "newest":
      return newest();
    default:
      return version;
  }
}
