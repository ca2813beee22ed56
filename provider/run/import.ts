import type { ProviderContext } from "../host/context";
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
  savedRefusal,
} from "../server/import-checks";
import { isOtherProvider } from "../server/plan-change";
import { type Program, type Resolved, resolvedPart } from "../server/program";
import { importDifferences, recordImport } from "../server/record";
import { passwordOfAttempt } from "../server/request";
import type { OwnedServer } from "../server/server";
import { isUnanswered } from "../service/errors";
import { notAdopted } from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import type { Announcer } from "./look";

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

/** Looks at the order that a program imports, the same way for a preview and an `up`. Throws if it cannot be adopted. */
async function orderToAdopt(context: ProviderContext, program: ImportRequest): Promise<AboutOrder> {
  const orderOid = Number(program.__import);
  const refuse = (why: string | undefined): void => {
    if (why !== undefined) throw new Refusal(`${notAdopted(resolvedPart(program).domainName)}: ${why}.`);
  };
  const isEnding = context.memory.ofOrder(orderOid).beingCancelled !== undefined;
  const { savedAs } = context.memory.ofOrder(orderOid);
  const { __urn: urn = "" } = program;
  refuse(savedAs === undefined || savedAs === urn ? undefined : savedRefusal(orderOid, savedAs, urn));
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
  for (const warning of adoptionWarnings(order, program)) context.reporter.warn(program.__urn, warning);
  context.reporter.summary(program.__urn, importedMessage(order));
  const { key, attempt } = providerTags(order);
  // Bought under this very key, it was installed with a password that the key knows.
  const password = key !== undefined && key === program.__key ? passwordOfAttempt(attempt, program) : program.password;
  const { __keyProviderName: madeBy } = program;
  const other = isOtherProvider(madeBy, program) ? { __keyMadeBy: madeBy } : {};
  return { ...recordImport(order, program, password), __attempt: attempt, ...other };
}

/** Says what the import will do. An unreachable service does not stop a preview; a refusal does. */
export async function announceImport(announcer: Announcer, program: ImportRequest): Promise<CheckFailure[]> {
  const { context } = announcer.ready();
  try {
    const order = await orderToAdopt(context, program);
    // In the `up`, the adoption itself warns.
    announcer.warn(program, adoptionWarnings(order, program));
    announcer.summarize(program, [importLine(order)]);
    return [];
  } catch (error) {
    if (error instanceof Refusal) return [checkFailure(error.message)];
    if (!isUnanswered(error)) throw error;
    announcer.warn(program, [
      `Order ${program.__import} will be adopted, but the preview could not read it: ${whatFailed(error)}`,
    ]);
    return [];
  }
}
