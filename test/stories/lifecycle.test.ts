import { story } from "./harness/story";

const program = (args: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const web = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} });
export const ip = web.primaryIp;
export const orderOid = web.orderOid;
export const password = web.password;
`;

story("a server is ordered once, left alone and cancelled", async (stage) => {
  const { journal, world } = stage.simulator;
  const stack = await stage.newStack({ program: program('distro: "deb13.64", memoryMb: 2048') });
  const created = (await stack.up()).expectOk();
  expect(created.operations).toMatchObject({ web: "create" });
  const [order] = world.activeOrders();
  expect(world.orders()).toHaveLength(1);
  expect(order).toMatchObject({ domainName: "web.example.com", distro: "deb13.64", sizes: { memoryMb: 2048 } });
  expect(stack.findInState("web")).toMatchObject({
    id: String(order?.orderOid),
    outputs: {
      orderOid: order?.orderOid,
      primaryIp: order?.primaryIp,
      memoryMb: 2048,
      serverType: "VPS",
      deployedState: "DEPLOYED",
      observedRunningState: "RUNNING",
      pricingPlan: order?.planCode,
      monthlyRecurringFee: order?.monthlyAmount.amtUsd,
    },
  });
  expect(await stack.outputs({ showSecrets: true })).toEqual({
    ip: order?.primaryIp,
    orderOid: order?.orderOid,
    password: world.rootPassword(order?.orderOid ?? 0),
  });

  const seen = journal.entries.length;
  // Nothing is asked, neither by the preview nor by the up.
  expect((await stack.up({ preview: true })).expectOk().operations).toEqual({ web: "same", "web key": "same" });
  expect(journal.entries.slice(seen)).toEqual([]);

  expect((await stack.destroy()).expectOk().operations).toMatchObject({ web: "delete" });
  expect(journal.calls("delete-vps")).toHaveLength(1);
  expect(world.activeOrders()).toEqual([]);
  expect(stack.state()).toEqual([]);
});
