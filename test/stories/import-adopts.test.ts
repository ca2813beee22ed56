import { changingCalls } from "./harness/servers";
import { story } from "./harness/story";

const program = (options: string, args = "") => `
import * as rimuhosting from "pulumi-rimuhosting";
const web = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} }, { ${options} });
export const oid = web.orderOid;
export const ip = web.primaryIp;
`;

/** What the server has, and the service tells. */
const asItIs =
  'distro: "deb12.64", dcLocation: "DCDALLAS", memoryMb: 2048, diskSpaceMb: 20480, runningState: "RUNNING", metaData: { role: "web" },';
/** What the service tells nobody. */
const untold =
  'password: "s3cret-Word-1", cloudConfigData: "#cloud-config", fileInjectionData: [{ path: "/etc/motd", dataAsString: "hello" }], sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me"], reinstallTriggers: [1], restartTriggers: [1], features: "ssd", reinstallOnFirstBootChange: true,';

const ordered = {
  domainName: "web.example.com",
  distro: "deb12.64",
  sizes: { memoryMb: 2048, diskSpaceMb: 20_480, diskSpace2Mb: 0, diskSpace3Mb: 0 },
  metaData: [{ keyName: "role", value: "web" }],
};

story("an import adopts an order and buys nothing; up, refresh and preview then find no changes", async (stage) => {
  const { simulator } = stage;
  const { orderOid, primaryIp } = simulator.world.placeOrder(ordered);
  const stack = await stage.newStack({ program: program(`import: "${orderOid}"`, asItIs + untold) });

  const previewed = (await stack.preview()).expectOk();
  expect(previewed.operations).toMatchObject({ web: "create" });
  expect(previewed.text).toContain(`adopts order ${orderOid}; buys nothing`);

  const up = (await stack.up()).expectOk();
  expect(up.text).toContain(`adopted order ${orderOid} (web.example.com`);
  expect(await stack.outputs()).toEqual({ oid: orderOid, ip: primaryIp });
  expect(stack.findInState("web")?.id).toBe(String(orderOid));

  simulator.journal.clear();
  expect((await stack.up()).expectOk().operations).toEqual({ web: "same", "web key": "same" });
  expect(simulator.journal.entries).toEqual([]);
  (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
  (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();

  stack.project.write(program("", asItIs + untold));
  (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();
  expect((await stack.up()).expectOk().operations).toMatchObject({ web: "same" });
  (await stack.preview({ args: ["--refresh", "--expect-no-changes"] })).expectOk();
  expect(changingCalls.flatMap((call) => simulator.journal.calls(call))).toEqual([]);
  expect(stack.stateText()).not.toContain("s3cret-Word-1");
});
