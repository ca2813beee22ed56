import { counts, declaring, orderOf, quickStory, web } from "./harness/servers";

quickStory.exhaustively(
  "a plan that was saved for a stack's first servers is carried out, and so is one for a change",
  async (told) => {
    const { simulator } = told;
    const experimental = { env: { PULUMI_EXPERIMENTAL: "true" } };
    const stack = await told.newStack({ program: declaring(web(), { name: "app" }) });
    (await stack.preview({ args: ["--save-plan", "plan.json"], ...experimental })).expectOk();
    (await stack.up({ args: ["--plan", "plan.json"], ...experimental })).expectOk();
    expect(counts(simulator)).toEqual({ bought: 2, cancelled: 0 });

    stack.project.write(declaring(web('distro: "deb13.64", memoryMb: 4096'), { name: "app" }));
    (await stack.preview({ args: ["--save-plan", "plan.json"], ...experimental })).expectOk();
    (await stack.up({ args: ["--plan", "plan.json"], ...experimental })).expectOk();
    expect(simulator.world.order(Number(orderOf(stack))).sizes.memoryMb).toBe(4096);
  },
);

const protecting = (distro: string): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
pulumi.runtime.registerStackTransformation(({ props, opts }) => ({ props, opts: { ...opts, protect: true } }));
class Site extends pulumi.ComponentResource {
  constructor(name: string) { super("shop:index:Site", name); }
}
new rimuhosting.Vps("web", { domainName: "web.example.com", distro: "${distro}" });
new rimuhosting.Vps("app", { domainName: "app.example.com", distro: "${distro}" }, { parent: new Site("site") });
`;

quickStory(
  "protect that a stack transformation sets forbids a reinstall, in the preview and in the up, also within a component",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: protecting("deb13.64") });
    (await stack.up()).expectOk();
    stack.project.write(protecting("deb12.64"));
    for (const result of [await stack.preview(), await stack.up()])
      expect(result.expectFailure().text).toContain("the resource is protected");
    for (const { orderOid } of simulator.world.orders())
      expect(simulator.world.order(orderOid).installation.count).toBe(1);
    stack.project.write(protecting("deb12.64").replace("protect: true", "protect: false"));
    (await stack.up()).expectOk();
    expect(simulator.world.order(Number(orderOf(stack))).installation.count).toBe(2);
  },
);
