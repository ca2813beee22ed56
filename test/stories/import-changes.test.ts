import { quickStory } from "./harness/servers";

const program = (options: string, args: string) => `
import * as rimuhosting from "pulumi-rimuhosting";
const web = new rimuhosting.Vps("web", { domainName: "web.example.com", ${args} }, { ${options} });
export const password = web.password;
`;

quickStory(
  "an import that may change the server resizes and stops it, and reinstalls only where that is allowed too",
  async (told) => {
    const { simulator } = told;
    const { orderOid } = simulator.world.placeOrder({
      domainName: "web.example.com",
      distro: "deb12.64",
      sizes: { memoryMb: 2048, diskSpaceMb: 20_480, diskSpace2Mb: 0, diskSpace3Mb: 0 },
    });
    const args = 'memoryMb: 4096, runningState: "NOTRUNNING",';
    const stack = await told.newStack({
      program: program(`import: "${orderOid}", onImportDifference: "change"`, `${args} distro: "ubuntu2404.64",`),
    });
    expect((await stack.preview()).expectFailure().text).toContain('onImportDifference: "change" does not reinstall');

    stack.project.write(program(`import: "${orderOid}", onImportDifference: "change"`, args));
    expect((await stack.preview()).expectOk().text).toContain(
      `adopts order ${orderOid}, buys nothing; differs in memoryMb: 2048 on the server, 4096 in the program; runningState`,
    );
    (await stack.up()).expectOk();
    expect(simulator.world.order(orderOid)).toMatchObject({
      sizes: { memoryMb: 4096, diskSpaceMb: 20_480 },
      runningState: "NOTRUNNING",
      installation: { count: 1 },
    });
    expect(simulator.journal.calls("new-vps")).toEqual([]);
    (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();

    const other = simulator.world.placeOrder({ domainName: "web.example.com", distro: "deb12.64" });
    const second = await told.newStack({
      project: "second",
      program: program(`import: "${other.orderOid}", onImportDifference: "reinstall"`, 'distro: "ubuntu2404.64",'),
    });
    expect((await second.preview()).expectOk().text).toContain("ALL DATA ON IT WILL BE LOST");
    (await second.up()).expectOk();
    const reinstalled = simulator.world.order(other.orderOid);
    expect(reinstalled).toMatchObject({ distro: "ubuntu2404.64", installation: { count: 2 } });
    expect(await second.outputs({ showSecrets: true })).toEqual({
      password: simulator.world.rootPassword(other.orderOid),
    });
    (await second.preview({ args: ["--refresh", "--expect-no-changes"] })).expectOk();
    expect(simulator.journal.calls("new-vps")).toEqual([]);
  },
);

quickStory.exhaustively(
  "an import that fails half-way keeps what it adopted, and the next up carries on",
  async (told) => {
    const { simulator } = told;
    const { orderOid } = simulator.world.placeOrder({
      domainName: "web.example.com",
      sizes: { memoryMb: 2048, diskSpaceMb: 20_480, diskSpace2Mb: 0, diskSpace3Mb: 0 },
    });
    const stack = await told.newStack({
      program: program(`import: "${orderOid}", onImportDifference: "change"`, "memoryMb: 4096,"),
    });
    simulator.faults.add({ call: "parameters", how: "not-changed" });
    expect((await stack.up()).expectFailure().text).toContain("was not resized");
    expect(stack.findInState("web")?.id).toBe(String(orderOid));
    (await stack.up()).expectOk();
    expect(simulator.world.order(orderOid).sizes.memoryMb).toBe(4096);
    (await stack.preview({ args: ["--refresh", "--expect-no-changes"] })).expectOk();
    expect(simulator.journal.calls("new-vps")).toEqual([]);
  },
);

quickStory.exhaustively(
  "a server whose state was lost is imported after a confirmation, and then changed and destroyed like any other",
  async (told) => {
    const { simulator } = told;
    const stack = await told.newStack({ program: program("", 'distro: "deb12.64", memoryMb: 2048,') });
    (await stack.up()).expectOk();
    const [order] = simulator.world.activeOrders();
    const orderOid = order?.orderOid ?? 0;
    const empty = JSON.stringify({ version: 3, deployment: { manifest: {}, resources: [] } });
    (await stack.importState(empty)).expectOk();

    const lost = (await stack.up()).expectFailure();
    expect(lost.text).toContain("under another ledger");
    expect(lost.text).toContain(`import: "${orderOid}"`);
    stack.project.write(program(`import: "${orderOid}"`, 'distro: "deb12.64", memoryMb: 2048,'));
    expect((await stack.up()).expectFailure().text).toContain(`pulumi config set rimuhosting:adoptOrders ${orderOid}`);
    await stack.setConfig("rimuhosting:adoptOrders", String(orderOid));
    (await stack.up()).expectOk();
    (await stack.refresh({ args: ["--expect-no-changes"] })).expectOk();
    (await stack.preview({ args: ["--expect-no-changes"] })).expectOk();

    stack.project.write(program("", 'distro: "deb12.64", memoryMb: 4096,'));
    await stack.removeConfig("rimuhosting:adoptOrders");
    expect((await stack.up()).expectOk().operations).toMatchObject({ web: "update" });
    expect(simulator.world.order(orderOid).sizes.memoryMb).toBe(4096);
    expect(simulator.journal.calls("new-vps")).toHaveLength(1);
    (await stack.destroy()).expectOk();
    expect(simulator.world.isCancelled(orderOid)).toBe(true);
  },
);
