import * as pulumi from "@pulumi/pulumi";
import { withHeadline } from "../../engine/headline";
import { isInlineProgram } from "../../engine/program";
import { leavingMessage } from "../../plan/purchase/search-messages";
import { declaredUrns, type ProgramRun } from "../run";

/**
 * Says in a preview what becomes of servers that the program no longer declares: the engine shows a deletion and no more. What a program
 * leaves out is certain only at its end, which that of an inline program does not show.
 */
export function reportLeaving(run: ProgramRun): void {
  if (!pulumi.runtime.isDryRun() || isInlineProgram()) return;
  process.once("beforeExit", () => void report(run).catch(() => undefined));
}

async function report(run: ProgramRun): Promise<void> {
  // A program that failed may not have come to the rest of its servers.
  if (pulumi.log.hasErrors()) return;
  const state = await run.state;
  const declared = await declaredUrns(run);
  for (const entry of state?.entries ?? []) {
    // One without a key is only read: a `Vps.get`.
    if (entry.key === undefined || entry.orderOid === undefined) continue;
    if (declared.includes(entry.urn) || run.namesakes.has(entry.urn)) continue;
    void pulumi.log.warn(withHeadline(leavingMessage(entry.orderOid, entry)));
  }
}
