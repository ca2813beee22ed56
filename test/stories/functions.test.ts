import { startSimulator } from "rimuhosting-simulator";
import { story } from "./harness/story";

const program = (body: string) => `
  import * as pulumi from "@pulumi/pulumi";
  import * as rimuhosting from "pulumi-rimuhosting";
  ${body}
`;

story("functions tell a program what is there", async (stage) => {
  stage.simulator.world.placeOrder({ domainName: "old.example.com" });
  const stack = await stage.newStack({
    program: program(`
      const http = Object.keys(require.cache).filter((file) => /dist.got\\.js$/.test(file));
      const loaded = [...http, ...Object.keys(globalThis).filter((name) => name.includes("zod"))];
      module.exports = (async () => {
        const [first, methods, again, plans] = await Promise.all([
          rimuhosting.getDistributions(),
          rimuhosting.getBillingMethods(),
          rimuhosting.getDistributions({}),
          rimuhosting.getPricingPlans({ dcLocation: "DCSYDNEY" }),
        ]);
        const web = new rimuhosting.Vps("web", {
          domainName: "web.example.com",
          distro: first.distributions.find((one) => one.isRecommended).distroCode,
        });
        const status = rimuhosting.getVpsStatusOutput({ orderOid: web.orderOid });
        return {
          count: [methods.billingMethods.length, again.distributions.length === first.distributions.length],
          plan: plans.pricingPlans[0].pricingPlanCode,
          old: (await rimuhosting.getOrders({ search: "old.example.com" })).orders[0].orderOid,
          oldAsOutput: rimuhosting.getOrdersOutput({ search: pulumi.output("old.example.com") }).orders[0].orderOid,
          state: status.runningVpsInfo.runningState,
          host: status.hostServerInfo,
          seen: rimuhosting.getOrdersOutput({ search: "web.example.com" }, { dependsOn: [web] }).orders[0].orderOid,
          // The orders were asked for before the purchase as well.
          before: (await rimuhosting.getOrders()).orders.length,
          bought: rimuhosting.getOrderOutput({ orderOid: web.orderOid }).domainName,
          after: web.urn.apply(async () => (await rimuhosting.getOrders()).orders.length),
          web: web.orderOid,
          loaded,
        };
      })();
    `),
  });

  const preview = (await stack.preview()).expectOk();
  expect(preview.text).toMatch(/state *: (output<string>|\[unknown\])/);
  expect(stage.simulator.journal.calls("vps-status")).toEqual([]);
  // Twice for the program, once for the check of the server.
  expect(stage.simulator.journal.calls("distributions")).toHaveLength(3);

  stage.simulator.journal.clear();
  const host = { host_num_cores: 64, host_disk_gb_free: 1400, console: { root_password: "canary-word", port: 5900 } };
  stage.simulator.faults.add({ call: "vps-status", how: { patch: { host_server_info: host } }, moment: "after-work" });
  (await stack.up()).expectOk();
  const outputs = await stack.outputs();
  expect(outputs).toMatchObject({ plan: "LaunchtimeVPSSyd", state: "RUNNING" });
  // What no property is made for is passed on, unless its name suggests a secret.
  expect(outputs["host"]).toEqual({ hostNumCores: 64, raw: { host_disk_gb_free: 1400, console: { port: 5900 } } });
  expect(stack.everythingWritten()).not.toContain("canary-word");
  // Schemas and client wait for the first question.
  expect(outputs["loaded"]).toEqual([]);
  expect(outputs["oldAsOutput"]).toBe(outputs["old"]);
  expect(outputs["seen"]).toBe(outputs["web"]);
  expect(outputs).toMatchObject({ before: 1, bought: "web.example.com", after: 2 });
  expect(stage.simulator.journal.calls("distributions")).toHaveLength(3);
});

story("a program's failed question is one clear error without a stack", async (stage) => {
  const stack = await stage.newStack({ program: program(`export const x = rimuhosting.getBillingMethods();`) });
  const { text } = (await stack.preview({ env: { RIMUHOSTING_APIKEY: "99999-wrong" } })).expectFailure();
  expect(text).toMatch(/error: .*getBillingMethods: .*403/);
  expect(text).not.toMatch(/\n\s+at |node_modules|unhandled|99999-wrong/i);
});

story("functions ask with the settings of an explicit provider, else with those of the stack", async (stage) => {
  const other = await startSimulator({
    apiKeys: ["777"],
    seed: { orders: [{ orderOid: 2_000, domainName: "eu.example.com" }] },
  });
  try {
    const stack = await stage.newStack({
      config: { "other:url": other.url },
      program: program(`
        const config = new pulumi.Config("other");
        const eu = new rimuhosting.Provider("eu", { apiKey: config.requireSecret("key"), baseUrl: config.require("url") });
        module.exports = (async () => ({
          here: (await rimuhosting.getOrders()).orders.length,
          there: (await rimuhosting.getOrders({}, { provider: eu })).orders.map((order) => order.domainName),
          thereAsOutput: rimuhosting.getOrderOutput({ orderOid: 2000 }, { provider: eu }).domainName,
        }))();
      `),
    });
    await stack.setConfig("other:key", "777", { isSecret: true });
    (await stack.up()).expectOk();
    expect(await stack.outputs()).toEqual({ here: 0, there: ["eu.example.com"], thereAsOutput: "eu.example.com" });
    expect(stack.everythingWritten()).not.toMatch(/"777"/);
  } finally {
    await other.close();
  }
});
