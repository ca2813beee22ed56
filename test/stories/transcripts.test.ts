import { randomInt } from "node:crypto";
import { Random } from "../simulation/models/random";
import { play } from "../transcripts/runner/play";
import { type Conversation, readTopic, topicNames, written } from "../transcripts/runner/topic";
import { isExhaustive } from "../volume";
import { CliStage, openAccounts } from "./harness/cli-stage";
import { story } from "./harness/story";

/** A transcript that the real CLI cannot repeat says so, and why, in a comment. */
const isOfModelAlone = ({ steps }: Conversation): boolean =>
  steps.some((step) => step.kind === "comment" && step.lines.some((line) => line.startsWith("# Not on the CLI: ")));

/** Each run draws others; an exhaustive one plays them all. */
const seed = Number(process.env["TRANSCRIPTS_SEED"] ?? randomInt(1_000_000));

const drawn = isExhaustive ? Number.POSITIVE_INFINITY : Number(process.env["TRANSCRIPTS_DRAWN"] ?? 6);

const all = topicNames().flatMap((name) => {
  const topic = readTopic(name);
  const conversations = topic.conversations.filter((conversation) => !isOfModelAlone(conversation));
  return conversations.map((conversation) => ({ topic, conversation }));
});

const random = new Random(seed);
const shuffled = all
  .map((one) => ({ one, place: random.next() }))
  .sort((a, b) => a.place - b.place)
  .map(({ one }) => one);

describe(`on the real CLI, drawn with TRANSCRIPTS_SEED=${seed}`, () => {
  beforeAll(() => console.log(`Conversations drawn with TRANSCRIPTS_SEED=${seed}`));

  for (const { topic, conversation } of shuffled.slice(0, drawn))
    story(`${topic.name}: ${conversation.title}`, async (stage) => {
      const accounts = await openAccounts();
      try {
        const played = await play(await CliStage.open(stage, accounts), topic, conversation);
        expect(comparable(written(conversation, played))).toBe(comparable(conversation.text));
      } finally {
        await accounts.close();
      }
    });
});

/**
 * Without what depends on how long things take: a wait is cut short in a story, the service works in no time, and the engine asks about
 * several resources at once.
 */
const comparable = (text: string): string =>
  text
    .split("\n")
    .filter((line) => !line.startsWith("        … "))
    .join("\n")
    .replace(/T\d\d:\d\d:\d\d(\.\d+)?Z/g, "T<time>Z")
    .replace(/\d+ attempts/g, "<n> attempts")
    .replace(/(?<=calls: ).*/g, (calls) => inOneOrder(calls.split(", ")).join(", "));

const inOneOrder = (calls: readonly string[]): string[] =>
  calls.filter((call, at) => call !== "vps-status" && (!isOftenMade(call) || calls.indexOf(call) === at)).sort();

/** The order is read until it shows what was done, and a call that the service fails is sent again. */
const isOftenMade = (call: string): boolean => call === "get-order" || /→ 5\d\d$/.test(call);
