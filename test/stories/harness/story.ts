import { isExhaustive } from "../../volume";
import { storyEnvironment } from "./cli/environment";
import { startKeyService } from "./key-service";
import { type Program, Project } from "./project";
import { type Simulator, type SimulatorOptions, STORY_API_KEY, startStorySimulator } from "./simulator";
import { Stack } from "./stack";
import { makeStoryDirectory, removeStoryDirectory } from "./story-directory";

/** Seconds where a user's provider waits minutes: stories are about what happens, not about how long it takes. */
const briefWaits = {
  RIMUHOSTING_POLLSECONDS: "1",
  RIMUHOSTING_UNKNOWNOUTCOMEMINUTES: "0",
  RIMUHOSTING_LISTLAGSECONDS: "1",
  RIMUHOSTING_IDLEMINUTES: "0",
};

const STORY_TIMEOUT_MS = 180_000;
const CLEAN_UP_MS = 15_000;

/** Set to 1: the directory of a story that fails is kept, and its place printed. */
const KEEP_VARIABLE = "STORIES_KEEP";

export interface StoryOptions {
  readonly simulator?: SimulatorOptions;
  /** Added to the environment of every command; overrides the address and key of the simulator, which are set by default. */
  readonly env?: Readonly<Record<string, string>>;
  readonly timeoutMs?: number;
}

export interface NewStackOptions {
  readonly program: Program;
  readonly project?: string;
  readonly name?: string;
  /** Plain values; secret ones are set with `stack.setConfig`. */
  readonly config?: Readonly<Record<string, string>>;
  /** Added to the environment of its commands. */
  readonly env?: Readonly<Record<string, string>>;
}

/** What a story has to work with; all its own, so that stories run side by side. */
export class Story {
  readonly directory: string;
  readonly simulator: Simulator;
  /** What every command of the story sees of the outside. */
  readonly env: Readonly<Record<string, string>>;

  constructor(directory: string, simulator: Simulator, keyServiceUrl: string, env: Readonly<Record<string, string>>) {
    this.directory = directory;
    this.simulator = simulator;
    const service = { RIMUHOSTING_BASEURL: simulator.url, RIMUHOSTING_APIKEY: STORY_API_KEY };
    const keyService = { VAULT_SERVER_URL: keyServiceUrl, VAULT_SERVER_TOKEN: "a token" };
    this.env = { ...storyEnvironment(directory), ...service, ...keyService, ...briefWaits, ...env };
  }

  /** A new stack with its program. Stacks of one project share the program: the last one given counts. */
  async newStack(options: NewStackOptions): Promise<Stack> {
    const { program, project = "shop", name = "dev", config = {}, env = {} } = options;
    const stack = new Stack(
      this.directory,
      { ...this.env, ...env },
      new Project(this.directory, project, program),
      name,
    );
    stack.write(config);
    return stack;
  }
}

type Body = (story: Story) => Promise<void>;

/** Defines a story; `exhaustively` one that only `npm run test:exhaustive` tells, as others show its kind of behaviour every time. */
export interface Storyteller {
  (name: string, body: Body, options?: StoryOptions): void;
  exhaustively(name: string, body: Body, options?: StoryOptions): void;
}

function defineStory(name: string, body: Body, options: StoryOptions = {}): void {
  const timeoutMs = options.timeoutMs ?? STORY_TIMEOUT_MS;
  test(name, () => tell(body, timeoutMs, options), timeoutMs + CLEAN_UP_MS);
}

/** A test that drives the real Pulumi CLI against a simulator of its own. */
export const story: Storyteller = Object.assign(defineStory, { exhaustively: isExhaustive ? defineStory : () => {} });

async function tell(
  body: Body,
  timeoutMs: number,
  { simulator: simulatorOptions, env = {} }: StoryOptions,
): Promise<void> {
  const directory = makeStoryDirectory();
  const simulator = await startStorySimulator(simulatorOptions);
  const keyService = await startKeyService();
  let isKept = false;
  try {
    await withinTime(body(new Story(directory, simulator, keyService.url, env)), timeoutMs);
  } catch (error) {
    isKept = process.env[KEEP_VARIABLE] === "1";
    if (isKept) console.warn(`Kept for a look: ${directory}`);
    throw error;
  } finally {
    await Promise.all([simulator.close(), keyService.close()]);
    if (!isKept) removeStoryDirectory(directory);
  }
}

/** A limit of our own: jest's would leave the story's processes and its simulator behind. */
async function withinTime(work: Promise<void>, timeoutMs: number): Promise<void> {
  let limit: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    limit = setTimeout(() => reject(new Error(`The story took more than ${timeoutMs / 1000} s`)), timeoutMs);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(limit);
  }
}
