import { listenForStop } from "../../provider/pulumi/engine-connection";
import { sdkFor } from "../../provider/pulumi/internals";
import { fromPulumi, type Grpc, listening } from "./support/grpc-engine";

const installed = sdkFor(__filename);

type Call = "cancel" | "getPluginInfo";
type Client = Record<Call, (request: object, answer: (error: Error | null) => void) => void> & { close(): void };

/** A host's server, as Pulumi's: it answers, and does nothing else. */
async function startProvider() {
  const { Empty } = fromPulumi("google-protobuf/google/protobuf/empty_pb.js") as { Empty: new () => object };
  const { PluginInfo } = fromPulumi("./proto/plugin_pb") as { PluginInfo: new () => object };
  const { ResourceProviderService, ResourceProviderClient } = fromPulumi("./proto/provider_grpc_pb") as {
    ResourceProviderService: object;
    ResourceProviderClient: new (address: string, credentials: object) => Client;
  };
  const grpc = fromPulumi("@grpc/grpc-js") as Grpc & { credentials: { createInsecure(): object } };
  const answering = (answer: object) => (_: unknown, done: (error: null, answer: object) => void) => done(null, answer);
  const { server, address } = await listening(ResourceProviderService, {
    cancel: answering(new Empty()),
    getPluginInfo: answering(new PluginInfo()),
  });
  const client = new ResourceProviderClient(address, grpc.credentials.createInsecure());
  return {
    call: (name: Call) => new Promise<Error | null>((resolve) => client[name](new Empty(), resolve)),
    stop: () => {
      client.close();
      server.forceShutdown();
    },
  };
}

test("a host knows that the engine has asked it to stop, and answers every call as before", async () => {
  const { call, stop } = await startProvider();
  const signal = listenForStop(installed);
  const seen: unknown[] = [];
  for (const name of ["getPluginInfo", "cancel", "getPluginInfo"] as const) seen.push(await call(name), signal.aborted);
  stop();
  expect(seen).toEqual([null, false, null, true, null, true]);
});

test.each([
  ["is not there", undefined],
  ["finds the handlers of calls in another way", { Server: class {} }],
])("where gRPC %s, nobody is asked to stop", (_, grpc) => {
  expect(listenForStop({ ...installed, load: () => grpc }).aborted).toBe(false);
});
