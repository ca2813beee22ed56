import type { CommandResult } from "./harness/cli/command-result";
import { changingCalls, counts, orderOf } from "./harness/servers";
import type { Simulator } from "./harness/simulator";
import { story } from "./harness/story";

const web = (name: string, options: string, args = "") =>
  `new rimuhosting.Vps("${name}", { domainName: "web.example.com", ${args} }, { ${options} });`;
const program = (...declarations: string[]) =>
  ['import * as rimuhosting from "pulumi-rimuhosting";', ...declarations].join("\n");
const importing = (orderOid: number, more = "") => `import: "${orderOid}", ${more}`;

const expectUntouched = ({ journal }: Simulator) =>
  expect(changingCalls.flatMap((call) => journal.calls(call))).toEqual([]);

const sized = { memoryMb: 2048, diskSpaceMb: 20_480, diskSpace2Mb: 0, diskSpace3Mb: 0 };

/** Every line of the diagnostics that complains. */
const complaints = (result: CommandResult) =>
  result.messages
    .filter(({ severity }) => severity === "error")
    .map(({ text }) => text)
    .join("\n");

story(
  "an import with differences fails in the preview and in the up, lists each of them, and changes nothing",
  async (stage) => {
    const { simulator } = stage;
    const { orderOid, hostServerOid } = simulator.world.placeOrder({
      domainName: "old.example.com",
      distro: "deb12.64",
      sizes: sized,
      metaData: [{ keyName: "role", value: "db" }],
    });
    const args =
      'distro: "ubuntu2404.64", dcLocation: "DCLONDON", memoryMb: 4096, diskSpaceMb: 10240, diskSpace2Mb: 5120, hostServerOid: "42", ' +
      'runningState: "NOTRUNNING", billingOid: 99, metaData: { role: "web" }, ipRequest: { numIps: 2, extraIpReason: "TLS" },';
    const stack = await stage.newStack({ program: program(web("web", importing(orderOid), args)) });
    const listed = [
      'domainName: "old.example.com" on the server, "web.example.com" in the program',
      'distro: "deb12.64" on the server, "ubuntu2404.64" in the program',
      'dcLocation: "DCDALLAS" on the server, "DCLONDON" in the program',
      "memoryMb: 2048 on the server, 4096 in the program",
      "diskSpaceMb: 20480 on the server, 10240 in the program",
      "diskSpace2Mb: 0 on the server, 5120 in the program",
      `hostServerOid: "${hostServerOid}" on the server, "42" in the program`,
      'runningState: "RUNNING" on the server, "NOTRUNNING" in the program',
      "on the server, 99 in the program",
      'metaData: {"role":"db"} on the server, {"role":"web"} in the program',
      'ipRequest: {"numIps":1,"extraIpReason":"TLS"} on the server',
    ];
    const previewed = (await stack.preview()).expectFailure();
    for (const difference of listed) expect(complaints(previewed)).toContain(difference);
    (await stack.up()).expectFailure();
    expect(stack.findInState("web")).toBeUndefined();
    expectUntouched(simulator);
  },
);

story(
  "what cannot be adopted is refused with the reason: no such order, dedicated, cancelled, taken",
  async (stage) => {
    const { simulator } = stage;
    const physicalOid = 88_833_465;
    const cancelled = simulator.world.placeOrder({ domainName: "web.example.com" });
    simulator.world.cancelOutside(cancelled.orderOid);
    const free = simulator.world.placeOrder({ domainName: "web.example.com" });
    const refusals: readonly (readonly [declarations: string[], words: string[]])[] = [
      [[web("web", importing(2_853_299_702))], ["Reading order 2853299702 was refused by the service (404"]],
      [[web("web", 'import: "order-12",')], ['must be the number of an order and nothing else, such as "2853299702"']],
      [[web("web", importing(physicalOid))], [`order ${physicalOid} (web.example.com`, "is not a VPS"]],
      [
        [web("web", importing(cancelled.orderOid))],
        [`order ${cancelled.orderOid} (web.example.com`, "was cancelled at"],
      ],
      [
        [web("one", importing(free.orderOid)), web("two", importing(free.orderOid))],
        [`names order ${free.orderOid}, which another resource of this stack holds or imports`],
      ],
    ];
    const stack = await stage.newStack({ program: program() });
    for (const [declarations, words] of refusals) {
      stack.project.write(program(...declarations));
      const said = complaints((await stack.preview()).expectFailure());
      for (const expected of words) expect(said).toContain(expected);
      expect(said).not.toContain("    at ");
    }
    expectUntouched(simulator);
  },
  {
    simulator: {
      seed: { orders: [{ domainName: "web.example.com", orderOid: 88_833_465, serverType: "PHYSICAL" }] },
    },
  },
);

story("an order that a resource has cannot be imported by another, whichever is declared first", async (stage) => {
  const stack = await stage.newStack({ program: program(web("web", "")) });
  (await stack.up()).expectOk();
  const second = web("app", importing(Number(orderOf(stack))));
  for (const declarations of [
    [web("web", ""), second],
    [second, web("web", "")],
  ]) {
    stack.project.write(program(...declarations));
    for (const run of [await stack.preview(), await stack.up(), await stack.up()])
      expect(complaints(run.expectFailure())).toContain("to delete one would cancel the server of both");
  }
  stack.project.write(program(web("web", "")));
  (await stack.up()).expectOk();
  expect(stack.findInState("app")).toBeUndefined();
  expect(counts(stage.simulator)).toEqual({ bought: 1, cancelled: 0 });
});
