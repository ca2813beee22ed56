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

    test("opens as written", async () => {
      const { opened } = await play(new ModelStage(), topic, { steps: [] });
      compare(written(topic.opening, opened), topic.opening.text);
    });

    test.each(topic.conversations)("$title", async (conversation) => {
      const { played } = await play(new ModelStage(), topic, conversation);
      compare(written(conversation, played), conversation.text);
    });

    // Not if one of them could not be played: nothing that somebody wrote may get lost.
    const write = (): void => {
      if (texts.length === topic.conversations.length + 1) writeFileSync(topic.path, texts.join("\n"));
    };
    if (isWriting) afterAll(write);
  });
}
