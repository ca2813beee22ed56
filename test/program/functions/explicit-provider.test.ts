import { type Simulator, startSimulator } from "../../../simulator/src/index";
import { runProgram } from "../../transcripts/model/sdk-program";

let simulator: Simulator;

beforeAll(async () => {
  simulator = await startSimulator({
    apiKeys: ["12345"],
    seed: { orders: [{ domainName: "web.example.com", orderOid: 101 }] },
  });
});
afterAll(() => simulator.close());

const prelude = `
  import * as pulumi from "@pulumi/pulumi";
  import { getOrders, getOrdersOutput, Provider, ReverseDns } from "pulumi-rimuhosting";
  const tell = (what) => pulumi.log.info(what.message ?? "orders: " + what.orders.length);
  const site = (opts) => new pulumi.ComponentResource("shop:index:Site", "site", {}, opts);
  const eu = new Provider("eu", { apiKey: "12345" });
`;

/** What a program tells, in a stack whose own key is wrong. */
async function told(program: string, isPreview: boolean): Promise<string[]> {
  const texts: string[] = [];
  await runProgram(`${prelude}export const answers = [${program}];`, {
    project: "shop",
    stack: "dev",
    isPreview,
    config: { "rimuhosting:apiKey": "wrong", "rimuhosting:baseUrl": simulator.url },
    secretKeys: ["rimuhosting:apiKey"],
    register: async ({ inputs }) => ({ id: isPreview ? undefined : "101/a", outputs: inputs }),
    log: (_urn, severity, text) => void (severity === "info" && texts.push(text)),
    savedOutputs: () => ({}),
  });
  return texts;
}

const orders = "orders: 1";
const record = 'new ReverseDns("ptr", { orderOid: 101, name: "web.example.com" }, { provider: eu })';
const later = 'new Provider("later", { apiKey: pulumi.output(pulumi.unknown) })';
const output = (opts: string) => `getOrdersOutput({}, { provider: eu, ${opts} }).apply(tell)`;
const promise = (opts: string) => `getOrders({}, { ${opts} }).then(tell, tell)`;

test.each<[string, string, boolean, string[]]>([
  ["goes by the provider's settings", `${promise("provider: eu")}, ${output("")}`, true, [orders, orders]],
  ["goes by those that a component passes on", promise("parent: site({ providers: [eu] })"), true, [orders]],
  ["goes by the stack's, if a component has none", promise("parent: site({})"), true, ["403"]],
  ["fails with a provider that is not ours", promise("provider: site({})"), true, ["must be a rimuhosting.Provider"]],
  ["fails with a misspelt option", promise("providr: eu"), true, ['Did you mean "provider"?']],
  ["fails with what only its other form can do", promise("dependsOn: [eu]"), true, ["only getOrdersOutput can wait"]],
  ["fails with settings that a preview does not know", promise(`provider: ${later}`), true, ["Use getOrdersOutput."]],
  [
    "fails with an argument that comes later",
    'getOrders({ domainName: pulumi.output("web.example.com") }).then(tell, tell)',
    true,
    ["getOrders: domainName is an output: use getOrdersOutput."],
  ],
  ["waits for those as an output", `getOrdersOutput({}, { provider: ${later} }).apply(tell)`, true, []],
  ["waits for a resource that it depends on", output(`dependsOn: ${record}`), true, []],
  ["is asked once that is there", output(`dependsOn: [${record}]`), false, [orders]],
  ["is asked once a component is declared", output("dependsOn: site({})"), true, [orders]],
])("a question %s", async (_, program, isPreview, words) => {
  expect(await told(program, isPreview)).toEqual(words.map((part) => expect.stringContaining(part)));
});
