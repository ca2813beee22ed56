import { ServiceError } from "../../api/errors";
import { readOrder } from "../../evidence/read-order";
import {
  differenceFailures,
  type ImportDifference,
  importDifferences,
  importedMessage,
  importLine,
  notAdoptedMessage,
  recordImport,
} from "../../plan/import/import-differences";
import {
  adoptionWarnings,
  type ImportSituation,
  importSituation,
  orderObjection,
} from "../../plan/import/import-objections";
import { type CheckFailure, checkFailure, type Desired, isForecast, type Known, knownPart } from "../../plan/model";
import { importConsequences } from "../../plan/preview/consequences";
import { derivePassword } from "../../plan/purchase/derive";
import { fingerprintOf, unknownPrices } from "../../plan/purchase/request";
import { ownTags } from "../../plan/purchase/tags";
import type { AboutOrder } from "../../schema/order";
import { effectOf } from "../../schema/vps-arguments";
import type { ProviderContext } from "../context";
import { PartialFailure, Refusal } from "../failures";
import { PreviewReads } from "../preview/gather";
import { refuseResizeAboveLimit } from "../purchase/check-limits";
import type { Purchased } from "../purchase/declared-vps";
import { changeServer } from "../update/change-server";
import { inTurn } from "../update/turn";

/** What a program asks for with the option `import`. */
type Importing<Program extends Desired = Desired> = Program & { readonly __import: string };

export const isImporting = <Program extends Desired>(desired: Program): desired is Importing<Program> =>
  desired.__import !== undefined;

/** No delete in the same run may cancel what was just adopted, not even the delete of the resource's own earlier entry. */
const importerOf = (desired: Importing): string => `import of ${desired.__declaredUrn ?? desired.__import}`;

/** Adds an existing order to the state. Never buys anything; changes the server only if the program consents. */
export async function adoptByImport(context: ProviderContext, desired: Importing<Known<Desired>>): Promise<Purchased> {
  const importer = importerOf(desired);
  const situation = knownSituation(context, desired);
  if ("objection" in situation) throw new Refusal(`Nothing was adopted, changed or bought: ${situation.objection}.`);
  const { orderOid } = situation;
  context.memory.hold(orderOid, importer);
  try {
    return await adoptOrder(context, desired, await readOrder(context.client, orderOid));
  } catch (error) {
    // After a partial failure the state holds the order.
    if (!(error instanceof PartialFailure)) context.memory.release(orderOid, importer);
    throw error;
  }
}

async function adoptOrder(
  context: ProviderContext,
  desired: Importing<Known<Desired>>,
  order: AboutOrder,
): Promise<Purchased> {
  const urn = desired.__declaredUrn;
  const objection = objectionTo(context, desired, order);
  if (objection !== undefined) throw new Refusal(`Nothing was adopted, changed or bought: ${objection}.`);
  const differences = importDifferences(order, desired);
  const failures = differenceFailures(differences, consentOf(desired));
  if (failures.length > 0) throw new Refusal(notAdoptedMessage(order, failures));
  warnOfAdoption(context, desired, order);
  context.reporter.progress(urn, importLine(order, differences));
  const { key, attempt } = ownTags(order);
  const adopted = {
    ...recordImport(order, desired, knownPassword(order, desired)),
    // The tag that delete will find on the order: this one is accepted here, and no other.
    __key: key ?? desired.__ownership?.keys[0],
    __attempt: attempt,
  };
  if (differences.length > 0) {
    const change = () => changeServer(context, adopted, desired);
    return { outputs: await inTurn(context, adopted, desired, async (untilServing) => untilServing(await change())) };
  }
  context.reporter.summary(urn, importedMessage(order));
  return { outputs: adopted };
}

/** What the import would find, for the preview: it judges the same way, and turns what would fail into complaints. */
export async function previewImport(context: ProviderContext, desired: Importing): Promise<CheckFailure[]> {
  const situation = knownSituation(context, desired);
  if ("objection" in situation) return [checkFailure(situation.objection)];
  const { orderOid } = situation;
  // Another resource of this program that names the same order finds it taken, even in the preview.
  context.memory.hold(orderOid, importerOf(desired));
  let order: AboutOrder;
  try {
    order = await readOrder(context.client, orderOid);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return unreadable(context, desired, error);
  }
  const refused = objectionTo(context, desired, order);
  if (refused !== undefined) return [checkFailure(refused)];
  const differences = importDifferences(order, desired);
  // The adoption itself warns of it.
  if (isForecast(desired)) warnOfAdoption(context, desired, order);
  const failures = differenceFailures(differences, consentOf(desired));
  if (failures.length === 0) return previewChanges(context, desired, order, differences);
  context.reporter.summary(desired.__declaredUrn, importLine(order, differences));
  return failures;
}

/** An unreachable service does not stop a preview; a refusal does. */
function unreadable(context: ProviderContext, desired: Importing, error: ServiceError): CheckFailure[] {
  if (error.outcome === "refused") return [checkFailure(error.message)];
  context.reporter.warn(
    desired.__declaredUrn,
    `Order ${desired.__import} will be adopted, but the preview could not read it: ${error.message}`,
  );
  return [];
}

/** Says what the import finds and what it will change, and returns what would make that change fail. */
async function previewChanges(
  context: ProviderContext,
  desired: Importing,
  order: AboutOrder,
  differences: readonly ImportDifference[],
): Promise<CheckFailure[]> {
  const urn = desired.__declaredUrn;
  const isMoved = differences.some(({ argument }) => argument === "hostServerOid");
  const host = await new PreviewReads(context).hostEvidence(isMoved ? knownPart(desired).hostServerOid : undefined);
  const { line, warnings } = importConsequences(order, desired, differences, host);
  if (isForecast(desired)) context.reporter.summary(urn, [importLine(order, differences), ...line].join("; "));
  for (const warning of warnings) context.reporter.warn(urn, warning);
  return differences.some(isResize) ? resizeObjections(context, desired, order) : [];
}

const isResize = ({ argument }: ImportDifference): boolean => effectOf(argument) === "resize";

/** A resize that the limits forbid makes the whole import fail, which the preview can tell. */
async function resizeObjections(
  context: ProviderContext,
  desired: Importing,
  order: AboutOrder,
): Promise<CheckFailure[]> {
  if (unknownPrices(desired).length > 0) return [];
  try {
    await refuseResizeAboveLimit(context, order, knownPart(desired));
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [checkFailure(error.message.replace(/\.$/, ""))];
    throw error;
  }
}

function warnOfAdoption(context: ProviderContext, desired: Importing, order: AboutOrder): void {
  for (const warning of adoptionWarnings(order, desired)) context.reporter.warn(desired.__declaredUrn, warning);
}

const consentOf = (desired: Importing) => desired.__onImportDifference ?? "fail";

/** The order to adopt, or what forbids that before the service is asked. */
function knownSituation(context: ProviderContext, desired: Importing): ImportSituation {
  const situation = importSituation(desired.__import, desired.__ownership, true);
  if ("objection" in situation || !context.memory.isHeldByAnother(situation.orderOid, importerOf(desired)))
    return situation;
  return {
    objection: `the option import names order ${situation.orderOid}, which another resource of this program holds or imports`,
  };
}

const objectionTo = (context: ProviderContext, desired: Importing, order: AboutOrder): string | undefined =>
  orderObjection(order, desired, context.settings.adoptOrders ?? [], context.client.serviceNowMs());

/** The program's password, or the derived one if the order's tags prove that this very program bought it. */
function knownPassword(order: AboutOrder, desired: Known<Desired>): string | undefined {
  const { __ledgerSecret: secret, password } = desired;
  const { attempt, fingerprint } = ownTags(order);
  if (password !== undefined || secret === undefined || attempt === undefined) return password;
  return fingerprint === fingerprintOf(desired, secret) ? derivePassword(secret, attempt) : undefined;
}
