/** Keeps the program running until the returned function is called. */
export const keepProgramAlive = (): (() => void) =>
  (require("@pulumi/pulumi/runtime/settings") as { rpcKeepAlive(): () => void }).rpcKeepAlive();
