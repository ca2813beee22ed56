import { type Desired, type StackName, urnOf } from "../models/desired";
import type { ProgramSide } from "../models/provider-under-test";
import { keyOf, orderOf, type Properties, type StackState } from "../models/stack-state";

/** What the engine sends in a preview for a value that only the `up` will know. */
const unknown = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What the constructor of `Vps` passes to the engine for the server and its idempotency key. */
export const programSide: ProgramSide = {
  keyInputs: (stack, desired, saved) => ({
    __provider: "the provider's code",
    ...(atPlace("key", stack, desired, saved) && { __savedAs: desired.name }),
  }),
  vpsInputs: (stack, desired, program, saved, key, isPreview) =>
    defined({
      ...argumentsOf(desired),
      __provider: "the provider's code",
      __urn: urnOf(stack, "vps", desired),
      __key: key === undefined ? unknown : key["key"],
      __keyPassword: key === undefined ? unknown : key["password"],
      __keyProviderName: key?.["__providerName"],
      __isPreview: isPreview,
      __saved: savedFor(stack, desired, saved, key),
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

/** The engine shows the entries that are not merely waiting to be deleted. */
const shownOf = (saved: StackState): StackState => saved.filter(({ isToBeDeleted }) => !isToBeDeleted);

/** Where the state may have a declared resource: at its own URN or at an alias. */
const atPlace = (kind: "key" | "vps", stack: StackName, desired: Desired, saved: StackState) => {
  const places = [desired, ...desired.aliases].map((place) => urnOf(stack, kind, place));
  return places.map((urn) => shownOf(saved).find((entry) => entry.urn === urn)).find((entry) => entry !== undefined);
};

function savedFor(stack: StackName, desired: Desired, saved: StackState, key: Properties | undefined): Properties {
  const servers = shownOf(saved).filter(({ kind }) => kind === "vps");
  const withKey = key === undefined ? [] : shownOf(saved).filter((entry) => keyOf(entry) === key["key"]);
  const isKeySaved = withKey.some(({ kind }) => kind === "key");
  const ofKey = isKeySaved ? withKey.find(({ kind }) => kind === "vps") : undefined;
  const own = ofKey ?? atPlace("vps", stack, desired, saved);
  const orders = servers.flatMap((entry): (readonly [unknown, number])[] => {
    const orderOid = orderOf(entry);
    return orderOid === undefined ? [] : [[entry.outputs["__providerName"] ?? "", orderOid]];
  });
  const others = servers.flatMap((entry): (readonly [number, string])[] => {
    const orderOid = orderOf(entry);
    const isTold = own === undefined || entry.outputs["domainName"] === desired.domainName;
    return orderOid === undefined || entry === own || !isTold ? [] : [[orderOid, entry.urn]];
  });
  return {
    isKeySaved,
    others: Object.fromEntries(others),
    orderOid: own && orderOf(own),
    isPending: own !== undefined && orderOf(own) === undefined,
    isRetained: own?.outputs["__isRetained"],
    cancel: own?.outputs["cancel"],
    newestOrders: Object.fromEntries(orders.sort(([, one], [, other]) => one - other)),
  };
}

const argumentsOf = (desired: Desired): Properties => {
  const { domainName, memoryMb, dcLocation, distro, runningState, cancel, maxMonthlyCostUsd, metaData } = desired;
  const { onImageChange } = desired;
  return { domainName, memoryMb, dcLocation, distro, runningState, cancel, maxMonthlyCostUsd, metaData, onImageChange };
};

const defined = (properties: Properties): Properties =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined));
