import { story } from "./harness/story";

const program = (args: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
export const ip = new rimuhosting.Vps("web", ${args}).primaryIp;
`;

story("a preview names every value that the service does not offer, and what was most likely meant", async (told) => {
  const stack = await told.newStack({
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
  expect(text).toContain("billingOid has a value that is not among the billing methods");
  expect(text).not.toMatch(/^\s+at /m);
  expect(told.simulator.world.orders()).toEqual([]);
});

story.exhaustively("a secret in the wrong argument is not shown, whichever argument it is", async (told) => {
  const secret = "c0rrect&H0rse";
  const stack = await told.newStack({ program: program("{ domainName: 'web.example.com' }") });
  (await stack.up()).expectOk();
  const { orderOid = 0 } = told.simulator.world.orders()[0] ?? {};
  for (const argument of [
    "distro",
    "dcLocation",
    "pricingPlanCode",
    "billingOid",
    "vpsType",
    "features",
    "controlPanel",
  ])
    for (const args of [`domainName: "other.example.com", ${argument}: "${secret}"`, `${argument}: "${secret}"`])
      for (const options of ["", `, { import: "${orderOid}" }`]) {
        const declared = args.includes("domainName") ? args : `domainName: "web.example.com", ${args}`;
        stack.project.write(program(`{ ${declared} }${options}`));
        const { text } = await stack.preview();
        expect({ argument, args, options, shown: text.includes(secret) }).toMatchObject({ shown: false });
      }
});

story.exhaustively(
  "an image that is no longer listed neither breaks nor replaces the server that runs it",
  async (told) => {
    const stack = await told.newStack({ program: program(`{ domainName: "web.example.com", distro: "deb12.64" }`) });
    (await stack.up()).expectOk();
    for (const distro of told.simulator.world.catalogue.distros)
      if (distro.code === "deb12.64") distro.isListed = false;

    expect((await stack.preview()).expectOk().operations).toMatchObject({ web: "same" });

    // The image is the one that runs there already, and only given again.
    stack.project.write(program(`{ domainName: "web.example.com", distro: "deb12.64", memoryMb: 2048 }`));
    expect((await stack.preview()).expectOk().text).toContain("USD 5.82 → USD 8.32/month (USD 2.50 more)");
    expect((await stack.up()).expectOk().operations).toMatchObject({ web: "update" });

    // Bought anew it could not be: nothing is cancelled before that is known.
    stack.project.write(program(`{ domainName: "app.example.com", distro: "deb12.64", memoryMb: 2048 }`));
    const replaced = (await stack.up()).expectFailure();
    expect(replaced.text).toContain('distro "deb12.64" is not among the distributions that the service offers now');
    expect(told.simulator.world.activeOrders()).toMatchObject([{ domainName: "web.example.com" }]);
    expect(told.simulator.world.orders()).toHaveLength(1);
  },
);

story.exhaustively(
  "an unlisted image that is given for the first time is left to the diff: the server may have it",
  async (told) => {
    const stack = await told.newStack({ program: program(`{ domainName: "web.example.com" }`) });
    (await stack.up()).expectOk();
    for (const distro of told.simulator.world.catalogue.distros)
      if (distro.code === "deb13.64") distro.isListed = false;
    stack.project.write(program(`{ domainName: "web.example.com", distro: "deb13.64" }`));
    const same = (await stack.preview()).expectOk();
    expect(same.text).not.toContain("is not among");
    stack.project.write(program(`{ domainName: "web.example.com", distro: "deb1.64" }`));
    const other = (await stack.preview()).expectFailure();
    expect(other.text).toMatch(/order \d+ .* was not changed: distro "deb1\.64" is not among the distributions/);
    expect(other.text).not.toContain("..");
  },
);

story(
  "a preview without the service warns, says what it could not check, and goes on unless there is a limit",
  async (told) => {
    const args = (limit: string) => program(`{ domainName: "web.example.com", distro: "deb13.64" ${limit} }`);
    const stack = await told.newStack({ program: args("") });
    const env = { RIMUHOSTING_BASEURL: "http://127.0.0.1:9" };
    const { text, operations } = (await stack.preview({ env })).expectOk();
    expect(operations).toMatchObject({ web: "create" });
    expect(text).toContain("Listing the orders could not reach 127.0.0.1:9");
    expect(text).toMatch(/ in \d attempts \(ECONNREFUSED\)\. Trying again/);
    expect(text).toContain(
      "warning: The list of distributions could not be read, so distro is not checked: Listing the distributions could not reach 127.0.0.1:9",
    );
    expect(text).toContain("warning: The price could not be determined: Asking for the price");
    expect(text).toMatch(/^ {4}web: price not known/m);
    stack.project.write(args(", maxMonthlyCostUsd: 50"));
    expect((await stack.preview({ env })).expectFailure().text).toContain(
      "maxMonthlyCostUsd is 50, but cannot be enforced, because the price is not known: Asking for the price",
    );
  },
);

story(
  "a fleet asks for the catalogue and for equal prices once, and for nothing when nothing changed, with --target or without",
  async (told) => {
    const stack = await told.newStack({
      program: `
import * as rimuhosting from "pulumi-rimuhosting";
for (let i = 0; i < 8; i++) new rimuhosting.Vps("web" + i, { domainName: "web" + i + ".example.com", distro: "deb13.64" });
`,
    });
    const { journal } = told.simulator;
    (await stack.preview()).expectOk();
    expect(journal.calls("distributions")).toHaveLength(1);
    expect(journal.calls("new-vm-pricing")).toHaveLength(1);
    // One list for all: whether others have their domain names, and what the account's orders cost.
    expect(journal.calls("list-orders")).toHaveLength(1);
    expect(journal.entries).toHaveLength(3);
    (await stack.up()).expectOk();
    expect(told.simulator.world.activeOrders()).toHaveLength(8);
    expect(journal.calls("distributions")).toHaveLength(2);
    const before = journal.entries.length;
    for (const args of [[], ["--target", "**::web3"]]) {
      (await stack.preview({ args })).expectOk();
      (await stack.up({ args })).expectOk();
    }
    expect(journal.entries.slice(before).map(({ call }) => call)).toEqual([]);
  },
);

story.exhaustively("a missing key fails the preview only where something is to be done", async (told) => {
  const stack = await told.newStack({ program: program(`{ domainName: "web.example.com", distro: "deb13.64" }`) });
  const withoutKey = { env: { RIMUHOSTING_APIKEY: "" } };
  const first = (await stack.preview(withoutKey)).expectFailure();
  expect(first.text).toContain("RimuHosting needs an API key for this, and none is set.");
  expect(first.text).not.toMatch(/^\s+at /m);
  (await stack.up()).expectOk();
  expect((await stack.preview(withoutKey)).expectOk().operations).toMatchObject({ web: "same" });
  stack.project.write(program(`{ domainName: "web.example.com", distro: "deb12.64" }`));
  expect((await stack.preview(withoutKey)).expectFailure().text).toContain("RimuHosting needs an API key");
});
