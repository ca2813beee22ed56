import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { stopRequest } from "../../provider/engine/stop-request";

test("the engine's request to stop is recognised, and no other one is mistaken for it", async () => {
  const server = createServer((_, response) => response.end()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const call = (method: string) =>
    new Promise((resolve) => {
      const request = client.request({ ":method": "POST", ":path": `/pulumirpc.ResourceProvider/${method}` });
      request.on("close", resolve).resume().end();
    });
  try {
    const stop = stopRequest();
    await call("Create");
    expect(stop.aborted).toBe(false);
    await call("Cancel");
    expect(stop.aborted).toBe(true);
    expect(stopRequest()).toBe(stop);
  } finally {
    client.close();
    server.close();
  }
});
