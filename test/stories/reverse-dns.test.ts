import { counts } from "./harness/servers";
import { story } from "./harness/story";

story("a server's record is cleared before the server is replaced, and set for the next one", async (stage) => {
  const { simulator } = stage;
  const inDataCentre = (dcLocation: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const web = new rimuhosting.Vps("web", { domainName: "web.example.com", dcLocation: "${dcLocation}" });
new rimuhosting.ReverseDns("record", { vps: web, name: "web.example.com" });`;
  const stack = await stage.newStack({ program: inDataCentre("DCDALLAS") });
  (await stack.up()).expectOk();
  stack.project.write(inDataCentre("DCLONDON"));
  const preview = (await stack.preview()).expectOk();
  expect(preview.operations).toMatchObject({ record: "replace" });
  (await stack.up()).expectOk();
  const records = simulator.journal.calls("ptr").map(({ matrix, body }) => [matrix["ip"], body]);
  const [[first] = [], , [next] = []] = records;
  expect(records).toEqual([
    [first, { domain_name: "web.example.com" }],
    [first, { domain_name: "" }],
    [next, { domain_name: "web.example.com" }],
  ]);
  expect(next).not.toBe(first);
  expect(counts(simulator)).toEqual({ bought: 2, cancelled: 1 });
  (await stack.up({ args: ["--expect-no-changes"] })).expectOk();
});

story("a record for an address that the server lacks is not set for its first one", async (stage) => {
  const { simulator } = stage;
  const recorded = `
import * as rimuhosting from "pulumi-rimuhosting";
const web = new rimuhosting.Vps("web", { domainName: "web.example.com" });
new rimuhosting.ReverseDns("record", { vps: web, ip: web.secondaryIps[0], name: "web.example.com" });`;
  const stack = await stage.newStack({ program: recorded });
  const { text } = (await stack.up()).expectFailure();
  expect(text).toContain('ReverseDns "record": ip is an output that has no value');
  expect((await stack.preview()).expectFailure().text).toContain("If that one is meant, leave ip out.");
  expect(simulator.journal.calls("ptr")).toEqual([]);
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
});
