import { mkdirSync } from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { WORK_VARIABLE } from "../../../../tools/process/marked-processes.cjs";

/** The root of this repository. */
export const REPOSITORY = resolve(__dirname, "../../../..");

/** Both are set by the stories' global set-up. */
const CLI_VARIABLE = "RIMUHOSTING_STORIES_CLI";
const ROOT_VARIABLE = "RIMUHOSTING_STORIES_ROOT";

/** The directory that holds the Pulumi CLI. */
export function cliDirectory(): string {
  return fromSetUp(CLI_VARIABLE);
}

/** The directory in which the stories of this run have theirs. */
export function storiesRoot(): string {
  return fromSetUp(ROOT_VARIABLE);
}

function fromSetUp(variable: string): string {
  const value = process.env[variable];
  if (value === undefined) throw new Error(`${variable} is not set: stories run through jest's "stories" project`);
  return value;
}

/**
 * All that the processes of a story see of the outside. Nothing is taken over from the environment of whoever runs the tests, so
 * that neither a login to Pulumi nor an API key can leak in, and all that is written lands in the story's directory.
 */
export function storyEnvironment(storyDirectory: string): Record<string, string> {
  const inStory = (name: string) => {
    const path = join(storyDirectory, name);
    mkdirSync(path, { recursive: true });
    return path;
  };
  return {
    [WORK_VARIABLE]: storyDirectory,
    PATH: [dirname(process.execPath), cliDirectory(), "/usr/bin", "/bin"].join(delimiter),
    HOME: inStory("home"),
    TMPDIR: inStory("tmp"),
    LANG: "C.UTF-8",
    NODE_COMPILE_CACHE: join(REPOSITORY, ".cache", "node-compile-cache"),
    PULUMI_HOME: inStory("home/pulumi"),
    // With metadata the CLI writes a second file beside each state, and cannot read the state in the moment in which it does.
    PULUMI_BACKEND_URL: `file://${inStory("state")}?metadata=skip`,
    PULUMI_CONFIG_PASSPHRASE: "a passphrase for stories",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    // Without it the commands have no --event-log.
    PULUMI_DEBUG_COMMANDS: "true",
    PULUMI_DIY_BACKEND_DISABLE_CHECKPOINT_BACKUPS: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    // A command is over before it is worth while to collect its garbage.
    GOGC: "off",
    GOMEMLIMIT: "1GiB",
  };
}

/** What makes Node start fast in a story; only for programs that are plain JavaScript. */
export function fastStart(): Record<string, string> {
  return {
    NODE_OPTIONS: `--max-semi-space-size=64 --require ${join(__dirname, "..", "fast-start.cjs")}`,
    RIMUHOSTING_STORY_PROGRAM: "javascript",
  };
}
