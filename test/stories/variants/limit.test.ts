import { orderOf, quickStory } from "../harness/servers";

const program = (args: string, opts = "") => `
  import * as rimuhosting from "pulumi-rimuhosting";
  new rimuhosting.Vps("web", { domainName: "web.example.com", maxMonthlyCostUsd: 20, ${args} }, { ${opts} });
`;

quickStory("no argument taken out or set anew beside a resize leads past the limit", async (told) => {
  const { simulator } = told;
  const full =
    'memoryMb: 1024, dcLocation: "DCDALLAS", distro: "deb12.64", controlPanel: "webmin", features: "ssd", reinstallTriggers: [1], onImageChange: "replace"';
  const stack = await told.newStack({ program: program(full) });
  (await stack.up()).expectOk();
  for (const args of [
    'memoryMb: 65536, distro: "deb12.64", controlPanel: "webmin", features: "ssd", reinstallTriggers: [1], onImageChange: "replace"',
    'memoryMb: 65536, dcLocation: "DCDALLAS", controlPanel: "webmin", features: "ssd", reinstallTriggers: [1], onImageChange: "replace"',
    "memoryMb: 65536",
    `${full.replace("1024", "65536")}, metaData: {}`,
  ]) {
    stack.project.write(program(args));
    expect((await stack.up()).expectFailure().text).toContain(
      "maxMonthlyCostUsd is 20, but the service's quote is USD",
    );
  }
  expect(simulator.journal.calls("parameters")).toEqual([]);
  expect(simulator.world.activeOrders()).toMatchObject([{ orderOid: orderOf(stack), sizes: { memoryMb: 1024 } }]);
});

quickStory(
  "an order that carries no tags is found for the price of its resize, disks and all",
  async (told) => {
    const { simulator } = told;
    const orderOid = 3_000_000_001;
    const stack = await told.newStack({ program: program("memoryMb: 1024", `import: "${orderOid}"`) });
    (await stack.up()).expectOk();
    simulator.journal.clear();
    stack.project.write(program("memoryMb: 2048"));
    const { text } = (await stack.preview()).expectFailure();
    // Memory alone would cost USD 8.32.
    expect(text).toContain("maxMonthlyCostUsd is 20, but the service's quote is USD 72.02 a month");
    (await stack.up()).expectFailure();
    expect(simulator.journal.calls("parameters")).toEqual([]);
  },
  {
    simulator: {
      seed: {
        orders: [
          {
            orderOid: 3_000_000_001,
            domainName: "web.example.com",
            sizes: { memoryMb: 1024, diskSpaceMb: 512_000, diskSpace2Mb: 0, diskSpace3Mb: 0 },
          },
        ],
      },
    },
  },
);
