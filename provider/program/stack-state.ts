import { setTimeout as wait } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { withHeadline } from "../engine/headline";
import { historyType, ledgerType, vpsType } from "../engine/hosted-code";
import { unreadStateMessage } from "../engine/internals";
import { savedOutputs } from "../engine/program";
import type { StackState, StateEntry } from "../plan/purchase/ownership";
import { type DatedName, namesOf, stackName } from "../plan/purchase/stack-names";
import type { SavedLedger } from "../schema/ledger";
import { field, numbersIn, partsIn, savedServer, textIn } from "../schema/saved-state";

/**
 * Reads what the stack's saved state says about our resources. The engine's function for it is undocumented, so any failure
 * means "unknown", which the run says, and then nothing is bought if an existing order might be ours.
 */
export async function readStackState(
  warn = (text: string): unknown => pulumi.log.warn(withHeadline(text)),
): Promise<StackState> {
  for (let triesLeft = mostTries - 1; ; triesLeft--) {
    try {
      return stackStateOf(await savedOutputs());
    } catch (error) {
      if (triesLeft === 0) {
        warn(unreadStateMessage(error instanceof Error ? error.message : String(error)));
        return undefined;
      }
      await wait(pauseMs);
    }
  }
}

/** A file backend may be read while the engine is writing to it: that read fails, and the next one succeeds. */
const mostTries = 3;
const pauseMs = 200;

/** Picks what identifies the owner of an order from the outputs of all resources. */
function stackStateOf(answer: unknown): StackState {
  const resources = field(answer, "outputs");
  if (typeof resources !== "object" || resources === null) return undefined;
  const all = Object.entries(resources).map(([urn, resource]) => ({
    urn,
    type: field(resource, "type"),
    outputs: field(resource, "outputs"),
  }));
  const history = all.find(({ type }) => type === historyType);
  const savedNames = stackNames(history?.outputs);
  const ledger = all.find(({ type }) => type === ledgerType);
  return {
    entries: all.filter(({ type }) => type === vpsType).map(({ urn, outputs }) => entryOf(urn, outputs)),
    urns: new Set(all.map(({ urn }) => urn)),
    everHeld: numbersIn(field(history?.outputs, "orders")),
    ledger: ledgerOf(ledger?.outputs),
    // The ledger rests on the history: one without it has come from another stack, or the history was deleted.
    names:
      ledger !== undefined && history === undefined
        ? { here: presentName(), former: [] }
        : namesOf(savedNames, presentName()),
    savedNames,
  };
}

const entryOf = (urn: string, outputs: unknown): StateEntry => ({
  urn,
  ...savedServer(outputs),
  outputs: pulumi.runtime.isDryRun() && outputs instanceof Object ? outputs : undefined,
});

function ledgerOf(outputs: unknown): SavedLedger | undefined {
  const id = textIn(outputs, "ledgerId");
  const secret = textIn(outputs, "secret");
  if (id === undefined || secret === undefined) return undefined;
  return { id, secret, accounts: textIn(outputs, "__accounts") };
}

/** The name of the running stack, as in the readable tag of what it buys. */
export const presentName = (): string => stackName(pulumi.getProject(), pulumi.getStack());

const stackNames = (history: unknown): DatedName[] =>
  partsIn(history, "names").flatMap((one) => {
    const [name, since] = [textIn(one, "name"), textIn(one, "since")];
    return name === undefined || since === undefined ? [] : [{ name, since }];
  });
