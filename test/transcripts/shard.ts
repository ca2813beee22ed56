import { writeFileSync } from "node:fs";
import { ModelStage } from "./model/model-stage";
import { play } from "./runner/play";
import { readTopic, topicNames, written } from "./runner/topic";

/** Set by `npm run transcripts`. */
const isWriting = process.env["WRITE_TRANSCRIPTS"] === "1";

/** Every second topic: two test files run side by side. */
export function compareTopics(remainder: 0 | 1): void {
  const names = topicNames().filter((_name, index) => index % 2 === remainder);
  describe.each(names)("%s", (name) => {
    const topic = readTopic(name);
    const texts: string[] = [];
    const compare = (seen: string, text: string): void => {
      if (isWriting) texts.push(seen);
      else expect(seen).toBe(text);
    };

    test.each(topic.conversations)("$title", async (conversation) => {
      compare(written(conversation, await play(new ModelStage(), topic, conversation)), conversation.text);
    });

    // Not if one of them could not be played: nothing that somebody wrote may get lost.
    const write = (): void => {
      if (texts.length === topic.conversations.length)
        writeFileSync(topic.path, [topic.opening.text, ...texts].join("\n"));
    };
    if (isWriting) afterAll(write);
  });
}
