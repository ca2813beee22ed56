import { createRedactor, registerSecretsOf } from "../../provider/service/redactor";
import { checkVps } from "../../provider/vps/check";
import { diffVps } from "../../provider/vps/diff";
import { VpsInputs } from "../../provider/vps/inputs";
import { purchaseQuoteRequest, quoteToWire, requestFrom } from "../../provider/vps/request";
import { recordedAfter, wanting } from "./support/server";

const config = { write_files: [{ path: "/etc/motd", content: "canary-content" }], packages: ["nginx"] };
const sameConfig = { packages: ["nginx"], write_files: [{ content: "canary-content", path: "/etc/motd" }] };

const text = `#cloud-config
{
  "packages": [
    "nginx"
  ],
  "write_files": [
    {
      "content": "canary-content",
      "path": "/etc/motd"
    }
  ]
}
`;

const read = (cloudConfig: object) => VpsInputs.shape.cloudConfig.parse(cloudConfig) ?? {};

const reasonsFor = (args: object) =>
  checkVps({}, { domainName: "web.example.com", __key: "key-1", ...args }, {}).failures.map(({ reason }) => reason);

test("a cloud-config is sent as its header and JSON, the same in whatever order its names come", () => {
  expect(requestFrom(wanting({ cloudConfig: read(config) })).cloudConfigData).toBe(text);
  expect(requestFrom(wanting({ cloudConfig: read(sameConfig) })).cloudConfigData).toBe(text);
});

test("only a change of its meaning is a change, and one for the next install", () => {
  const recorded = recordedAfter({ cloudConfig: read(config) });
  expect(diffVps(recorded, wanting({ cloudConfig: read(sameConfig) })).hasChanges).toBe(false);
  expect(diffVps(recorded, wanting({ cloudConfig: read({ packages: ["caddy"] }) })).changes).toMatchObject([
    { argument: "cloudConfig", effect: "first-boot" },
  ]);
});

test("it is an object, not empty, and the only cloud-config of its server", () => {
  expect(reasonsFor({ cloudConfig: config })).toEqual([]);
  expect(reasonsFor({ cloudConfig: text })).toEqual([expect.stringContaining("cloudConfig must be an object")]);
  expect(reasonsFor({ cloudConfig: {} })).toEqual(["cloudConfig must not be empty."]);
  expect(reasonsFor({ cloudConfig: config, cloudConfigData: text })).toEqual([
    "cloudConfig cannot be combined with cloudConfigData: both are the server's cloud-config.",
  ]);
});

test("what it says is secret, and no quote is asked with it", () => {
  const redactor = createRedactor();
  registerSecretsOf(redactor, { cloudConfig: config });
  expect(redactor.clean('bad line: "content": "canary-content"')).not.toContain("canary");
  expect(JSON.stringify(quoteToWire(purchaseQuoteRequest(wanting({ cloudConfig: read(config) }))))).not.toContain(
    "canary",
  );
});
