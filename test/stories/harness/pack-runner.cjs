/**
 * A language host that runs policy packs and nothing else: the one that can be built for the stories runs none. The engine starts it for packs
 * whose runtime is called `story`.
 */
const { spawn } = require("node:child_process");
const { createRequire } = require("node:module");
const { LanguageRuntimeService } = require("@pulumi/pulumi/proto/language_grpc_pb");
const { RunPluginResponse } = require("@pulumi/pulumi/proto/language_pb");
const { PluginInfo } = require("@pulumi/pulumi/proto/plugin_pb");

const grpc = createRequire(require.resolve("@pulumi/pulumi"))("@grpc/grpc-js");

/** Passes on what the pack prints: the port on which its policies are asked, and at last its exit code. */
function runPlugin(call) {
  const runner = require.resolve("@pulumi/pulumi/cmd/run-policy-pack");
  const program = call.request.getInfo().getProgramDirectory();
  const pack = spawn(process.execPath, [runner, ...call.request.getArgsList(), program], { cwd: program });
  const pass = (set) => (value) => {
    const response = new RunPluginResponse();
    response[set](value);
    call.write(response);
  };
  pack.stdout.on("data", pass("setStdout"));
  pack.stderr.on("data", pass("setStderr"));
  pack.once("exit", (code) => {
    pass("setExitcode")(code ?? 1);
    call.end();
  });
  call.once("cancelled", () => pack.kill());
}

const server = new grpc.Server();
server.addService(LanguageRuntimeService, {
  getPluginInfo: (_, answer) => answer(null, new PluginInfo()),
  runPlugin,
});
server.bindAsync("127.0.0.1:0", grpc.ServerCredentials.createInsecure(), (error, port) => {
  if (error !== null) throw error;
  console.log(port);
});
