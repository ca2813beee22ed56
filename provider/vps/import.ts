import { type CheckFailure, checkFailure } from "../engine/properties";
import type { ProviderContext } from "../host/context";
import { explainOnce, PartialFailure, Refusal } from "../host/failures";
import { providerTags } from "../purchase/tags";
import { ServiceError } from "../service/errors";
import type { AboutOrder } from "../service/wire/order";
import { type Desired, isForecast, type Resolved, resolvedPart } from "./desired";
import {
  adoptionWarnings,
  differenceObjection,
  heldObjection,
  importDifferences,
  importedMessage,
  importLine,
  notAdoptedMessage,
  orderObjection,
  recordImport,
} from "./import-checks";
import type { OwnedServer } from "./state";

/** What a program asks for with the option `import`. */
type ImportRequest<Program extends Desired = Desired> = Program & { readonly __import: string };

export const isImporting = <Program extends Desired>(desired: Program): desired is ImportRequest<Program> =>
  desired.__import !== undefined;

/** No delete in the same run may cancel what was just adopted, not even the delete of the resource's own earlier entry. */
const importerOf = (desired: ImportRequest): string => `import of ${desired.__urn ?? desired.__import}`;

function hold({ memory }: ProviderContext, desired: ImportRequest): void {
  const orderOid = Number(desired.__import);
  const { domainName } = resolvedPart(desired);
  memory.hold(orderOid, importerOf(desired));
  if (desired.__urn === undefined) return;
  memory.claim(orderOid, desired.__urn);
  if (domainName !== undefined) memory.name(domainName, desired.__urn);
}

/** Adds an existing order to the state. Never buys or changes anything. */
export async function adoptByImport(
  context: ProviderContext,
  desired: ImportRequest<Resolved<Desired>>,
): Promise<OwnedServer> {
  const importer = importerOf(desired);
  const orderOid = Number(desired.__import);
  if (context.memory.isHeldByAnother(orderOid, importer))
    throw new Refusal(`Nothing was adopted, changed or bought: ${heldObjection(orderOid)}.`);
  if (context.memory.cancelled.has(orderOid))
    throw new Refusal(`Nothing was adopted, changed or bought: order ${orderOid} is being cancelled by this very run.`);
  hold(context, desired);
  try {
    return await adoptOrder(context, desired, await context.client.getOrder(orderOid));
  } catch (error) {
    // After a partial failure the state holds the order.
    if (!(error instanceof PartialFailure)) context.memory.release(orderOid, importer);
    throw error;
  }
}

async function adoptOrder(
  context: ProviderContext,
  desired: ImportRequest<Resolved<Desired>>,
  order: AboutOrder,
): Promise<OwnedServer> {
  const objection = orderObjection(order, context.client.serviceNowMs());
  if (objection !== undefined) throw new Refusal(`Nothing was adopted, changed or bought: ${objection}.`);
  const difference = differenceObjection(importDifferences(order, desired));
  if (difference !== undefined) throw new Refusal(notAdoptedMessage(order, difference));
  warnOfAdoption(context, desired, order);
  context.memory.created.add(order.orderOid);
  context.reporter.summary(desired.__urn, importedMessage(order));
  const { key, attempt } = providerTags(order);
  return { ...recordImport(order, desired, desired.password), __key: key ?? desired.__key, __attempt: attempt };
}

/** What the import would find, for the preview: it judges the same way, and turns what would fail into complaints. */
export async function previewImport(context: ProviderContext, desired: ImportRequest): Promise<CheckFailure[]> {
  const orderOid = Number(desired.__import);
  const importer = importerOf(desired);
  if (context.memory.isHeldByAnother(orderOid, importer)) return [checkFailure(heldObjection(orderOid))];
  // Another resource of this program that names the same order finds it taken, even in the preview.
  hold(context, desired);
  let order: AboutOrder;
  try {
    order = await context.client.getOrder(orderOid);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return unreadable(context, desired, error);
  }
  const objection = orderObjection(order, context.client.serviceNowMs());
  if (objection !== undefined) return [checkFailure(objection)];
  const difference = differenceObjection(importDifferences(order, desired));
  if (difference !== undefined) return [checkFailure(difference)];
  if (!isForecast(desired)) return [];
  // Here in a preview; in the `up`, the adoption itself warns.
  warnOfAdoption(context, desired, order);
  context.reporter.summary(desired.__urn, importLine(order));
  return [];
}

/** An unreachable service does not stop a preview; a refusal does. */
function unreadable(context: ProviderContext, desired: ImportRequest, error: ServiceError): CheckFailure[] {
  if (error.outcome === "refused") return [checkFailure(explainOnce(context.memory, error, desired.__urn))];
  context.reporter.warn(
    desired.__urn,
    `Order ${desired.__import} will be adopted, but the preview could not read it: ${error.message}`,
  );
  return [];
}

function warnOfAdoption(context: ProviderContext, desired: ImportRequest, order: AboutOrder): void {
  for (const warning of adoptionWarnings(order, desired)) context.reporter.warn(desired.__urn, warning);
}
