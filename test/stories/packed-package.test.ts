import { installPacked } from "./harness/packed-package";
import { story } from "./harness/story";

story("the packed package orders and cancels a server from an empty project", async (stage) => {
  const stack = await stage.newStack({
    program: `
      import * as rimuhosting from "pulumi-rimuhosting";
      export const ip = new rimuhosting.Vps("web", { domainName: "web.example.com" }).primaryIp;
    `,
  });
  installPacked(stack.project.directory);
  (await stack.up()).expectOk();
  expect(stage.simulator.world.activeOrders()).toHaveLength(1);
  (await stack.destroy()).expectOk();
  expect(stage.simulator.world.activeOrders()).toEqual([]);
});

story.exhaustively("an ES module orders a server with the packed package, however it imports it", async (stage) => {
  const stack = await stage.newStack({ program: "" });
  const { project } = stack;
  installPacked(project.directory);
  project.writeFile("package.json", JSON.stringify({ name: project.name, type: "module", main: "index.js" }));
  project.writeFile(
    "index.js",
    `
      import rimuhosting, { Vps } from "pulumi-rimuhosting";
      import * as all from "pulumi-rimuhosting";
      import { rimuhostingMocks } from "pulumi-rimuhosting/testing";
      export const areSame = Vps === rimuhosting.Vps && Vps === all.Vps && typeof rimuhostingMocks === "function";
      export const ip = new Vps("web", { domainName: "web.example.com" }).primaryIp;
    `,
  );
  (await stack.up()).expectOk();
  const [order] = stage.simulator.world.activeOrders();
  expect(await stack.outputs()).toEqual({ areSame: true, ip: order?.primaryIp });
});
