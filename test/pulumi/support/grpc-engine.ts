import { createRequire } from "node:module";
import { type AddressInfo, createServer, type Socket } from "node:net";

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

type Answer = (error: { code: number } | null, value?: object) => void;

/** The parts of gRPC used here: Pulumi's own copy, as in the provider. */
export interface Grpc {
  Server: new () => {
    addService(service: object, methods: object): void;
    bindAsync(address: string, credentials: object, done: (error: Error | null, port: number) => void): void;
    forceShutdown(): void;
  };
  ServerCredentials: { createInsecure(): object };
}

export const fromPulumi = createRequire(require.resolve("@pulumi/pulumi/package.json"));

/** How the engine handles one call: its answer, or a promise that it awaits before answering. */
interface EngineManners {
  /** Called for each message before it is acknowledged: resolves late, or to the gRPC status to fail with. */
  readonly onLog?: (message: Heard) => Promise<number | undefined>;
  readonly onLook?: () => Promise<number | undefined>;
  /** Default: a port of its own on loopback. */
  readonly address?: string;
}

/** Every engine ends with its test, if not before. */
const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** The part of Pulumi's engine that a host talks to, on its own port. */
export async function startEngine(manners: EngineManners = {}) {
  const { EngineService } = fromPulumi("./proto/engine_grpc_pb") as { EngineService: object };
  const { Empty } = fromPulumi("google-protobuf/google/protobuf/empty_pb.js") as { Empty: new () => object };
  const { GetRootResourceResponse } = fromPulumi("./proto/engine_pb") as { GetRootResourceResponse: new () => object };
  const logged: Heard[] = [];
  let looks = 0;

  const log = async ({ request }: { request: LogRequest }, answer: Answer): Promise<void> => {
    const message = {
      urn: request.getUrn(),
      text: request.getMessage(),
      severity: request.getSeverity(),
      isEphemeral: request.getEphemeral(),
    };
    const failure = await manners.onLog?.(message);
    if (failure !== undefined) return answer({ code: failure });
    logged.push(message);
    answer(null, new Empty());
  };
  const getRootResource = async (_: unknown, answer: Answer): Promise<void> => {
    looks += 1;
    const failure = await manners.onLook?.();
    answer(failure === undefined ? null : { code: failure }, new GetRootResourceResponse());
  };

  const { server, address } = await listening(EngineService, { log, getRootResource }, manners.address);
  const stop = (): void => server.forceShutdown();
  stops.push(stop);
  return { address, logged, looks: () => looks, stop };
}

/** A gRPC server with one service. Default: a port of its own on loopback. */
export async function listening(service: object, methods: object, given?: string) {
  const grpc = fromPulumi("@grpc/grpc-js") as Grpc;
  const server = new grpc.Server();
  server.addService(service, methods);
  const port = await new Promise<number>((resolve, reject) =>
    server.bindAsync(given ?? "127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, bound) =>
      error === null ? resolve(bound) : reject(error),
    ),
  );
  return { server, address: given ?? `127.0.0.1:${port}` };
}

/** Accepts connections and never answers, like a stopped process. */
export async function startMuteEngine() {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    for (const socket of sockets) socket.destroy();
  };
  stops.push(stop);
  return { address: `127.0.0.1:${port}`, stop };
}

/** An address where nothing listens any more. */
export async function goneAddress(): Promise<string> {
  const { address, stop } = await startMuteEngine();
  stop();
  return address;
}
