import * as pulumi from "@pulumi/pulumi";
import { plainArguments } from "../../provider/program/given";

const { asset } = pulumi;
class Canary {
  readonly text = "canary";
}

const readFile = 'pass what is in the file, as with readFileSync(path, "utf8")';

const opaque: [string, unknown, string][] = [
  ["a file", new asset.FileAsset("canary"), readFile],
  ["a text asset", new asset.StringAsset("canary"), readFile],
  ["an archive", new asset.FileArchive("canary"), readFile],
  ["a Buffer", Buffer.from("canary"), 'or buffer.toString("base64")'],
  ["a function", () => "canary", "is a function, which Pulumi leaves out: pass a plain value"],
  ["a class", Canary, "is a function, which Pulumi leaves out"],
  ["an instance", new Canary(), "is of the class Canary, which Pulumi empties or passes on in another form"],
  ["a URL", new URL("https://canary"), "URL, which Pulumi empties or passes on in another form: pass plain"],
  ["a number object", new Number(1), "is of the class Number"],
  [
    "a Date",
    new Date(0),
    "is of the class Date, which Pulumi empties or passes on in another form: pass date.toISOString()",
  ],
  ["a Map", new Map([["canary", 1]]), "another form: pass Object.fromEntries(map)"],
  ["a Set", new Set(["canary"]), "another form: pass [...set]"],
  ["a bigint", 7n, "is a bigint, which Pulumi leaves out"],
];

test.each(opaque)("%s is refused wherever it is, with what to write instead", (_, value, words) => {
  for (const [args, path] of [
    [{ memoryMb: value }, "memoryMb"],
    [{ runcmd: ["a", { b: [value] }] }, "runcmd[1].b[0]"],
  ] as const) {
    expect(() => plainArguments('Vps "web"', args)).toThrow(pulumi.RunError);
    expect(() => plainArguments('Vps "web"', args)).toThrow(words);
    expect(() => plainArguments('Vps "web"', args)).toThrow(`Vps "web": ${path}`);
  }
});

/** The value of an output; the SDK keeps this out of its types. */
const promiseOf = (of: unknown): Promise<unknown> => (of as { promise(): Promise<unknown> }).promise();

test("an entry of a list that is undefined comes from a missing setting", () => {
  expect(() => plainArguments("web", { runcmd: [[undefined, "a"]] })).toThrow("web: runcmd[0][0] is undefined: is the");
});

test("so it is once a promise is known to hold it", async () => {
  const text = Promise.resolve({ a: Buffer.from("canary") });
  await expect(plainArguments("web", { text }).text).rejects.toThrow("web: text.a is of the class Buffer");
});

test("every other value stays as it is, a secret one secret", async () => {
  const args = {
    text: "a",
    list: [1, null, { a: true, b: [[]] }],
    env: process.env,
    bare: Object.assign(Object.create(null), { a: 1 }),
  };
  expect(plainArguments("web", args)).toEqual({ ...args, env: { ...process.env } });
  const { secret, promised } = plainArguments("web", {
    secret: pulumi.secret({ a: 1 }),
    promised: Promise.resolve([1]),
  });
  expect(await pulumi.isSecret(secret)).toBe(true);
  expect(await promiseOf(secret)).toEqual({ a: 1 });
  expect(await promised).toEqual([1]);
});
