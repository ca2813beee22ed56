import { engineMessagesIn } from "../../provider/pulumi/engine-connection";
import {
  findsAliases,
  findsOutputs,
  findsReservedValues,
  findsStackResource,
  type Sdk,
  sdkFor,
  secretKeysIn,
} from "../../provider/pulumi/internals";
import { stateRequestsIn } from "../../provider/pulumi/program";

const installed = sdkFor(__filename);

/** The installed SDK with another export of one of its modules. */
const having = (module: string, change: (exported: Record<string, unknown>) => unknown): Sdk => ({
  ...installed,
  load: (name) => {
    const exported = installed.load(name);
    return name === module ? change({ ...Object(exported) }) : exported;
  },
});

const pulumi = "@pulumi/pulumi";
const runtimeWithout = (name: string): Sdk =>
  having(pulumi, (exported) => ({ ...exported, runtime: { ...Object(exported["runtime"]), [name]: undefined } }));
const gone = (module: string): Sdk => having(module, () => undefined);

const probes = {
  outputs: findsOutputs,
  stackResource: findsStackResource,
  aliases: findsAliases,
  reservedValues: findsReservedValues,
  secretKeys: (sdk: Sdk) => secretKeysIn(sdk) !== undefined,
  savedOutputs: (sdk: Sdk) => stateRequestsIn(sdk) !== undefined,
  engineMessages: (sdk: Sdk) => engineMessagesIn(sdk) !== undefined,
};

const silent = class {
  getRootResource() {}
};

test.each<[keyof typeof probes, string, Sdk]>([
  ["outputs", "outputs are plain promises", having(pulumi, (it) => ({ ...it, output: (value: unknown) => value }))],
  [
    "outputs",
    "outputs have no value",
    having(pulumi, (it) => ({ ...it, output: () => ({ isKnown: Promise.resolve() }) })),
  ],
  ["stackResource", "there is no getStackResource", runtimeWithout("getStackResource")],
  ["aliases", "there is no allAliases", having(pulumi, (it) => ({ ...it, allAliases: undefined }))],
  ["reservedValues", "unknown values look different", runtimeWithout("unknownValue")],
  ["reservedValues", "secrets look different", runtimeWithout("specialSecretSig")],
  ["reservedValues", "marks look different", runtimeWithout("specialSigKey")],
  ["secretKeys", "there is no isConfigSecret", runtimeWithout("isConfigSecret")],
  ["savedOutputs", "there is no monitor", runtimeWithout("getMonitor")],
  ["savedOutputs", "there are no requests", gone("@pulumi/pulumi/proto/resource_pb")],
  ["savedOutputs", "structs are elsewhere", gone("google-protobuf/google/protobuf/struct_pb")],
  ["engineMessages", "the client is gone", gone("@pulumi/pulumi/proto/engine_grpc_pb")],
  ["engineMessages", "it cannot log", having("@pulumi/pulumi/proto/engine_grpc_pb", () => ({ EngineClient: silent }))],
  ["engineMessages", "the messages are gone", gone("@pulumi/pulumi/proto/engine_pb")],
  ["engineMessages", "gRPC is another library", gone("@grpc/grpc-js")],
])("its probe finds %s in the installed SDK, and not where %s", (name, _, sdk) => {
  expect([probes[name](installed), probes[name](sdk)]).toEqual([true, false]);
});

test("an SDK that is not there has nothing", () => {
  const none = sdkFor("/nowhere/index.js");
  expect(none.version).toBeUndefined();
  for (const probe of Object.values(probes)) expect(probe(none)).toBe(false);
});
