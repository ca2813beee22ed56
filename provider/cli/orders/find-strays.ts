import { historyType, ledgerType, vpsType } from "../../engine/hosted-code";
import { type RememberedAccount, rememberedAccounts } from "../../schema/ledger";
import { hasEnd } from "../../schema/order";
import { field, numbersIn, partsIn, type SavedServer, savedServer, textIn } from "../../schema/saved-state";
import { nameInUrn } from "../../schema/urn";
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
  readonly accounts: readonly RememberedAccount[] | "encrypted";
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

interface Resource {
  readonly urn: string;
  readonly id: unknown;
  readonly type: string | undefined;
  readonly outputs: unknown;
}

/** Reads an export. Fails if the text is not one: no conclusion may be drawn from half a state. */
export function readSavedState(text: string, source: string): SavedState {
  const resources = resourcesIn(parsed(text, source), source);
  const servers = resources.filter(({ type }) => type === vpsType).map(serverIn);
  const managed = servers.filter(({ key }) => key !== undefined);
  const ledgers = resources.filter(({ type }) => type === ledgerType);
  const memories = resources.filter(({ type }) => type === historyType);
  return {
    source,
    stack: stackOf(resources[0]?.urn),
    ledgers: ledgers.flatMap(({ outputs }) => textIn(outputs, "ledgerId") ?? []),
    accounts: accountsIn(field(ledgers[0]?.outputs, "__accounts"), source),
    held: new Map(
      managed.flatMap(({ orderOid, providerName }) => (orderOid === undefined ? [] : [[orderOid, providerName]])),
    ),
    everHeld: new Set([
      ...memories.flatMap(({ outputs }) => numbersIn(field(outputs, "orders"))),
      ...managed.flatMap(({ earlier = [] }) => earlier),
    ]),
    pending: managed.filter(({ orderOid }) => orderOid === undefined),
  };
}

/** A server in an export, and the purchase that it may be waiting for. */
function serverIn({ urn, id, outputs }: Resource): SavedServer & PendingEntry {
  const server = savedServer(outputs);
  // A program may make its outputs secret, but an id never is.
  const idNumber = /^\d{1,15}$/.test(String(id)) ? Number(id) : undefined;
  return {
    ...server,
    attempt: server.attempt,
    orderOid: server.orderOid ?? idNumber,
    resource: nameInUrn(urn),
    since: partsIn(outputs, "__unfinished").flatMap((open) => textIn(open, "sentAt") ?? [])[0],
  };
}

/** Pulumi writes a secret as its cipher or, with `--show-secrets`, as JSON in `plaintext`. */
function accountsIn(saved: unknown, source: string): SavedState["accounts"] {
  if (saved === undefined || saved === null) return [];
  const plaintext = field(saved, "plaintext");
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
  const deployment = field(document, "deployment");
  // An empty stack has a deployment without resources.
  if (field(deployment, "manifest") === undefined && !Array.isArray(field(deployment, "resources")))
    throw new StackError(`${source} is not the output of "pulumi stack export": it has no deployment.`);
  return partsIn(deployment, "resources").map((resource) => ({
    urn: String(field(resource, "urn")),
    id: field(resource, "id"),
    type: textIn(resource, "type"),
    outputs: field(resource, "outputs"),
  }));
}

/** `urn:pulumi:dev::shop::…` is of `shop/dev`. */
function stackOf(urn: string | undefined): string | undefined {
  const [stack, project] = (urn ?? "").replace(/^urn:pulumi:/, "").split("::");
  return stack === undefined || project === undefined ? undefined : `${project}/${stack}`;
}

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
