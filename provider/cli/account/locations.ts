import { nearest } from "../../engine/suggestions";
import type { DataCenter } from "../../service/wire/catalogue";

/**
 * Refuses the code of a data centre that does not exist, after nothing was found there: an empty list would say that there
 * is one. The catalogue lists what takes new orders; older orders may be in others.
 */
export async function requireDataCenter(
  asked: string | undefined,
  used: readonly (string | undefined)[],
  dataCenters: () => Promise<readonly DataCenter[]>,
): Promise<void> {
  const isAsked = (code: string | undefined): boolean => code?.toLowerCase() === asked?.toLowerCase();
  if (asked === undefined || used.some(isAsked)) return;
  const listed = (await dataCenters()).map((one) => one.dataCenterLocationCode);
  const codes = [...new Set([...listed, ...used])].filter((code) => code !== undefined).sort();
  if (codes.length === 0 || codes.some(isAsked)) return;
  const meant = nearest(asked, codes);
  const hint = meant === undefined ? "" : ` Did you mean ${meant}?`;
  throw new Error(`There is no data centre "${asked}".${hint} Available: ${codes.join(", ")}.`);
}
