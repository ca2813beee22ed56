import { type AddressInfo, createServer, type Server } from "node:net";
import { tryPort } from "../../provider/host/context";

const listening = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};

test("a port that listens is open, gets no byte, and is left at once", async () => {
  const received: Promise<string> = new Promise((resolve) => {
    const server = createServer((socket) => {
      let bytes = "";
      socket.on("data", (chunk) => {
        bytes += chunk.toString();
      });
      socket.on("close", () => server.close(() => resolve(bytes)));
    });
    void listening(server).then(async (port) => expect(await tryPort("127.0.0.1", port, 5_000)).toBe("open"));
  });
  expect(await received).toBe("");
});

test("a port where nothing listens refuses", async () => {
  const server = createServer();
  const port = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  expect(await tryPort("127.0.0.1", port, 5_000)).toBe("refused");
});
