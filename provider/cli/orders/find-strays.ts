import { ledgerType, memoryType, vpsType } from "../../engine/hosted-code";
import { type Account, rememberedAccounts } from "../../schema/ledger";
import { hasEnd } from "../../schema/order";
import type { AccountOrder } from "../account/account-orders";
import { StackError } from "../command/errors";

/** What a state says about our resources, as `pulumi stack export` prints it. */
export interface SavedState {
  /** Where it came from: `dev.json`, `the standard input`. */
  readonly source: string;
  /** `shop/dev`; `undefined` for a state without any resource. */
  readonly stack: string | undefined;
  /** The ledgers in it: one, or none if the stack has bought nothing. */
  readonly ledgers: readonly string[];
  /** The settings of the explicit providers that the stack has used; `encrypted` if only the stack can read them. */
  readonly accounts: readonly Account[] | "encrypted";
  /** Orders that its resources hold, and the names of their providers; `undefined` for the default one. */
  readonly held: ReadonlyMap<number, string | undefined>;
  /** Orders that it held at some time. */
  readonly everHeld: ReadonlySet<number>;
  /** Purchases whose outcome a resource is waiting for. */
  readonly pending: readonly PendingEntry[];
}

/** A resource that has no order number, because its purchase got no answer. */
interface PendingEntry {
  readonly resource: string;
  /** The tag that its order carries, if there is one; `undefined` if the export hides it. */
  readonly attempt: string | undefined;
  /** When the purchase was sent. */
  readonly since: string | undefined;
}

/** The parts of a resource that tell something. */
interface Resource {
  readonly urn: string;
  readonly id: unknown;
  readonly type: string;
  readonly outputs: Readonly<Record<string, unknown>>;
}

/** Reads an export. Fails if the text is not one: no conclusion may be drawn from half a state. */
export function readSavedState(text: string, source: string): SavedState {
  const resources = resourcesIn(parsed(text, source), source);
  const servers = resources.filter(({ type, outputs }) => type === vpsType && typeof outputs["__key"] === "string");
  const memories = resources.filter(({ type }) => type === memoryType);
  return {
    source,
    stack: stackOf(resources[0]?.urn),
    ledgers: resources.flatMap(({ type, outputs }) => (type === ledgerType ? textsIn([outputs["ledgerId"]]) : [])),
    accounts: accountsIn(resources.find(({ type }) => type === ledgerType)?.outputs["__accounts"], source),
    held: new Map(
      servers.flatMap((server) =>
        numbersIn([orderOf(server)]).map(
          (orderOid) => [orderOid, textsIn([server.outputs["__providerName"]])[0]] as const,
        ),
      ),
    ),
    everHeld: new Set([
      ...memories.flatMap(({ outputs }) => numbersIn(outputs["orders"])),
      ...servers.flatMap(({ outputs }) => numbersIn(outputs["__earlier"])),
    ]),
    pending: servers.filter((server) => orderOf(server) === undefined).map(pendingEntry),
  };
}

/** A program may have its outputs kept as secrets; an id never is one. */
function orderOf({ outputs, id }: Resource): number | undefined {
  const [orderOid] = numbersIn([outputs["orderOid"]]);
  return orderOid ?? (/^\d{1,15}$/.test(String(id)) ? Number(id) : undefined);
}

const pendingEntry = ({ urn, outputs }: Resource): PendingEntry => ({
  resource: urn.split("::").slice(3).join("::"),
  attempt: textsIn([outputs["__attempt"]])[0],
  since: sentAtOf(outputs["__unfinished"]),
});

/** When a purchase of unknown outcome was sent. */
const sentAtOf = (unfinished: unknown): string | undefined =>
  textsIn(Array.isArray(unfinished) ? unfinished.map((one) => partsOf(one)["sentAt"]) : [])[0];

/** Pulumi writes a secret as its cipher or, with `--show-secrets`, as JSON in `plaintext`. */
function accountsIn(saved: unknown, source: string): SavedState["accounts"] {
  if (saved === undefined || saved === null) return [];
  const { plaintext } = partsOf(saved);
  if (typeof saved !== "string" && typeof plaintext !== "string") return "encrypted";
  try {
    return rememberedAccounts(typeof plaintext === "string" ? JSON.parse(plaintext) : String(saved));
  } catch {
    throw new StackError(`${source} has a ledger whose accounts cannot be read.`);
  }
}

function parsed(text: string, source: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new StackError(`${source} is not the output of "pulumi stack export": it is not JSON.`);
  }
}

function resourcesIn(document: unknown, source: string): Resource[] {
  const deployment = partsOf(partsOf(document)["deployment"]);
  const resources = deployment["resources"];
  // An empty stack has a deployment without resources.
  if (deployment["manifest"] === undefined && !Array.isArray(resources))
    throw new StackError(`${source} is not the output of "pulumi stack export": it has no deployment.`);
  if (!Array.isArray(resources)) return [];
  return resources.map((resource: unknown) => {
    const { urn, id, type, outputs } = partsOf(resource);
    return { urn: String(urn), id, type: String(type), outputs: partsOf(outputs) };
  });
}

/** `urn:pulumi:dev::shop::…` is of `shop/dev`. */
function stackOf(urn: string | undefined): string | undefined {
  const [stack, project] = (urn ?? "").replace(/^urn:pulumi:/, "").split("::");
  return stack === undefined || project === undefined ? undefined : `${project}/${stack}`;
}

const partsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? { ...value } : {};

const numbersIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((one): one is number => typeof one === "number") : [];

const textsIn = (value: readonly unknown[]): string[] => value.filter((one): one is string => typeof one === "string");

/**
 * Why a stack's order is in no state:
 * - `interrupted`: the state never held it, so an interrupted run bought it
 * - `given-away`: the state held it once: `state delete`, `state move`, or `retainOnDelete`
 * - `other-ledger`: it was bought under the stack's name, but by another ledger: the state was lost, or there is a copy
 */
export type Why = "interrupted" | "given-away" | "other-ledger";

export interface Stray extends AccountOrder {
  readonly why: Why;
}

export interface Findings {
  /** Active orders of these stacks that no given state holds. */
  readonly strays: readonly Stray[];
  /** Orders of these stacks that a resource is waiting for: the next `up` or refresh adds them. */
  readonly awaited: readonly AccountOrder[];
  /** Purchases without an answer whose order nobody has seen: it may exist all the same. */
  readonly notFound: readonly (PendingEntry & { readonly stack: string | undefined })[];
  /** Active orders of these stacks that no given state holds, and that are cancelled already: nobody has to do anything. */
  readonly ending: readonly AccountOrder[];
  /** Active orders of stacks whose state was not given. */
  readonly others: readonly AccountOrder[];
}

/** Compares the account with the states of some of its stacks. A cancelled order counts too: it may be that of a purchase without an answer. */
export function findStrays(orders: readonly AccountOrder[], states: readonly SavedState[]): Findings {
  const held = new Set(states.flatMap((state) => [...state.held.keys()]));
  const pending = states.flatMap((state) => state.pending.map((entry) => ({ ...entry, stack: state.stack })));
  const awaitedAttempts = new Set(pending.map(({ attempt }) => attempt));
  const seenAttempts = new Set(orders.flatMap(({ tags }) => tags.attempt ?? []));
  const everHeld = new Set(states.flatMap((state) => [...state.everHeld]));
  const ledgers = new Set(states.flatMap((state) => state.ledgers));
  const stacks = new Set(states.map(({ stack }) => stack));
  const loose = orders.filter(
    ({ info, stack, tags }) =>
      info.isActive && !held.has(info.orderOid) && (stack !== undefined || tags.ledger !== undefined),
  );
  const isAwaited = ({ tags }: AccountOrder): boolean =>
    tags.attempt !== undefined && awaitedAttempts.has(tags.attempt);
  const isOurs = ({ tags, stack }: AccountOrder): boolean => ledgers.has(tags.ledger ?? "") || stacks.has(stack);
  const why = ({ tags, info }: AccountOrder): Why => {
    if (!ledgers.has(tags.ledger ?? "")) return "other-ledger";
    return everHeld.has(info.orderOid) ? "given-away" : "interrupted";
  };
  const unheld = loose.filter((order) => isOurs(order) && !isAwaited(order));
  return {
    strays: unheld.filter(({ order }) => !hasEnd(order)).map((order) => ({ ...order, why: why(order) })),
    ending: unheld.filter(({ order }) => hasEnd(order)),
    notFound: pending.filter(({ attempt }) => attempt === undefined || !seenAttempts.has(attempt)),
    awaited: loose.filter((order) => isOurs(order) && isAwaited(order)),
    others: loose.filter((order) => !isOurs(order)),
  };
}
