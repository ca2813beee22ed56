import { story } from "./harness/story";

const program = (args: string, options = "{}"): string => `
import * as rimuhosting from "pulumi-rimuhosting";
export const ip = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} }, ${options}).primaryIp;
`;

story("a preview says what each change does to the server, its data and its bill, and does nothing", async (stage) => {
  const stack = await stage.newStack({ program: program(`distro: "deb12.64", memoryMb: 1024, diskSpaceMb: 20480`) });
  (await stack.up()).expectOk();
  const [order] = stage.simulator.world.activeOrders();
  const server = `order ${order?.orderOid} (web.example.com, ${order?.primaryIp})`;
  const same = `distro: "deb12.64", memoryMb: 1024, diskSpaceMb: 20480`;
  const asked = stage.simulator.journal.entries.length;
  const preview = async (args: string, options?: string) => {
    stack.project.write(program(args, options));
    return (await stack.preview()).expectOk();
  };

  const reinstalled = await preview(`distro: "deb13.64", memoryMb: 1024, diskSpaceMb: 20480`);
  expect(reinstalled.operations).toMatchObject({ web: "update" });
  expect(reinstalled.text).toContain(
    `    warning: distro (deb12.64 → deb13.64) changed, which reinstalls ${server}: ALL DATA ON IT WILL BE LOST; the order and the IP stay.`,
  );

  const firstBoot = await preview(`${same}, sshAuthorizedKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAAQE= me"]`);
  expect(firstBoot.text).toMatch(
    /^ {4}warning: sshAuthorizedKeys changed, which .*: the running server keeps what it has\.\n {4}The change is recorded for the next install/m,
  );

  const moved = await preview(`${same}, hostServerOid: "1400", runningState: "NOTRUNNING"`);
  expect(moved.text).toContain(`warning: hostServerOid changed, which moves ${server} to host 1400`);
  expect(moved.text).toContain(`warning: ${server} will be stopped, and stays billed like a running server`);

  const cancelled = await preview(`${same}, cancel: "at-period-end"`);
  expect(cancelled.text).toMatch(/^ {4}web: a destroy lets the server run, billed, until the end of its period$/m);

  const replaced = await preview(`${same}, dcLocation: "DCLONDON"`);
  expect(replaced.operations).toMatchObject({ web: "replace" });
  expect(replaced.text).toContain(
    `    warning: dcLocation (DCDALLAS → DCLONDON) changed, which replaces the server: first ${server} will be cancelled: all its data and its IP will be lost; then another server will be ordered.`,
  );
  const calls = stage.simulator.journal.entries.slice(asked).map(({ call }) => call);
  expect(new Set(calls)).toEqual(
    new Set(["list-orders", "get-order", "distributions", "data-centers", "new-vm-pricing"]),
  );
});

/** The name of the second server hangs on the first one, whose replacement leaves it as it is. */
const chain = (location: string): string => `
import * as rimuhosting from "pulumi-rimuhosting";
const first = new rimuhosting.Vps("first", { domainName: "first.example.com", dcLocation: "${location}" });
new rimuhosting.Vps("second", { domainName: first.orderOid.apply(() => "second.example.com"), restartTriggers: [first.id] });
`;

story.exhaustively(
  "a dependent whose argument is unknown in the preview and the same in the end is neither deleted nor replaced",
  async (stage) => {
    const stack = await stage.newStack({ program: chain("DCDALLAS") });
    (await stack.up()).expectOk();
    const second = stage.simulator.world.activeOrders().find(({ domainName }) => domainName.startsWith("second"));
    stack.project.write(chain("DCLONDON"));
    const preview = (await stack.preview()).expectOk();
    expect(preview.operations).toMatchObject({ first: "replace", second: "update" });
    expect(preview.text).toMatch(/^ {4}second: may change restartTriggers$/m);
    expect(preview.text).toContain(
      `warning: domainName is not known yet: order ${second?.orderOid} (second.example.com, ${second?.primaryIp}) may be replaced, with its data and IP lost.\n    It stays as it is if the value turns out to be the same.`,
    );
    const done = (await stack.up()).expectOk();
    expect(done.operations).toMatchObject({ first: "replace", second: "update" });
    expect(stage.simulator.world.order(second?.orderOid ?? 0)).toMatchObject({ cancellationAtMs: null });
    expect(stage.simulator.journal.calls("delete-vps")).toHaveLength(1);
  },
);
