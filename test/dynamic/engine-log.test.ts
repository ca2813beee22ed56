import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { engineNarrator } from "../../provider/dynamic/engine/engine-log";

const asIs = (text: string): string => text;

interface Heard {
  readonly urn: string;
  readonly text: string;
  readonly severity: number;
  readonly isEphemeral: boolean;
}

interface LogRequest {
  getUrn(): string;
  getMessage(): string;
  getSeverity(): number;
  getEphemeral(): boolean;
}

/** What is used of gRPC: Pulumi's own copy, as in the provider. */
interface Grpc {
  Server: new () => {
    addService(service: object, methods: object): void;
    bindAsync(address: string, credentials: object, done: (error: Error | null, port: number) => void): void;
    forceShutdown(): void;
  };
  ServerCredentials: { createInsecure(): object };
}

const fromPulumi = createRequire(require.resolve("@pulumi/pulumi/package.json"));

async function startEngine() {
  const grpc = fromPulumi("@grpc/grpc-js") as Grpc;
  const { EngineService } = fromPulumi("./proto/engine_grpc_pb") as { EngineService: object };
  const { Empty } = fromPulumi("google-protobuf/google/protobuf/empty_pb.js") as { Empty: new () => object };
  const heard: Heard[] = [];
  const log = ({ request }: { request: LogRequest }, answer: (error: null, value: object) => void): void => {
    heard.push({
      urn: request.getUrn(),
      text: request.getMessage(),
      severity: request.getSeverity(),
      isEphemeral: request.getEphemeral(),
    });
    answer(null, new Empty());
  };
  const server = new grpc.Server();
  server.addService(EngineService, { log });
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  );
  return { address: `127.0.0.1:${port}`, heard, stop: () => server.forceShutdown() };
}

test("what is said arrives in its order, on the line or to stay, and nothing is said twice", async () => {
  const engine = await startEngine();
  try {
    const narrator = engineNarrator(engine.address, (text) => text.replace("secret", "***"));
    narrator.progress("urn:web", "ordering");
    narrator.progress("urn:web", "ordering");
    narrator.warn("urn:web", "mind the secret");
    narrator.progress("urn:web", "ordering");
    narrator.conclude?.("urn:app", "done");
    await narrator.heard?.();
    expect(engine.heard).toEqual([
      { urn: "urn:web", text: "ordering", severity: 1, isEphemeral: true },
      { urn: "urn:web", text: "mind the ***", severity: 2, isEphemeral: false },
      { urn: "urn:web", text: "ordering", severity: 1, isEphemeral: true },
      expect.objectContaining({ urn: "urn:app", text: "done", severity: 1 }),
    ]);
  } finally {
    engine.stop();
  }
});

test.each([
  ["no address", undefined],
  ["an address that is none", "--version"],
])("without an engine it is silent: %s", async (_, address) => {
  const narrator = engineNarrator(address, asIs);
  narrator.progress("urn:web", "ordering");
  narrator.warn(undefined, "warning");
  await narrator.heard?.();
  expect(narrator.isWatched?.()).toBe(false);
});

test("an engine that is gone fails nothing, and is not asked again", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const narrator = engineNarrator(`127.0.0.1:${port}`, asIs);
  narrator.progress("urn:web", "ordering");
  narrator.progress("urn:web", "still ordering");
  await narrator.heard?.();
  expect(narrator.isWatched?.()).toBe(false);
});
