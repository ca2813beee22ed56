import { type Desired, urnOf } from "../models/desired";
import type { ProgramSide } from "../models/provider-under-test";
import type { Properties } from "../models/stack-state";

/** What the engine sends in a preview for a value that only the `up` will know. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What the constructor of `Vps` passes to the engine for the server and its idempotency key. */
export const programSide: ProgramSide = {
  keyInputs: () => ({ __provider: "the provider's code" }),
  vpsInputs: (stack, desired, program, key, isPreview) =>
    defined({
      ...argumentsOf(desired),
      __provider: "the provider's code",
      __urn: urnOf(stack, "vps", desired),
      __key: key === undefined ? unknown : key["key"],
      __keyPassword: key === undefined ? unknown : key["password"],
      __keyProviderName: key?.["__providerName"],
      __isPreview: isPreview,
      __isRetained: desired.retainOnDelete,
      __isProtected: desired.isProtected,
      __import: desired.imported === undefined ? undefined : String(desired.imported),
      __importedElsewhere: Object.fromEntries(
        program.flatMap((other) =>
          other.imported === undefined || other.provider === desired.provider
            ? []
            : [[other.imported, urnOf(stack, "vps", { name: other.name })]],
        ),
      ),
    }),
};

const argumentsOf = (desired: Desired): Properties => {
  const { domainName, memoryMb, dcLocation, distro, runningState, cancel, maxMonthlyCostUsd, metaData } = desired;
  const { onImageChange } = desired;
  return { domainName, memoryMb, dcLocation, distro, runningState, cancel, maxMonthlyCostUsd, metaData, onImageChange };
};

const defined = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
