import { writeFileSync } from "node:fs";
import { ModelStage } from "./model/model-stage";
import { play } from "./runner/play";
import { readTopic, topicNames, written } from "./runner/topic";

/** Set by `npm run transcripts`. */
const isWriting = process.env["WRITE_TRANSCRIPTS"] === "1";

describe.each(topicNames())("%s", (name) => {
  const topic = readTopic(name);
  const texts: string[] = [];
  const compare = (seen: string, text: string): void => {
    texts.push(seen);
    if (!isWriting) expect(seen).toBe(text);
  };

  test("opens as written", async () => {
    const { opened } = await play(new ModelStage(), topic, { steps: [] });
    compare(written(topic.opening, opened), topic.opening.text);
  });

  test.each(topic.conversations)("$title", async (conversation) => {
    const { played } = await play(new ModelStage(), topic, conversation);
    compare(written(conversation, played), conversation.text);
  });

  if (isWriting) afterAll(() => writeFileSync(topic.path, texts.join("\n")));
});
