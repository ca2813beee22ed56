import { story } from "./harness/story";

const program = (args: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
export const ip = new rimuhosting.Vps("web", ${args}).primaryIp;
`;

story("a preview names every value that the service does not offer, and what was most likely meant", async (stage) => {
  const stack = await stage.newStack({
    program: program(
      `{ domainName: "web.example.com", distro: "deb13", dcLocation: "DCLODNON", pricingPlanCode: "LaunchtimeVPSLun", billingOid: 7 }`,
    ),
  });
  const { text } = (await stack.preview()).expectFailure();
  expect(text).toContain('distro "deb13" is not among the distributions');
  expect(text).toContain('Did you mean "deb13.64"? Available: coreos.64, deb12.64, deb13.64,');
  expect(text).toContain('dcLocation "DCLODNON" is not among the data centres');
  expect(text).toContain('Did you mean "DCLONDON"?');
  expect(text).toContain('pricingPlanCode "LaunchtimeVPSLun" is not among the pricing plans');
  expect(text).toContain('Did you mean "LaunchtimeVPSLon"?');
  expect(text).toContain('billingOid "7" is not among the billing methods');
  expect(text).not.toMatch(/^\s+at /m);
  expect(stage.simulator.world.orders()).toEqual([]);
});

story.exhaustively(
  "a preview without the service warns, says what it could not check, and goes on unless there is a limit",
  async (stage) => {
    const args = (limit: string) => program(`{ domainName: "web.example.com", distro: "deb13.64" ${limit} }`);
    const stack = await stage.newStack({ program: args("") });
    const env = { RIMUHOSTING_BASEURL: "http://127.0.0.1:9" };
    const { text, operations } = (await stack.preview({ env })).expectOk();
    expect(operations).toMatchObject({ web: "create" });
    expect(text).toContain("Listing the orders failed: 127.0.0.1:9 could not be reached");
    expect(text).toMatch(/\(ECONNREFUSED, \d attempts\)\. Trying again/);
    expect(text).toContain(
      "warning: The list of distributions could not be read, so distro is not checked: The service could not be reached.",
    );
    expect(text).toContain("warning: The price could not be determined: The service could not be reached.");
    expect(text).toMatch(/^ {4}web: price not known/m);
    stack.project.write(args(", maxMonthlyCostUsd: 50"));
    expect((await stack.preview({ env })).expectFailure().text).toContain(
      "maxMonthlyCostUsd is 50, but cannot be enforced, because the price is not known: The service could not be reached",
    );
  },
);

story(
  "a fleet asks for the catalogue and for equal prices once, and for nothing when nothing changed, with --target or without",
  async (stage) => {
    const stack = await stage.newStack({
      program: `
import * as rimuhosting from "pulumi-rimuhosting";
for (let i = 0; i < 8; i++) new rimuhosting.Vps("web" + i, { domainName: "web" + i + ".example.com", distro: "deb13.64" });
`,
    });
    const { journal } = stage.simulator;
    (await stack.preview()).expectOk();
    expect(journal.calls("distributions")).toHaveLength(1);
    expect(journal.calls("new-vm-pricing")).toHaveLength(1);
    // One list for all: whether others have their domain names, and what the account's orders cost.
    expect(journal.calls("list-orders")).toHaveLength(1);
    expect(journal.entries).toHaveLength(3);
    (await stack.up()).expectOk();
    expect(stage.simulator.world.activeOrders()).toHaveLength(8);
    expect(journal.calls("distributions")).toHaveLength(2);
    const before = journal.entries.length;
    for (const args of [[], ["--target", "**::web3"]]) {
      (await stack.preview({ args })).expectOk();
      (await stack.up({ args })).expectOk();
    }
    expect(journal.entries.slice(before).map(({ call }) => call)).toEqual([]);
  },
);
