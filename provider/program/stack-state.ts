import { setTimeout as wait } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { ledgerType, memoryType, vpsType } from "../engine/hosted-code";
import { unreadStateMessage } from "../engine/internals";
import { savedOutputs } from "../engine/program";
import { secretSignatureKey } from "../engine/reserved";
import type { SavedLedger, StackState, StateEntry } from "../plan/purchase/ownership";
import { namesOf, type StackName, stackName } from "../plan/purchase/stack-names";

/**
 * Reads what the stack's saved state says about our resources. The engine's function for it is undocumented, so any failure
 * means "unknown", which the run says, and then nothing is bought if an existing order might be ours.
 */
export async function readStackState(warn = (text: string): unknown => pulumi.log.warn(text)): Promise<StackState> {
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
  const memory = all.find(({ type }) => type === memoryType);
  const savedNames = stackNames(field(memory?.outputs, "names"));
  const ledger = all.find(({ type }) => type === ledgerType);
  return {
    entries: all.filter(({ type }) => type === vpsType).map(({ urn, outputs }) => entryOf(urn, outputs)),
    everHeld: numbers(field(memory?.outputs, "orders")),
    ledger: ledgerOf(ledger?.outputs),
    // The ledger rests on the memory: one without it has come from another stack, or the memory was deleted.
    names:
      ledger !== undefined && memory === undefined
        ? { here: presentName(), former: [] }
        : namesOf(savedNames, presentName()),
    savedNames,
  };
}

const entryOf = (urn: string, outputs: unknown): StateEntry => ({
  urn,
  key: text(field(outputs, "__key")),
  orderOid: numbers([field(outputs, "orderOid")])[0],
  attempt: text(field(outputs, "__attempt")),
  earlier: numbers(field(outputs, "__earlier")),
  domainName: text(field(outputs, "domainName")),
  isRetained: field(outputs, "__isRetained") === true,
  awaitsPort: unfinishedKinds(outputs).includes("port"),
  account: text(field(outputs, "__providerName")),
});

function unfinishedKinds(outputs: unknown): unknown[] {
  const open = field(outputs, "__unfinished");
  return Array.isArray(open) ? open.map((one) => field(one, "kind")) : [];
}

function ledgerOf(outputs: unknown): SavedLedger | undefined {
  const id = text(field(outputs, "ledgerId"));
  const secret = text(field(outputs, "secret"));
  if (id === undefined || secret === undefined) return undefined;
  return { id, secret, accounts: text(field(outputs, "__accounts")) };
}

/** The name of the running stack, as in the readable tag of what it buys. */
export const presentName = (): string => stackName(pulumi.getProject(), pulumi.getStack());

const stackNames = (value: unknown): StackName[] =>
  (Array.isArray(value) ? value : []).flatMap((one) => {
    const [name, since] = [text(field(one, "name")), text(field(one, "since"))];
    return name === undefined || since === undefined ? [] : [{ name, since }];
  });

const text = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

const numbers = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === "number") : [];

function field(of: unknown, name: string): unknown {
  if (typeof of !== "object" || of === null) return undefined;
  return unwrapped(Reflect.get(of, name));
}

/** Unwraps a value that the engine may have wrapped as a secret. */
const unwrapped = (value: unknown): unknown =>
  typeof value === "object" && value !== null && secretSignatureKey in value && "value" in value ? value.value : value;
