import { createServer } from "node:net";
import { declaring, orderOf, web } from "./harness/servers";
import { freePort } from "./harness/shell";
import { story } from "./harness/story";

story("up waits for a port; a server that is not reached is kept, and looked at again", async (stage) => {
  const { simulator } = stage;
  const port = await freePort();
  // The only address that a test may connect to.
  const args = `distro: "deb13.64", ipRequest: { requestedIps: ["127.0.0.1"] }, waitForPort: ${port}`;
  const stack = await stage.newStack({
    program: declaring(web(args, 'customTimeouts: { create: "6s", update: "6s" }')),
  });
  const failed = (await stack.up()).expectFailure();
  expect(failed.text).toContain(`but port ${port} of 127.0.0.1 still refuses connections after`);
  expect(failed.text).toMatch(/waiting for port \d+: 127\.0\.0\.1/);
  expect(simulator.world.activeOrders()).toMatchObject([{ orderOid: orderOf(stack) }]);

  expect((await stack.preview()).expectOk().text).toContain(`will wait for port ${port}`);

  // A refresh clears the engine's own mark.
  (await stack.refresh()).expectOk();
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  try {
    const reached = (await stack.up()).expectOk();
    expect(reached.operations["web"]).toBe("update");
    expect(reached.text).toContain(`port ${port} accepts connections`);
    expect((await stack.up()).expectOk().operations["web"]).toBe("same");
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  expect(simulator.journal.calls("new-vps")).toHaveLength(1);
});
