import * as pulumi from "@pulumi/pulumi";
import { checkReverseDns } from "../../provider/reverse-dns/record";
import { check } from "./support/check";

const domainName = "web.example.com";

const output = pulumi.output("canary");

/** What the SDK makes of an output in a template string, and of one in `JSON.stringify`. */
const inText = `${output}`;
const inJson = JSON.stringify({ value: output });

const reasons = (news: Record<string, unknown>): string[] =>
  check({ domainName, ...news }).failures.map(({ reason }) => reason);

test.each<[string, Record<string, unknown>]>([
  ["cloudConfigData", { cloudConfigData: `#cloud-config\nhostname: ${inText}` }],
  ["cloudConfigData", { cloudConfigData: `#cloud-config\n${inJson}` }],
  ["cloudConfig.runcmd[0][1]", { cloudConfig: { runcmd: [["echo", inText]] } }],
  ["domainName", { domainName: `${inText}.example.com` }],
  ["password", { password: inText }],
  ["sshAuthorizedKeys[0]", { sshAuthorizedKeys: [inText] }],
  ["fileInjectionData[0].dataAsString", { fileInjectionData: [{ path: "/a", dataAsString: `x ${inText}` }] }],
  ["fileInjectionData[0].path", { fileInjectionData: [{ path: `/${inText}`, dataAsString: "x" }] }],
  ["metaData.role", { metaData: { role: inText } }],
  ["metaData", { metaData: { [inText]: "web" } }],
  ["reinstallTriggers[0].version", { reinstallTriggers: [{ version: inText }] }],
  ["memoryMb", { memoryMb: inText }],
])("an output inside the text of %s is refused once, with the way to write it", (path, news) => {
  expect(reasons(news)).toEqual([
    `${path} contains an output that was put into a string, which gives a warning from Pulumi instead of its value: write pulumi.interpolate\`…\`, output.apply(…), or pulumi.jsonStringify(…) for JSON.`,
  ]);
});

const promise = `${Promise.resolve("canary")}`;
const object = `${{ ip: "canary" }}`;

test.each<[string, Record<string, unknown>]>([
  ["domainName", { domainName: `${promise}.example.com` }],
  ["cloudConfigData", { cloudConfigData: `#cloud-config\nhostname: ${promise}` }],
  ["cloudConfig.runcmd[0]", { cloudConfig: { runcmd: [`echo ${promise}`] } }],
  ["fileInjectionData[0].dataAsString", { fileInjectionData: [{ path: "/a", dataAsString: promise }] }],
  ["password", { password: promise }],
  ["metaData.role", { metaData: { role: promise } }],
  ["memoryMb", { memoryMb: promise }],
])("so are a promise and an object in the text of %s", (path, news) => {
  expect(reasons(news)).toEqual([
    `${path} contains a promise that was put into a string, which gives "[object Promise]" in place of its value: wait for it with await, or write pulumi.interpolate\`…\`.`,
  ]);
  const other: Record<string, unknown> = JSON.parse(JSON.stringify(news).replaceAll(promise, object));
  expect(reasons(other)).toEqual([
    `${path} contains an object that was put into a string, which gives "[object Object]" in place of its parts: name the part that is meant, or write JSON.stringify(…).`,
  ]);
});

test("a file whose text is such a word by right is given in base64", () => {
  const script = 'if (String(value) === "[object Object]") fail();';
  expect(
    reasons({ fileInjectionData: [{ path: "/a.js", dataAsBase64: Buffer.from(script).toString("base64") }] }),
  ).toEqual([]);
});

test.each<[string, Record<string, unknown>]>([
  ["cloudConfigData", { cloudConfigData: { "4dabf18193072939515e22adb298388d": "c44067f5952c0a294b673a41bacd8c17" } }],
  ["cloudConfig.write_files[0]", { cloudConfig: { write_files: [{ __pulumiArchive: true, path: "canary" }] } }],
])("an asset that a transformation has put into %s is refused", (path, news) => {
  expect(reasons(news)).toEqual([
    `${path} is an asset or archive of Pulumi's, and nothing reads its file: pass what is in the file, as with readFileSync(path, "utf8").`,
  ]);
});

test("every other complaint is made beside it", () => {
  expect(reasons({ cloudConfigData: inText, memoryMb: -1 })).toEqual([
    expect.stringMatching(/^cloudConfigData contains an output/),
    "memoryMb must be at least 1, but is -1.",
  ]);
});

test("a record's name is looked at too", () => {
  expect(checkReverseDns({ orderOid: 5, name: `${inText}.example.com` }).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^name contains an output .*pulumi\.interpolate/),
  ]);
});
