import type { ProviderContext } from "../host/context";
import { PartialFailure, Refusal } from "../host/failures";
import { programHolder } from "../host/memory";
import { type CheckFailure, checkFailure } from "../pulumi/properties";
import { providerTags } from "../purchase/tags";
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
} from "../server/import-checks";
import { isForecast, type Program, type Resolved, resolvedPart } from "../server/program";
import { orderedPassword } from "../server/request";
import type { OwnedServer } from "../server/state";
import { ServiceError } from "../service/errors";
import type { AboutOrder } from "../service/wire/order";

/** What a program asks for with the option `import`. */
type ImportRequest<Asked extends Program = Program> = Asked & { readonly __import: string };

export const isImporting = <Asked extends Program>(program: Asked): program is ImportRequest<Asked> =>
  program.__import !== undefined;

/**
 * No delete in the same run may cancel what was just adopted, not even the delete of the resource's own earlier entry. Returns false if
 * another resource of the program has the order.
 */
function hold({ memory }: ProviderContext, program: ImportRequest, order?: AboutOrder): boolean {
  const orderOid = Number(program.__import);
  const { domainName, __urn: urn = "", __key: ownKey } = resolvedPart(program);
  const key = order && providerTags(order).key;
  if (memory.isOfAnother(orderOid, urn, key)) return false;
  if (key !== undefined && key !== ownKey) memory.ofKey(key).imported = { orderOid, urn };
  memory.ofOrder(orderOid).holders.add(programHolder(urn));
  if (domainName !== undefined) memory.name(domainName, urn);
  return true;
}

/** Adds an existing order to the state. Never buys or changes anything. */
export async function adoptByImport(
  context: ProviderContext,
  program: ImportRequest<Resolved<Program>>,
): Promise<OwnedServer> {
  const orderOid = Number(program.__import);
  const notes = context.memory.ofOrder(orderOid);
  if (notes.isBeingCancelled)
    throw new Refusal(`Nothing was adopted, changed or bought: order ${orderOid} is being cancelled by this very run.`);
  if (!hold(context, program)) throw new Refusal(`Nothing was adopted, changed or bought: ${heldObjection(orderOid)}.`);
  try {
    return await adoptOrder(context, program, await context.client.getOrder(orderOid));
  } catch (error) {
    // After a partial failure the state holds the order.
    if (!(error instanceof PartialFailure)) notes.holders.delete(programHolder(program.__urn ?? ""));
    throw error;
  }
}

async function adoptOrder(
  context: ProviderContext,
  program: ImportRequest<Resolved<Program>>,
  order: AboutOrder,
): Promise<OwnedServer> {
  const objection = orderObjection(order, context.client.serviceNowMs());
  if (objection !== undefined) throw new Refusal(`Nothing was adopted, changed or bought: ${objection}.`);
  const difference = differenceObjection(importDifferences(order, program));
  if (difference !== undefined) throw new Refusal(notAdoptedMessage(order, difference));
  if (!hold(context, program, order))
    throw new Refusal(`Nothing was adopted, changed or bought: ${heldObjection(order.orderOid)}.`);
  warnOfAdoption(context, program, order);
  context.reporter.summary(program.__urn, importedMessage(order));
  const { key, attempt } = providerTags(order);
  // Bought under this very key, it was installed with the password that the key holds.
  const password = key !== undefined && key === program.__key ? orderedPassword(program) : program.password;
  return { ...recordImport(order, program, password), __attempt: attempt };
}

/** What the import would find, for the preview: it judges the same way, and turns what would fail into complaints. */
export async function previewImport(context: ProviderContext, program: ImportRequest): Promise<CheckFailure[]> {
  const orderOid = Number(program.__import);
  // Another resource of this program that names the same order finds it taken, even in the preview.
  if (!hold(context, program)) return [checkFailure(heldObjection(orderOid))];
  let order: AboutOrder;
  try {
    order = await context.client.getOrder(orderOid);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return unreadable(context, program, error);
  }
  const objection = orderObjection(order, context.client.serviceNowMs());
  if (objection !== undefined) return [checkFailure(objection)];
  const difference = differenceObjection(importDifferences(order, program));
  if (difference !== undefined) return [checkFailure(difference)];
  if (!hold(context, program, order)) return [checkFailure(heldObjection(orderOid))];
  if (!isForecast(program)) return [];
  // Here in a preview; in the `up`, the adoption itself warns.
  warnOfAdoption(context, program, order);
  context.reporter.summary(program.__urn, importLine(order));
  return [];
}

/** An unreachable service does not stop a preview; a refusal does. */
function unreadable(context: ProviderContext, program: ImportRequest, error: ServiceError): CheckFailure[] {
  if (error.outcome === "refused") return [checkFailure(error.message)];
  context.reporter.warn(
    program.__urn,
    `Order ${program.__import} will be adopted, but the preview could not read it: ${error.message}`,
  );
  return [];
}

function warnOfAdoption(context: ProviderContext, program: ImportRequest, order: AboutOrder): void {
  for (const warning of adoptionWarnings(order, program)) context.reporter.warn(program.__urn, warning);
}
