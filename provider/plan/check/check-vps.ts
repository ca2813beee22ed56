import { isHidden } from "../../schema/hidden-inputs";
import type { Ownership } from "../../schema/ownership";
import { complaintsOf, plainComplaint } from "../../schema/plain-errors";
import { VpsInputs } from "../../schema/vps-inputs";
import { argumentsWith, vpsArguments } from "../change-table";
import { isUnknown } from "../equality";
import { replacedImportObjection, situationObjection } from "../import/import-objections";
import { type Change, type CheckFailure, checkFailure, type Desired } from "../model";
import { authorizedKeysPath } from "../purchase/request";
import { isReservedTag } from "../purchase/tags";
import { fixedObjection, imageObjections } from "../update/guards";
import { isReplacedFor, provenChanges } from "../update/replacement";
import { isOption, nearest, otherNameFor } from "./suggestions";

interface Checked {
  /** What the program asks for, in one spelling: oids and the like. Unknown values are left as they are. */
  readonly inputs: Record<string, unknown>;
  readonly failures: readonly CheckFailure[];
}

/** Made once: to make a schema costs more than to use it. */
const GivenInputs = VpsInputs.partial();

/** Looks at the arguments alone, and at the step from the old ones to the new where the old ones are known. */
export function checkVps(
  olds: Record<string, unknown>,
  news: Record<string, unknown>,
  ownership: Ownership | undefined,
): Checked {
  const given = Object.fromEntries(
    Object.entries(news).filter(([name, value]) => !isHidden(name) && value !== null && value !== undefined),
  );
  const known = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => Object.hasOwn(VpsInputs.shape, name) && !isUnknown(value)),
  );
  const hidden = Object.fromEntries(Object.entries(news).filter(([name]) => isHidden(name)));
  const misnamed = [
    ...(given["domainName"] === undefined ? [failure("domainName", 'is required, such as "web.example.com"')] : []),
    ...misspelt(given),
  ];
  const parsed = GivenInputs.safeParse(known, { error: plainComplaint });
  if (!parsed.success) {
    const complaints = complaintsOf(parsed.error).map(({ path, reason }) => failure(path, reason));
    return { inputs: news, failures: [...misnamed, ...complaints] };
  }
  const desired = parsed.data as Desired;
  const failures = [
    ...misnamed,
    ...betweenArguments(desired, given),
    ...fromOldToNew(olds, { ...hidden, ...desired, __ownership: ownership }),
  ];
  return { inputs: { ...news, ...desired }, failures };
}

const failure = (path: string, reason: string): CheckFailure => checkFailure(`${path} ${reason}`);

/** Also one whose value is not known yet. */
function misspelt(given: Record<string, unknown>): CheckFailure[] {
  const names: readonly string[] = vpsArguments;
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => failure(`"${name}"`, `is not an argument of Vps${advice(name, names)}`));
}

function advice(name: string, names: readonly string[]): string {
  if (isOption(name)) return ": it is an option, and belongs into the third argument of new Vps(name, args, options)";
  const meant = otherNameFor(name) ?? nearest(name, names);
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
}

function betweenArguments(desired: Desired, given: Record<string, unknown>): CheckFailure[] {
  const failures: CheckFailure[] = [];
  if (given["instantiationViaCloneOptions"] !== undefined) {
    for (const argument of ["distro", "controlPanel", "cloudConfigData"] as const) {
      if (given[argument] !== undefined)
        failures.push(
          failure(argument, "cannot be given together with instantiationViaCloneOptions: a copy brings its own image"),
        );
    }
  }
  const keyFile = desired.fileInjectionData?.some((file) => file.path === authorizedKeysPath) === true;
  if (keyFile && desired.sshAuthorizedKeys !== undefined) {
    failures.push(
      failure(
        "sshAuthorizedKeys",
        `cannot be given together with a file ${authorizedKeysPath}: they are the same file`,
      ),
    );
  }
  for (const key of Object.keys(desired.metaData ?? {}).filter(isReservedTag)) {
    failures.push(failure("metaData", `has a key "${key}" that begins like the provider's own tags`));
  }
  return failures;
}

/** What no call can do, said in the preview. Without old inputs (a first create, a replacement) there is nothing to compare. */
function fromOldToNew(olds: Record<string, unknown>, desired: Desired): CheckFailure[] {
  if (olds["domainName"] === undefined) return [];
  const changes = provenChanges(olds, desired);
  if (isReplacedFor(changes, olds, desired)) return replacedImport(desired, changes);
  return [
    ...otherOrder(desired),
    ...changes
      .filter(({ effect }) => effect === "refused")
      .map(({ argument }) => checkFailure(fixedObjection(argument))),
    ...shrunkDisks(olds, desired, changes),
    ...imageObjections(changes, desired).map(checkFailure),
  ];
}

/** A replacement cancels the order that `import` names, and would then adopt what was just cancelled. */
function replacedImport({ __import: imported }: Desired, changes: readonly Change[]): CheckFailure[] {
  if (imported === undefined) return [];
  const because = changes.map(({ argument }) => argument);
  return [checkFailure(replacedImportObjection(imported, because))];
}

/** An option `import` that names another order than the resource has. */
function otherOrder({ __import: imported, __ownership: ownership }: Desired): CheckFailure[] {
  if (imported === undefined) return [];
  const objection = situationObjection(imported, ownership, false);
  return objection === undefined ? [] : [checkFailure(objection)];
}

function shrunkDisks(olds: Record<string, unknown>, desired: Desired, changes: readonly Change[]): CheckFailure[] {
  return argumentsWith("resize").flatMap((argument) => {
    const before = olds[argument];
    const wanted = desired[argument];
    const isChanged = changes.some((change) => change.argument === argument);
    if (argument === "memoryMb" || !isChanged || typeof before !== "number" || wanted === undefined || wanted >= before)
      return [];
    return [
      failure(argument, `cannot go down from ${before} to ${wanted} MB: disks do not shrink. Give at least ${before}`),
    ];
  });
}
