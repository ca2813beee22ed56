import { gzipSync } from "node:zlib";
import { userDataProblem } from "../../provider/server/first-boot";
import { VpsInputs } from "../../provider/server/program";
import { purchaseQuoteRequest, quoteToWire, requestFrom } from "../../provider/server/request";
import { wanting } from "./support/server";

const config = "#cloud-config\npackages: [canary]\n";
const base64 = (text: string): string => Buffer.from(text).toString("base64");
const utf16 = Buffer.from(`\ufeff${config}`, "utf16le");
const lines = (text: string): string => text.replaceAll("\n", "\r\n");

test.each<[string, string, RegExp]>([
  ["blanks", " \n\t", /^is blank/],
  ["a byte order mark", `\ufeff${config}`, /^starts with a byte order mark.*must be "#", as after text\.trim\(\)$/],
  ["a zero-width space", `\u200b${config}`, /^starts with blanks, line breaks or invisible characters/],
  ["UTF-16 read as UTF-8", utf16.toString(), /^holds what is no text/],
  [
    "Latin 1 read as UTF-8",
    Buffer.from("#cloud-config\n# M\xfcnchen\n", "latin1").toString(),
    /^holds what is no text/,
  ],
  ["gzip read as UTF-8", gzipSync(config).toString(), /^holds what is no text, as a file does that is compressed/],
  ["base64", base64(config), /^is in base64.*pass the text itself$/],
  ["base64 in lines", base64(config.repeat(5)).replace(/.{76}/g, "$&\n"), /^is in base64/],
  ["base64 for addresses", Buffer.from("#!/bin/sh\n??>>").toString("base64url"), /^is in base64/],
  ["gzip in base64", gzipSync(config).toString("base64"), /^is in base64/],
  ["base64 of another control character", base64("\x1fcanary"), /^has no header/],
  ["a single value", "#cloud-config\ncanary", /^holds a single value, so the server would ignore it/],
  ["a key named data", "data: [canary, b]", /^has no header/],
  ["next to nothing", "a       b", /^has no header/],
  ["a JSON object", '{"packages": ["canary"]}', /^is JSON without the line "#cloud-config".*as cloudConfig$/],
  ["a comment before the header", `# canary\n${config}`, /^has "#cloud-config" only in line 2/],
  ["dashes before the header", `---\n${config}`, /^has "#cloud-config" only in line 2/],
  ["an indented header below", "# canary\n  #!/bin/canary -e\n", /^has "#!" only in line 2/],
  ["an unknown header", "#cloud-canary\n{}", /^has no header/],
  ["a blank in the header", "# cloud-config\npackages: [canary]", /its first line must be "#cloud-config"$/],
  ["another template", "## template: mako\n#cloud-config\n{}", /^has "#cloud-config" only in line 2/],
  ["an indented script", "\n    #!/bin/bash\n    canary\n  ", /^starts with blanks.*could not run it/],
  ["a line break before a script", "\n#!/bin/sh\ntrue", /not run it.*: its first character must be "#", as after text/],
  ["a blank before a boothook", " #cloud-boothook\n#!/bin/sh\ntrue", /could not run it/],
  ["an indented include", "  #include\n  https://example.com", /^starts with blanks/],
  ["a line break before a template", "\n## template: jinja\n#cloud-config\n{}", /^starts with blanks/],
  ["a line break before a message", "\nContent-Type: multipart/mixed\nMIME-Version: 1.0", /^starts with blanks/],
  ["line breaks in two characters", "#cloud-config\\npackages: [canary]", /^has nothing after its first line/],
  ["lost line breaks", "#cloud-config packages: - canary", /^has nothing after its first line/],
  ["a script of one line", "#!/bin/bash\n", /^has nothing after its first line, so the server would do nothing/],
  ["a list", "#cloud-config\n- canary", /^holds a list, so the server would ignore it/],
  ["a repeated key", "#cloud-config\na: 1\nb: 1\na: canary", /\(line 4: duplicate key\)/],
  ["two documents", "#cloud-config\na: 1\n---\nb: canary", /\(line 3: multiple docs\), so the server may ignore it/],
  ["another tag", "#cloud-config\na: !canary b", /\(line 2: tag resolve failed\)/],
  ["an open bracket", "#cloud-config\na: [canary,\nb]", /^is not valid YAML \(line 3: /],
  ["a tab that indents", "#cloud-config\na:\n\tcanary: b", /^is not valid YAML \(line 3: tab as indent\)/],
])("%s is refused with the reason, which quotes nothing", (_, text, reason) => {
  const problem = userDataProblem(text);
  expect(problem).toMatch(reason);
  expect(problem).not.toContain("canary");
});

test.each([
  config,
  lines(config),
  `\n\n${config}`,
  "  #cloud-config\n  packages: [nginx]\n",
  "#Cloud-Config\n{}",
  "#cloud-config",
  "#cloud-config\n---\na: 1\n...\n",
  "#cloud-config\na: [\n  b\n]\nc: {\n  d: e\n}\n",
  "#cloud-config\na: &x {b: 1}\nc:\n  <<: *x\n  <<: {d: 2}\n",
  "#cloud-config\na: \"x\ty\" # \t\nb: '\t'\nc: |\n  \td\nf: 1\n",
  "#cloud-config-archive\n- type: text/cloud-config\n  content: |\n    packages: [nginx]\n",
  '#cloud-config-jsonp\n[{ "op": "add", "path": "/packages", "value": ["nginx"] }]\n',
  "#!/bin/sh\ntrue",
  lines("#!/bin/bash\ntrue\n"),
  "#! /usr/bin/env python3\nprint(1)\tor 2",
  "#include\nhttps://example.com/init.yaml",
  "#include https://example.com/init.yaml",
  "\n#include-once\nhttps://example.com/init.yaml",
  "#part-handler\ndef list_types(): return []",
  "#upstart-job\nexec true",
  "#cloud-boothook\n#!/bin/sh\ntrue",
  "## template: jinja\n#cloud-config\na: {{ b }}\n",
  "## template: jinja\n#!/bin/sh\ntrue\n",
  'Content-Type: multipart/mixed; boundary="x"\n\n--x--',
  "MIME-Version: 1.0\nContent-Type: text/cloud-config\n\n#cloud-config\n",
  "From nobody Fri Jan 1\nX-Part: 1\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n",
  '{"ignition": {"version": "3.0.0"}}',
])("%j is taken as it is", (text) => {
  expect(userDataProblem(text)).toBeUndefined();
});

test("a cloud-config that is an object is sent as its header and JSON, in whatever order its names come, and in no quote", () => {
  const sorted = { packages: ["nginx"], write_files: [{ content: "canary", path: "/a" }] };
  const other = { write_files: [{ path: "/a", content: "canary" }], packages: ["nginx"] };
  for (const given of [sorted, other]) {
    const program = wanting({ cloudConfig: VpsInputs.shape.cloudConfig.parse(given) ?? {} });
    expect(requestFrom(program).cloudConfigData).toBe(`#cloud-config\n${JSON.stringify(sorted, null, 2)}\n`);
    expect(JSON.stringify(quoteToWire(purchaseQuoteRequest(program)))).not.toContain("canary");
  }
});
