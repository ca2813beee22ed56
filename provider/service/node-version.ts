// Each entry of the package imports this first: older versions of Node fail while they load the rest, with an error that does not
// give the reason. So this file has no newer syntax, and no import.

const needed = { major: 22, minor: 12 };

/** What to do about a version of Node that cannot load this package, or `undefined` if it can. */
export function nodeVersionProblem(version: string, executable: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  if (major > needed.major || (major === needed.major && minor >= needed.minor)) return undefined;
  return (
    `pulumi-rimuhosting needs Node ${needed.major}.${needed.minor} or newer, but ${executable} is Node ${version}. Nothing was ordered or changed. ` +
    'Install a newer Node (https://nodejs.org), make sure that "node --version" shows it where Pulumi runs, and run the command again.'
  );
}

const problem = nodeVersionProblem(process.versions.node, process.execPath);
if (problem !== undefined) {
  // The SDK's mark of an error of which it prints only the message. Loading the SDK itself could fail first.
  const error = Object.assign(new Error(problem), { __pulumiRunError: true });
  error.stack = `Error: ${problem}`;
  throw error;
}
