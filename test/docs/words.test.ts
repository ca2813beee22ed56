import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const repository = join(__dirname, "../..");

/** Each word that names had for something, and what it is called now. The list of our words is in docs/development.md. */
const retired: Readonly<Record<string, string>> = {
  claim: "idempotency key",
  declared: "desired",
  doubt: "verdict",
  dearer: "more expensive",
  earlier: "a noun, such as replacedOrderOids",
  elsewhere: "outside",
  evidence: "verdict",
  known: "resolved",
  leftover: "stray",
  ledger: "idempotency key, or charges",
  narrator: "reporter",
  orphan: "stray",
  own: "a noun, such as providerTags",
  situation: "verdict, or what goes into it",
  surplus: "stray",
  ticket: "idempotency key",
  turn: "slot, step or tick",
};

/** Pulumi's own name for a property of an output. */
const allowed = ["isKnown"];

const files = ["provider", "test", "simulator/src", "simulator/test"].flatMap((folder) =>
  readdirSync(join(repository, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name)),
);

const wordsIn = (name: string): string[] => name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase());

const exportedIn = (file: string): string[] =>
  Array.from(
    readFileSync(join(repository, file), "utf8").matchAll(
      /^export (?:(?:declare|abstract|async) )*(?:class|const|function|interface|type) (\w+)/gm,
    ),
    ([, name = ""]) => name,
  );

test("no exported name has a word that was retired", () => {
  const names = files.flatMap(exportedIn).filter((name) => !allowed.includes(name));
  expect(names.length).toBeGreaterThan(500);
  const found = names.flatMap((name) =>
    wordsIn(name).flatMap((word) => (Object.hasOwn(retired, word) ? [`${name}: ${word} is now ${retired[word]}`] : [])),
  );
  expect(found).toEqual([]);
});
