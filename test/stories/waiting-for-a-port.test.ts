import { createServer } from "node:net";
import { declaring, orderOf, quickStory, web } from "./harness/servers";
import { freePort } from "./harness/shell";

quickStory("up waits for a port; a server that is not reached is kept, and looked at again", async (told) => {
  const { simulator } = told;
  const port = await freePort();
  // The only address that a test may connect to.
  const args = `distro: "deb13.64", ipRequest: { requestedIps: ["127.0.0.1"] }, waitForPort: ${port}`;
  const stack = await told.newStack({
    program: declaring(web(args, 'customTimeouts: { create: "6s", update: "6s" }')),
  });
  const failed = (await stack.up()).expectFailure();
  expect(failed.text).toContain(`but port ${port} of 127.0.0.1 has refused every connection for`);
  expect(failed.text).toMatch(/waiting for port \d+: 127\.0\.0\.1/);
  expect(simulator.world.activeOrders()).toMatchObject([{ orderOid: orderOf(stack) }]);

  expect((await stack.preview()).expectOk().text).toContain(`waits for port ${port}`);

  // A refresh clears the engine's own mark.
  (await stack.refresh()).expectOk();
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  try {
    const reached = (await stack.up()).expectOk();
    expect(reached.operations["web"]).toBe("update");
    expect(reached.text).toContain(`port ${port} takes connections`);
    expect((await stack.up()).expectOk().operations["web"]).toBe("same");
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  expect(simulator.journal.calls("new-vps")).toHaveLength(1);
});

quickStory.exhaustively(
  "a server that was reinstalled and not reached can be protected from the next one",
  async (told) => {
    const port = await freePort();
    const server = (distro: string, opts: string) =>
      declaring(
        web(
          `distro: "${distro}", ipRequest: { requestedIps: ["127.0.0.1"] }, waitForPort: ${port}`,
          `customTimeouts: { create: "1s", update: "1s" }, ${opts}`,
        ),
      );
    const stack = await told.newStack({ program: server("deb12.64", "") });
    (await stack.up()).expectFailure();
    stack.project.write(server("deb13.64", ""));
    (await stack.up()).expectFailure();
    // The engine keeps the inputs from before a change that failed in part.
    expect(stack.findInState("web")).toMatchObject({ inputs: { distro: "deb12.64" }, outputs: { distro: "deb13.64" } });

    stack.project.write(server("deb13.64", "protect: true"));
    expect((await stack.preview()).expectOk().text).not.toContain("protected");
    expect((await stack.up()).expectFailure().text).toContain(`port ${port} of 127.0.0.1`);
    stack.project.write(server("deb12.64", "protect: true"));
    expect((await stack.preview()).expectFailure().text).toMatch(/order .* was not changed: distro changed/);
    expect((await stack.up()).expectFailure().text).toContain("the resource is protected");
    expect(told.simulator.journal.calls("reinstall")).toHaveLength(1);
  },
);
