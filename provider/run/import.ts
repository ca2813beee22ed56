import type { ProviderContext } from "../host/context";
import type { HostMemory } from "../host/memory";
import { Refusal, whatFailed } from "../host/outcomes";
import { type CheckFailure, checkFailure } from "../pulumi/properties";
import { providerTags } from "../purchase/tags";
import {
  adoptionWarnings,
  differenceRefusal,
  heldRefusal,
  importedMessage,
  importLine,
  orderRefusal,
  sharedOrderMessage,
} from "../server/import-checks";
import { isPreview, type Program, type Resolved, resolvedPart } from "../server/program";
import { importDifferences, recordImport } from "../server/record";
import { orderedPassword } from "../server/request";
import type { OwnedServer } from "../server/state";
import { isUnanswered } from "../service/errors";
import { notAdopted } from "../service/wire/messages";
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
  const { domainName, __urn: urn = "" } = resolvedPart(program);
  const key = order && providerTags(order).key;
  if (memory.isOfAnother(orderOid, urn, key)) return false;
  if (key !== undefined) memory.ofKey(key).imported = { orderOid, urn };
  memory.ofOrder(orderOid).owners.add(urn);
  if (domainName !== undefined) memory.claimName(domainName, urn);
  return true;
}

/**
 * Where the program keeps a server, nothing in this run cancels or adopts its order.
 *
 * @param isKept whether this run does not replace it
 */
export function claim(memory: HostMemory, recorded: OwnedServer, { __urn: urn = "" }: Program, isKept = true): void {
  const { orderOid, domainName } = recorded;
  const other = memory.otherOwner(orderOid, urn);
  if (other !== undefined) throw new Refusal(sharedOrderMessage(recorded, urn, other));
  if (!isKept) return;
  // Another entry may have the same number, even one of this resource that is still to be deleted.
  const notes = memory.ofOrder(orderOid);
  notes.owners.add(urn);
  notes.isKept = true;
  if (domainName !== undefined) memory.claimName(domainName, urn);
}

/** Looks at the order that a program imports, the same way for a preview and an `up`. Throws if it cannot be adopted. */
async function orderToAdopt(context: ProviderContext, program: ImportRequest): Promise<AboutOrder> {
  const orderOid = Number(program.__import);
  const refuse = (why: string | undefined): void => {
    if (why !== undefined) throw new Refusal(`${notAdopted(resolvedPart(program).domainName)}: ${why}.`);
  };
  const isEnding = context.memory.ofOrder(orderOid).isBeingCancelled === true;
  refuse(isEnding ? `order ${orderOid} is being cancelled by this very run` : undefined);
  // Another resource of this program that names the same order finds it taken.
  refuse(hold(context, program) ? undefined : heldRefusal(orderOid));
  const order = await context.client.getOrder(orderOid);
  refuse(orderRefusal(order, context.client.serviceNowMs()));
  refuse(differenceRefusal(order, importDifferences(order, program)));
  refuse(hold(context, program, order) ? undefined : heldRefusal(orderOid));
  return order;
}

/** Adds an existing order to the state. Never buys or changes anything. */
export async function adoptByImport(
  context: ProviderContext,
  program: ImportRequest<Resolved<Program>>,
): Promise<OwnedServer> {
  const order = await orderToAdopt(context, program).catch((error: unknown) => {
    context.memory.ofOrder(Number(program.__import)).owners.delete(program.__urn ?? "");
    throw error;
  });
  warnOfAdoption(context, program, order);
  context.reporter.summary(program.__urn, importedMessage(order));
  const { key, attempt } = providerTags(order);
  // Bought under this very key, it was installed with the password that the key holds.
  const password = key !== undefined && key === program.__key ? orderedPassword(program) : program.password;
  return { ...recordImport(order, program, password), __attempt: attempt };
}

/** Says what the import will do. An unreachable service does not stop a preview; a refusal does. */
export async function previewImport(context: ProviderContext, program: ImportRequest): Promise<CheckFailure[]> {
  try {
    const order = await orderToAdopt(context, program);
    if (!isPreview(program)) return [];
    // Here in a preview; in the `up`, the adoption itself warns.
    warnOfAdoption(context, program, order);
    context.reporter.summary(program.__urn, importLine(order));
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [checkFailure(error.message)];
    if (!isUnanswered(error)) throw error;
    context.reporter.warn(
      program.__urn,
      `Order ${program.__import} will be adopted, but the preview could not read it: ${whatFailed(error)}`,
    );
    return [];
  }
}

function warnOfAdoption(context: ProviderContext, program: ImportRequest, order: AboutOrder): void {
  for (const warning of adoptionWarnings(order, program)) context.reporter.warn(program.__urn, warning);
}
