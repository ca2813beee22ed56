import { counts } from "./harness/servers";
import { story } from "./harness/story";

const declaring = (args: string, options = ""): string => `
import * as pulumi from "@pulumi/pulumi";
import * as rimuhosting from "pulumi-rimuhosting";
const web = new rimuhosting.Vps("web", { domainName: "web.example.com"${args} }, { ${options} });
export const password = pulumi.unsecret(web.password);
`;

story("the password output is never one that the server was not installed with", async (stage) => {
  const { simulator } = stage;
  const { orderOid } = simulator.world.placeOrder({ domainName: "web.example.com" });
  const stack = await stage.newStack({ program: declaring("", `import: "${orderOid}"`) });
  (await stack.up()).expectOk();
  expect(await stack.outputs()).toEqual({});
  stack.project.write(declaring(', password: "for-the-Next-1"'));
  for (const args of [[], ["--refresh"]]) {
    (await stack.up({ args })).expectOk();
    expect(Object.values(await stack.outputs()).filter(Boolean)).toEqual([]);
  }
  (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
  stack.project.write(declaring(', password: "for-the-Next-1", reinstallTriggers: [1]'));
  (await stack.up()).expectOk();
  stack.project.write(declaring(', password: "for-the-Next-1", reinstallTriggers: [2]'));
  (await stack.up()).expectOk();
  expect(await stack.outputs()).toEqual({ password: "for-the-Next-1" });
  expect(counts(simulator)).toEqual({ bought: 1, cancelled: 0 });
});
