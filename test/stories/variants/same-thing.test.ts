import { orderOf } from "../harness/servers";
import { story } from "../harness/story";

const program = (args: string) => `
  import * as rimuhosting from "pulumi-rimuhosting";
  new rimuhosting.Vps("web", { ${args} });
`;

story("another spelling of the same server replaces and changes nothing, now and in later runs", async (told) => {
  const { simulator } = told;
  const stack = await told.newStack({ program: program('domainName: "web.example.com", features: "ssd recentcpu"') });
  (await stack.up()).expectOk();
  const orderOid = orderOf(stack);
  simulator.journal.clear();
  for (const args of [
    'domainName: "Web.Example.COM", features: "ssd recentcpu"',
    'domainName: "web.example.com.", features: "recentcpu  SSD", isSsdHostRequired: false, ipRequest: {}',
  ]) {
    stack.project.write(program(args));
    const { operations } = (await stack.preview()).expectOk();
    expect(["same", "update"]).toContain(operations["web"]);
    (await stack.up()).expectOk();
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
    (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
    (await stack.up({ args: ["--refresh", "--expect-no-changes"] })).expectOk();
  }
  expect(orderOf(stack)).toBe(orderOid);
  expect(simulator.journal.entries.filter(({ method }) => method !== "GET")).toEqual([]);
});
