import { ServiceError } from "../../api/errors";
import {
  type ImportDifference,
  importDifferences,
  isAccepted,
  recordImport,
} from "../../plan/import/import-differences";
import {
  differenceFailures,
  importedMessage,
  importLine,
  importReinstallWarning,
  notAdoptedMessage,
} from "../../plan/import/import-messages";
import { orderObjection, situationObjection } from "../../plan/import/import-objections";
import { type CheckFailure, checkFailure, type Desired } from "../../plan/model";
import { derivePassword } from "../../plan/purchase/derive";
import { fingerprintOf } from "../../plan/purchase/request";
import { ownTags } from "../../plan/purchase/tags";
import type { AboutOrder } from "../../schema/order";
import { ImportedOid } from "../../schema/ownership";
import type { ProviderContext } from "../context";
import { PartialFailure, Refusal } from "../partial-failure";
import { summary } from "../progress";
import type { Purchased } from "../purchase/declared-vps";
import { changeServer } from "../update/change-server";

/** What a program asks for with the option `import`. */
type Importing = Desired & { readonly __import: string };

export const isImporting = (desired: Desired): desired is Importing => desired.__import !== undefined;

/** A delete in the same run must not cancel what was just adopted, not even that of the resource's own earlier entry. */
const importerOf = (desired: Importing): string => `import of ${desired.__declaredUrn ?? desired.__import}`;

/** Takes an order that exists into the state. Buys nothing, ever; changes the server only where the program consents. */
export async function adoptByImport(context: ProviderContext, desired: Importing): Promise<Purchased> {
  const importer = importerOf(desired);
  const objection = knownObjection(context, desired);
  if (objection !== undefined) throw new Refusal(`Nothing was adopted, changed or bought: ${objection}.`);
  const orderOid = ImportedOid.parse(desired.__import);
  context.memory.hold(orderOid, importer);
  try {
    return await adopt(context, desired, await context.client.getOrder(orderOid));
  } catch (error) {
    // After a partial failure the state holds the order.
    if (!(error instanceof PartialFailure)) context.memory.release(orderOid, importer);
    throw error;
  }
}

async function adopt(context: ProviderContext, desired: Importing, order: AboutOrder): Promise<Purchased> {
  const urn = desired.__declaredUrn;
  const objection = objectionTo(context, desired, order);
  if (objection !== undefined) throw new Refusal(`Nothing was adopted, changed or bought: ${objection}.`);
  const differences = importDifferences(order, desired);
  const failures = differenceFailures(differences, consentOf(desired));
  if (failures.length > 0) throw new Refusal(notAdoptedMessage(order, failures));
  context.reporter.progress(urn, importLine(order, differences));
  const id = String(order.orderOid);
  const { key, attempt } = ownTags(order);
  const adopted = {
    ...recordImport(order, desired, knownPassword(order, desired)),
    // The tag that delete will find on the order: accepted here, and no other.
    __key: key ?? desired.__ownership?.keys[0],
    __attempt: attempt,
  };
  if (differences.length > 0) {
    return { id, outputs: await changeServer(context, id, adopted, desired) };
  }
  summary(context, urn, importedMessage(order));
  return { id, outputs: adopted };
}

/** What the import would find, for the preview: the same judgement, and what would fail is a complaint. */
export async function previewImport(context: ProviderContext, desired: Importing): Promise<CheckFailure[]> {
  const objection = knownObjection(context, desired);
  if (objection !== undefined) return [checkFailure(objection)];
  const orderOid = ImportedOid.parse(desired.__import);
  // Another resource of this program that names the same order finds it taken, in the preview already.
  context.memory.hold(orderOid, importerOf(desired));
  let order: AboutOrder;
  try {
    order = await context.client.getOrder(orderOid);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return unreadable(context, desired, error);
  }
  const refused = objectionTo(context, desired, order);
  if (refused !== undefined) return [checkFailure(refused)];
  return tellDifferences(context, desired, order, importDifferences(order, desired));
}

/** A service that cannot be reached stops no preview; one that says no does. */
function unreadable(context: ProviderContext, desired: Importing, error: ServiceError): CheckFailure[] {
  if (error.outcome === "refused") return [checkFailure(error.message)];
  context.reporter.warn(
    desired.__declaredUrn,
    `Order ${desired.__import} is to be adopted, but it could not be looked at: ${error.message}`,
  );
  return [];
}

function tellDifferences(
  context: ProviderContext,
  desired: Importing,
  order: AboutOrder,
  differences: readonly ImportDifference[],
): CheckFailure[] {
  const urn = desired.__declaredUrn;
  const consent = consentOf(desired);
  summary(context, urn, importLine(order, differences));
  if (differences.some((difference) => difference.remedy === "reinstall" && isAccepted(difference, consent)))
    context.reporter.warn(urn, importReinstallWarning(order));
  return differenceFailures(differences, consent);
}

const consentOf = (desired: Importing) => desired.__onImportDifference ?? "fail";

/** What forbids an import before the service is asked. */
function knownObjection(context: ProviderContext, desired: Importing): string | undefined {
  const { __import: imported, __ownership: ownership } = desired;
  const objection = situationObjection(imported, ownership, true);
  if (objection !== undefined) return objection;
  return context.memory.isHeldByAnother(Number(imported), importerOf(desired))
    ? `the option import names order ${imported}, which another resource of this program holds or imports`
    : undefined;
}

const objectionTo = (context: ProviderContext, desired: Importing, order: AboutOrder): string | undefined =>
  orderObjection({
    order,
    ledger: desired.__ledger,
    takeOver: context.settings.takeOver ?? [],
    pending: desired.__ownership?.stack?.pending ?? [],
    nowMs: context.client.serviceNowMs(),
  });

/** The program's word, or the derived password where the order's tags prove that this very program bought it. */
function knownPassword(order: AboutOrder, desired: Importing): string | undefined {
  const { __ledgerSecret: secret, password } = desired;
  const { attempt, fingerprint } = ownTags(order);
  if (password !== undefined || secret === undefined || attempt === undefined) return password;
  return fingerprint === fingerprintOf(desired, secret) ? derivePassword(secret, attempt) : undefined;
}
