import { hasFunctions, member, type Sdk } from "./probes";

const cancelCall = "/pulumirpc.ResourceProvider/Cancel";

/**
 * Whether the engine has asked this host to stop, as after Ctrl-C or SIGTERM. Pulumi's host takes that call and does nothing about it, so
 * this listens in on the calls that its server takes. Where that is not possible, a run waits to its end, as any dynamic provider's does.
 */
export function listenForStop({ load }: Sdk): () => boolean {
  let isAsked = false;
  const server = member(member(load("@grpc/grpc-js"), "Server"), "prototype");
  if (!hasFunctions(server, "_retrieveHandler")) return () => false;
  const calls = server as { _retrieveHandler(path: string): unknown };
  const retrieve = calls._retrieveHandler;
  calls._retrieveHandler = function (path) {
    isAsked ||= path === cancelCall;
    return retrieve.call(this, path);
  };
  return () => isAsked;
}
