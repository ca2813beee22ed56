import * as pulumi from "@pulumi/pulumi";
import { unknownValueSentinel } from "../../../provider/engine/reserved";
import { checkReverseDns } from "../../../provider/plan/reverse-dns";
import { check } from "../support/check";

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
  ["cloudConfig.runcmd.0.1", { cloudConfig: { runcmd: [["echo", inText]] } }],
  ["domainName", { domainName: `${inText}.example.com` }],
  ["password", { password: inText }],
  ["sshAuthorizedKeys.0", { sshAuthorizedKeys: [inText] }],
  ["fileInjectionData.0.dataAsString", { fileInjectionData: [{ path: "/a", dataAsString: `x ${inText}` }] }],
  [
    "fileInjectionData.0.dataAsBase64",
    { fileInjectionData: [{ path: "/a", dataAsBase64: Buffer.from(`x ${inText}`).toString("base64") }] },
  ],
  ["fileInjectionData.0.path", { fileInjectionData: [{ path: `/${inText}`, dataAsString: "x" }] }],
  ["metaData.role", { metaData: { role: inText } }],
  ["metaData", { metaData: { [inText]: "web" } }],
  ["reinstallTriggers.0.version", { reinstallTriggers: [{ version: inText }] }],
  ["memoryMb", { memoryMb: inText }],
])("an output inside the text of %s is refused once, with the way to write it", (path, news) => {
  expect(reasons(news)).toEqual([
    `${path} contains an output that was put into a string, which gives a text of Pulumi's in place of its value: write pulumi.interpolate\`…\`, output.apply(…), or pulumi.jsonStringify(…) for JSON`,
  ]);
});

test("it is found beside a value that is not known yet, and no value is shown", () => {
  const news = { metaData: { host: unknownValueSentinel, role: `canary-${inText}` } };
  expect(reasons(news)).toEqual([expect.stringMatching(/^metaData\.role contains an output/)]);
  expect(reasons(news).join()).not.toContain("canary");
});

test("every other complaint is made beside it", () => {
  expect(reasons({ cloudConfigData: inText, memoryMb: -1 })).toEqual([
    expect.stringMatching(/^cloudConfigData contains an output/),
    "memoryMb must be at least 1, but is -1",
  ]);
});

test("a record's name is looked at too", () => {
  expect(checkReverseDns({ orderOid: 5, name: `${inText}.example.com` }).map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^name contains an output .*pulumi\.interpolate/),
  ]);
});
