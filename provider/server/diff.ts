import { Unknown } from "../pulumi/properties";
import { argumentsHaving, effectOf, type VpsArgument, vpsArguments } from "./arguments";
import { sameArgument, sameValue } from "./equality";
import type { Program } from "./program";
import { isOwned, isPending, type Recorded, type VpsOutputs } from "./state";
import { cloudConfigText } from "./user-data";

/** In what state and program differ. */
export interface VpsDiff {
  /** Whether the engine has anything to do, even if only to record something. */
  readonly hasChanges: boolean;
  readonly changed: readonly VpsArgument[];
  /** Those whose values only the `up` will know: whether they differ is open. */
  readonly open: readonly VpsArgument[];
  /** The changed arguments that force a replacement. */
  readonly replaces: readonly VpsArgument[];
}

/** Compares the state with the program. Pure: refresh and cascades call it too. */
export function diffVps(recorded: Recorded, program: Program): VpsDiff {
  const differing = vpsArguments.filter((argument) => differs(argument, recorded, program));
  const changed = differing.filter((argument) => !(program[argument] instanceof Unknown));
  // An open value may turn out to be the same. If it were reported as a replacement, the engine would delete the server
  // before anyone knew. Nor is a purchase of unknown outcome replaced: its order may still turn up beside the new one.
  const replaces = isPending(recorded)
    ? []
    : changed.filter((argument) => replacesServer(argument, program) && !isWhereItIs(argument, recorded, program));
  const hasChanges =
    differing.length > 0 ||
    !sameValue(managedArguments(program), recorded.__managed ?? []) ||
    !sameValue(program.__timeouts, recorded.__timeouts) ||
    program.__isRetained !== recorded.__isRetained ||
    hasOtherKey(recorded, program) ||
    namesAnotherOrder(recorded, program) ||
    lacksAddress(recorded) ||
    isPending(recorded) ||
    recorded.__awaitsPort === true;
  return { hasChanges, changed, open: differing.filter((argument) => !changed.includes(argument)), replaces };
}

/** What protects a server, and what it replaces, is known by the key that is declared beside it. */
export const hasOtherKey = (recorded: Recorded, { __key: key }: Program): boolean =>
  key !== undefined && recorded.__key !== undefined && key !== recorded.__key;

/** Whether the program now names the data centre that the server was moved to. */
const isWhereItIs = (argument: VpsArgument, { location }: Recorded, program: Program): boolean =>
  argument === "dcLocation" && sameArgument(argument, location?.dataCenterLocationCode, program.dcLocation);

/** Whether a change, if it turns out to be one, requires a new order. */
export const replacesServer = (argument: VpsArgument, { onImageChange }: Program): boolean =>
  effectOf(argument) === "replace" || (effectOf(argument) === "image" && onImageChange === "replace");

/** Whether a change, if it is one and does not replace the server, reinstalls it: all its data is lost. */
export const wipesServer = (argument: VpsArgument, { reinstallOnFirstBootChange }: Program): boolean =>
  effectOf(argument) === "image" || (effectOf(argument) === "first-boot" && reinstallOnFirstBootChange === true);

/** Whether a change is recorded and nothing else: the server stays as it is. */
export const isOnlyRecorded = (argument: VpsArgument, program: Program): boolean =>
  effectOf(argument) === "behaviour" || (effectOf(argument) === "first-boot" && !wipesServer(argument, program));

/** Whether any change needs to know what the server has. */
export const isMoreThanRecorded = ({ changed }: VpsDiff, program: Program): boolean =>
  changed.some((argument) => !isOnlyRecorded(argument, program));

/** Whether a server was bought before the service showed its address: an update fetches it. */
export const lacksAddress = (recorded: Recorded): boolean =>
  isOwned(recorded) && recorded.__attempt !== undefined && recorded.primaryIp === undefined;

/** Whether the option `import` names another order than this one: no update can do that, and the update says so. */
export const namesAnotherOrder = (recorded: Recorded, program: Program): boolean =>
  program.__import !== undefined && isOwned(recorded) && program.__import !== String(recorded.orderOid);

/** The arguments that the program sets, in the order of the table. */
export const managedArguments = (program: Program): VpsArgument[] =>
  vpsArguments.filter((argument) => program[argument] !== undefined);

function differs(argument: VpsArgument, recorded: Recorded, program: Program): boolean {
  const value = program[argument];
  const wasManaged = recorded.__managed?.includes(argument) === true;
  // Triggers set for the first time have nothing to differ from: they are recorded, and wipe or restart nothing.
  if (triggers.has(argument) && value !== undefined && !wasManaged) return false;
  if (value instanceof Unknown) return true;
  if (effectOf(argument) === "first-boot") {
    const before = argument === "password" ? programPassword(recorded) : recorded[argument];
    const isSameUserData =
      isUserData(argument) && sameArgument("cloudConfigData", userDataOf(recorded), userDataOf(program));
    return !isSameUserData && !sameArgument(argument, value, before);
  }
  // What the program says nothing about may have any value. Behaviour that is no longer set means its default.
  const isLeftAlone = (value ?? undefined) === undefined && !(effectOf(argument) === "behaviour" && wasManaged);
  return !isLeftAlone && !sameArgument(argument, value, recorded[argument]);
}

const isUserData = (argument: VpsArgument): boolean => argument === "cloudConfig" || argument === "cloudConfigData";

/** What cloud-init gets, whether the program gives it as an object or as text. */
const userDataOf = ({ cloudConfig, cloudConfigData }: Recorded | Program): unknown =>
  cloudConfig === undefined || cloudConfig instanceof Unknown
    ? (cloudConfig ?? cloudConfigData)
    : cloudConfigText(cloudConfig);

const triggers: ReadonlySet<VpsArgument> = new Set(argumentsHaving("isTrigger"));

/** The password that the program last set: the server may still have another one. */
export const programPassword = ({ password, __nextPassword, __managed = [] }: VpsOutputs): string | undefined =>
  __nextPassword ?? (__managed.includes("password") ? password : undefined);
