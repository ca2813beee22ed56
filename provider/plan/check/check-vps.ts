import * as z from "zod";
import { isHidden } from "../../schema/hidden-inputs";
import { complaintsOf, plainComplaint } from "../../schema/plain-errors";
import { secretArguments, vpsArguments } from "../../schema/vps-arguments";
import { VpsInputs } from "../../schema/vps-inputs";
import { refusedOptionReason } from "../../schema/vps-options";
import { importSituation, replacedImportObjection } from "../import/import-objections";
import {
  type Arguments,
  type Change,
  type CheckFailure,
  checkFailure,
  type Desired,
  type Hidden,
  isFirstOrder,
  type Properties,
  Unknown,
} from "../model";
import { pendingNamesakeReason } from "../purchase/namesakes";
import { authorizedKeysPath } from "../purchase/request";
import { isReservedTag } from "../purchase/tags";
import { fixedObjection, imageObjections, shrinkObjections } from "../update/guards";
import { provenChanges, replacedFor } from "../update/replacement";
import { implausible, stringified } from "./check-values";
import { isOption, nearest, otherNameFor } from "./suggestions";

export interface Checked {
  /** What is known of the arguments, in one spelling: oids and the like. */
  readonly inputs: Arguments;
  readonly failures: readonly CheckFailure[];
}

/** Built once: building a schema costs more than using it. */
const GivenInputs = VpsInputs.partial();

/** The same for a server that has its name already: the service takes names that nobody can order, such as `web_1`. */
const NamedInputs = GivenInputs.extend({ domainName: z.string().min(1) });

/** Whether the name is that of a server that exists: one that `import` names, or that the state has under this name. */
const isNamedAlready = (olds: Properties, given: Properties, { __import: imported }: Hidden): boolean =>
  typeof given["domainName"] === "string" && (imported !== undefined || olds["domainName"] === given["domainName"]);

/** Checks the arguments by themselves and, if the old ones are known, the change from old to new. */
export function checkVps(olds: Properties, news: Properties, hidden: Hidden): Checked {
  const leftOut = hidden.__ownership?.leftOut ?? [];
  // Without them a server would be ordered or changed otherwise than the program says.
  const waiting = pendingNamesakeReason(hidden.__declaredUrn ?? "", hidden.__ownership?.namesakes ?? []);
  if (waiting !== undefined) return { inputs: {}, failures: [failure("domainName", waiting)] };
  if (leftOut.length > 0) return { inputs: {}, failures: leftOut.map((name) => failure(name, leftOutReason)) };
  if (hidden.__ownership?.isAccountUnsaved === true && hidden.__import === undefined && isFirstOrder(olds))
    return { inputs: {}, failures: [checkFailure(unsavedAccountReason(hidden.__providerName))] };
  if (hidden.__refusedOption !== undefined)
    return { inputs: {}, failures: [checkFailure(refusedOptionReason(hidden.__refusedOption))] };
  const given = Object.fromEntries(
    Object.entries(news).filter(([name, value]) => !isHidden(name) && value !== null && value !== undefined),
  );
  const withStringified = stringified(given);
  const known = Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) =>
        Object.hasOwn(VpsInputs.shape, name) && !(value instanceof Unknown) && !withStringified.has(name),
    ),
  );
  const misnamed = [
    ...[...withStringified.values()].flat(),
    ...(given["domainName"] === undefined ? [failure("domainName", 'is required, such as "web.example.com"')] : []),
    ...misspelt(given),
  ];
  const schema = isNamedAlready(olds, given, hidden) ? NamedInputs : GivenInputs;
  const parsed = schema.safeParse(known, { error: plainComplaint });
  if (!parsed.success || withStringified.size > 0) {
    const complaints = complaintsOf(parsed.error, known, secretArguments).map(({ path, reason }) =>
      failure(path, reason),
    );
    return { inputs: {}, failures: [...misnamed, ...complaints] };
  }
  const inputs = parsed.data;
  const failures = [
    ...misnamed,
    ...betweenArguments(inputs, given),
    ...implausible(olds, inputs),
    ...fromOldToNew(olds, inputs, { ...hidden, ...inputs }),
  ];
  return { inputs, failures };
}

const leftOutReason =
  "is not known: it comes from a resource that this run leaves out (--target, --exclude). Nothing was ordered or changed for this server: include that resource in the run, or run it without such an option";

const unsavedAccountReason = (provider: string | undefined): string =>
  `The account of provider "${provider}" is new to this stack, and this run leaves out the ledger, which remembers all accounts (--target, --exclude). A destroy would not look there for orders of interrupted runs. ` +
  "Nothing was ordered: run it once without such an option, or with --target '**::ledger' too";

const failure = (path: string, reason: string): CheckFailure => checkFailure(`${path} ${reason}`);

/** Reports a misspelt name even if its value is not known yet. */
function misspelt(given: Properties): CheckFailure[] {
  const names: readonly string[] = vpsArguments;
  return Object.keys(given)
    .filter((name) => !names.includes(name))
    .map((name) => failure(`"${name}"`, `is not an argument of Vps${advice(name, names)}`));
}

function advice(name: string, names: readonly string[]): string {
  if (isOption(name)) return ": it is an option, and belongs in the third argument of new Vps(name, args, options)";
  const meant = otherNameFor(name) ?? nearest(name, names);
  return meant === undefined ? "" : `; did you mean "${meant}"?`;
}

function betweenArguments(desired: Arguments, given: Properties): CheckFailure[] {
  const failures: CheckFailure[] = [];
  if (given["instantiationViaCloneOptions"] !== undefined) {
    for (const argument of ["distro", "controlPanel", "cloudConfig", "cloudConfigData"] as const) {
      if (given[argument] !== undefined)
        failures.push(
          failure(argument, "cannot be combined with instantiationViaCloneOptions: a clone brings its own image"),
        );
    }
    if (given["password"] !== undefined)
      failures.push(
        failure("password", "cannot be combined with instantiationViaCloneOptions: a clone keeps its source's"),
      );
  }
  if (given["cloudConfig"] !== undefined && given["cloudConfigData"] !== undefined)
    failures.push(
      failure("cloudConfig", "cannot be combined with cloudConfigData: both are the server's cloud-config"),
    );
  if (given["moveTriggers"] !== undefined && given["hostServerOid"] !== undefined)
    failures.push(
      failure(
        "moveTriggers",
        "cannot be combined with hostServerOid, which names a host: moveTriggers let the service choose one",
      ),
    );
  const keyFile = desired.fileInjectionData?.some((file) => file.path === authorizedKeysPath) === true;
  if (keyFile && desired.sshAuthorizedKeys !== undefined) {
    failures.push(
      failure("sshAuthorizedKeys", `cannot be combined with a file ${authorizedKeysPath}: they are the same file`),
    );
  }
  for (const key of Object.keys(desired.metaData ?? {}).filter(isReservedTag)) {
    failures.push(failure("metaData", `has a key "${key}" that starts like the provider's own tags`));
  }
  return failures;
}

/** Reports in the preview what no call can do. */
function fromOldToNew(olds: Properties, inputs: Arguments, desired: Desired): CheckFailure[] {
  if (isFirstOrder(olds)) return [];
  const changes = provenChanges(olds, desired);
  const replaces = replacedFor(changes, olds, desired);
  if (replaces.length > 0)
    return [...replacedImport(desired, changes), ...imageObjections(changes, desired, replaces).map(checkFailure)];
  return [
    ...otherOrder(desired),
    ...changes
      .filter(({ effect }) => effect === "refused")
      .map(({ argument }) => checkFailure(fixedObjection(argument))),
    ...shrinkObjections(changes, inputs, olds).map(checkFailure),
    // What looks changed may be what is installed already; then the diff tells, and the update refuses.
    ...(desired.__ownership?.awaitsPort === true ? [] : imageObjections(changes, desired).map(checkFailure)),
  ];
}

/** A replacement cancels the order that `import` names, and would then adopt what was just cancelled. */
function replacedImport({ __import: imported }: Desired, changes: readonly Change[]): CheckFailure[] {
  if (imported === undefined) return [];
  const because = changes.map(({ argument }) => argument);
  return [checkFailure(replacedImportObjection(imported, because))];
}

/** Reports an option `import` that names another order than the resource's own. */
function otherOrder({ __import: imported, __ownership: ownership }: Desired): CheckFailure[] {
  if (imported === undefined) return [];
  const situation = importSituation(imported, ownership, false);
  return "objection" in situation ? [checkFailure(situation.objection)] : [];
}
