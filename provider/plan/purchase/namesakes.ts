import type { Namesake } from "../../schema/hidden-inputs";
import { nameInUrn } from "../../schema/urn";
import { type Desired, knownPart } from "../model";

/** For a new server with the domain name of one that this stack has: most likely a rename, which loses the data. */
export function namesakeWarnings({ __declaredUrn: urn = "", __ownership, ...program }: Desired): string[] {
  const { domainName = "" } = knownPart(program);
  return (__ownership?.namesakes ?? []).flatMap((namesake) => {
    const { orderOid, isDeclared, isRetained } = namesake;
    if (orderOid === undefined) return [];
    const [name, former] = [nameInUrn(urn), nameInUrn(namesake.urn)];
    const order = `Order ${orderOid} (${domainName})`;
    if (isDeclared)
      return `${order} is the server "${former}" of this program, and "${name}" has the same domain name: another server is ordered, and both are billed.`;
    const end = isRetained
      ? `order ${orderOid} will run on, billed, and nothing will manage it any longer`
      : `order ${orderOid} will be cancelled, unless it is protected, and ALL DATA ON IT WILL BE LOST`;
    return `${order} is in this stack's state as "${former}", which the program does not declare: another server will be ordered as "${name}", and ${end}. If the resource was renamed, keep its server: add ${aliasFor(urn, namesake.urn)} to the options of "${name}".`;
  });
}

/** Why a server is not bought while an undeclared one of the same domain name waits for the order of its purchase: it may be that one. */
export function pendingNamesakeReason(urn: string, namesakes: readonly Namesake[]): string | undefined {
  const waiting = namesakes.find(({ orderOid, isDeclared }) => orderOid === undefined && !isDeclared);
  return (
    waiting &&
    `is that of "${nameInUrn(waiting.urn)}" in this stack's state, whose purchase got no answer: its order may exist, and a second one would be billed. Nothing was bought. ` +
      `If the resource was renamed, add ${aliasFor(urn, waiting.urn)} to the options of "${nameInUrn(urn)}"; otherwise declare "${nameInUrn(waiting.urn)}" again until its order is found or an hour has passed`
  );
}

/** For two new servers. */
export const sameNameWarning = (domainName: string, urn: string, other: string): string =>
  `"${nameInUrn(other)}" and "${nameInUrn(urn)}" have the same domain name, ${domainName}: two servers are ordered, and both are billed.`;

/** The URN says everything; a name is enough if nothing else has changed. */
const aliasFor = (urn: string, former: string): string =>
  urn.split("::").slice(0, 3).join() === former.split("::").slice(0, 3).join()
    ? `aliases: [{ name: ${JSON.stringify(nameInUrn(former))} }]`
    : `aliases: [${JSON.stringify(former)}]`;
