import type { SentPurchase } from "../host/memory";
import { nameInUrn } from "../pulumi/resource-types";
import {
  aboutMoney,
  describeOrder,
  describeOrders,
  inOneLine,
  insteadOfKeeping,
  lostWords,
  monthly,
  notBought,
  timeOfDay,
} from "../service/wire/messages";
import type { AboutOrder } from "../service/wire/order";
import { isKnownReplacement, type JudgeInput, type RefusalVerdict } from "./judge";
import { aliasFor, aliasTo, providerTags, resourceIn, stackIn, stackOf } from "./tags";

/** What a message is about: a server of the program. */
type Place = Pick<JudgeInput, "domainName" | "urn" | "replacedOid" | "namesake" | "ownerOf" | "savedAs">;

/** Why nothing was bought, and the ways out. */
export const refusalMessage = (refusal: RefusalVerdict, place: Place): string =>
  `${notBought(place.domainName)}: ${refusalWords(refusal, place)}`;

function refusalWords({ reason, orders }: RefusalVerdict, place: Place): string {
  const found = describeOrders(orders);
  const oid = orders[0]?.orderOid;
  const other = oid === undefined ? place.namesake : place.ownerOf(oid);
  const [own, owner] = [place.urn, other].map((urn = "") => `"${nameInUrn(urn)}"`);
  switch (reason) {
    case "several":
      return (
        `more than one order was bought for this server, and all are billed: ${found}. ` +
        'Find the one with your data, add import: "<its number>" to the server\'s options to adopt it, and cancel the others in the control panel.'
      );
    case "retained":
      return `${found} was to be replaced, but retainOnDelete, or a transformation that sets deleteBeforeReplace: false, keeps it. ${insteadOfKeeping}.`;
    case "owned":
      return `${found} was bought under this server's idempotency key, and ${owner} has it or imports it. Take ${own} out of the program and run "pulumi up"; declare it again afterwards, and it gets an order of its own.`;
    case "other-stack":
      return (
        `${found} carries this server's idempotency key, but was bought as ${namesOf(orders).join(" and ")}: by another stack whose state was copied, or by this one under a former name.\n` +
        `  - A copy? Run "pulumi state delete --target-dependents" for this IdempotencyKey here; the next "pulumi up" then buys a server of its own.\n` +
        `  - Renamed, or moved here? ${importing(oid, place)}.`
      );
    case "declared-twice":
      return `${own} and ${owner} have the same domainName. ${anotherName}.`;
    case "renamed": {
      const names = orders.map(({ orderOid }) => nameInUrn(place.savedAs(orderOid) ?? ""));
      return `this stack has ${found} with this domain name, as ${inQuotes(names)}.\n${renamedAdvice(orders, place).join("\n")}`;
    }
    case "same-stack":
      return `this stack already bought ${found} for this domain name, as ${inQuotes(namesOf(orders).map(resourceIn))}, and no server in the state has it.\n${importAdvice(orders, place).join("\n")}`;
    case "unnamed":
      return `the account already has ${found} with this domain name, and no tag says which stack bought it.\n${importAdvice(orders, place).join("\n")}`;
    default:
      return reason satisfies never;
  }
}

/** For an order that the state has for another server: it is this one under a former name, or a second one is meant. */
function renamedAdvice([order]: readonly AboutOrder[], place: Place): string[] {
  const { urn = "", replacedOid, savedAs } = place;
  const saved = order === undefined ? "" : (savedAs(order.orderOid) ?? "");
  const alias = aliasTo(saved, urn);
  if (stackOf(saved) !== stackOf(urn))
    return [
      `  - A copy of the state of ${stackOf(saved)}? Run "pulumi state delete" here for that server and its idempotency key: its deletion would cancel the server there too.`,
      `  - Moved from there, with its state? Add ${alias} to its options.`,
    ];
  return [
    // The state has a server of this name, so an alias alone would do nothing.
    replacedOid === undefined
      ? `  - Renamed or moved? Add ${alias} to its options${nameInUrn(saved) === nameInUrn(urn) ? "" : ", and give that name to no other server"}.`
      : `  - Moved up in a list? Don't name servers by position: give this one a name that is new, and ${alias}.`,
    twoServers,
  ];
}

/** For an order that the state does not have. */
const importAdvice = ([order]: readonly AboutOrder[], place: Place): string[] => [
  `  - The same server? ${importing(order?.orderOid, place)}; the preview then says what becomes of its password.`,
  twoServers,
];

/** A server that the state has cannot be given another order, not even if an interrupted replacement has cancelled its own. */
const importing = (orderOid: number | undefined, { replacedOid }: Place): string =>
  replacedOid === undefined
    ? `Add import: "${orderOid}" to the server's options`
    : `If order ${replacedOid} is cancelled, run "pulumi state delete" for this server, and add import: "${orderOid}" to the server's options`;

const anotherName = 'Choose another domainName, or run "pulumi config set rimuhosting:sameDomainName allow"';

const twoServers = `  - Two servers? ${anotherName}.`;

const namesOf = (orders: readonly AboutOrder[]): string[] => [
  ...new Set(orders.flatMap((order) => providerTags(order).name ?? [])),
];

const inQuotes = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(" and ");

const withoutReplacement = 'run without --replace, or run "pulumi state untaint"';

/** For `--replace` or a taint of what must be kept: Pulumi itself goes by what the last run has saved. */
export const notReplacedMessage = (what: string, why: string): string =>
  `${what} is not replaced, because ${why}. To keep it, ${withoutReplacement}.`;

/** For a server whose key is not in the state, whatever replaces it: an order that an interrupted run has bought for it could not be found. */
export const notReplacedYetMessage = (what: string): string =>
  `${what} is not replaced yet, because the state has no idempotency key of it. To save one, first run "pulumi up" without --replace, a taint (undo it with "pulumi state untaint") or a changed argument that replaces it.`;

/** For a preview of the same without protection. */
export const replacedWarning = (order: AboutOrder, cancel: string | undefined): string =>
  `--replace, or a taint, replaces the server: ${lostWords(describeOrder(order), cancel)}. To keep it, ${withoutReplacement}. If you used neither, as after an interrupted replacement, this run adopts the order and cancels nothing.`;

/** A creation or a replacement: the engine tells only the program's side. */
export const stateUnreadMessage = (domainName: string | undefined): string =>
  `${notBought(domainName)}: Pulumi did not show the stack's saved state, so it isn't known whether this replaces a server. Run the same command again; if that doesn't help, use a version of Pulumi that this package is tested with.`;

/** For a key with which the servers that there are cannot be read. */
export const otherAccountWords = (orderOid: number): string =>
  `the account of this API key has no order ${orderOid}, which a server of this stack has. Set the key of its account, or give the new server a rimuhosting.Provider of its own.`;

/** For a purchase that an earlier run may have sent with another provider: this one cannot see that account. */
export const otherProviderMessage = (domainName: string | undefined, provider: string | undefined): string =>
  `${notBought(domainName)}: an interrupted run may have bought it with ${providerWords(provider)}. Give it that provider again, even to remove it; or, if that account has no such order, run "pulumi state delete --target-dependents" for its idempotency key.`;

/** @param name empty or absent for the stack's own */
export const providerWords = (name = ""): string =>
  name === "" ? "the stack's own provider" : `the provider "${name}"`;

/** For the deletion of a key by another provider than the one that made it. */
export const otherProviderStrayMessage = (provider: string | undefined, policy: "fail" | "warn"): string =>
  `This idempotency key was made for ${providerWords(provider)}, whose account may be another: an interrupted run may have bought a server there, which would still be billed. ` +
  (policy === "warn"
    ? "Check that account in the control panel."
    : 'Check that account in the control panel, and cancel what you don\'t need. Then run "pulumi state delete" for this idempotency key, or set RIMUHOSTING_STRAYSONDELETE=warn in the environment.');

/** For a purchase that was still waiting when its run was stopped, or when its CLI died: nothing would save what it buys. */
export const notBoughtMessage = (domainName: string, sent: SentPurchase | undefined): string =>
  sent === undefined
    ? `${notBought(domainName)}: the run was stopped. Run "pulumi up" again.`
    : `The run was stopped while it looked for the order of "${domainName}", sent at ${timeOfDay(sent.sentMs)}. It may exist and be billed. Run "pulumi up" again: it looks once more before it buys.`;

/** For the line of whoever waits for an order that may turn up. */
export const lookingLine = (what: string, untilMs: number): string => `looking until ${timeOfDay(untilMs)} for ${what}`;

export const adoptedLine = (
  orderOid: number,
  unshown: readonly string[] = [],
  differences: readonly string[] = [],
): string =>
  `adopts order ${orderOid}, bought by an earlier run${asBought(unshown)}; buys nothing${thenStops(differences)}`;

/** The program may have changed since, and an order does not show these arguments. */
const asBought = (unshown: readonly string[]): string =>
  unshown.length === 0 ? "" : `, with that run's ${unshown.join(", ")}`;

/** What is adopted is not changed in the same run. */
const thenStops = (differences: readonly string[]): string =>
  differences.length === 0
    ? ""
    : `; this run then stops, because the order differs from the program (${differences.join("; ")})`;

/** For an order that another stack has bought, or that is meant to have the same domain name. */
export function besideWarning(order: AboutOrder, place: Place): string {
  const names = namesOf([order]);
  const saved = place.savedAs(order.orderOid);
  return `order ${order.orderOid}${names.map((name) => ` of ${stackIn(name)}`)} has this domain name too, and stays billed unless this run deletes or replaces it.${isKnownReplacement(place) ? "" : ` If that order is this server, add ${saved === undefined ? `import: "${order.orderOid}"` : aliasTo(saved, place.urn ?? "")} to its options.`}`;
}

/** For the same in an `up`. */
export const besideMessage = (order: AboutOrder): string =>
  `Order ${order.orderOid}${namesOf([order]).map((name) => ` of ${stackIn(name)}`)} has the same domain name. Unless this run deletes it, both servers are billed.`;

/** For an order that runs on beside the one that is bought. */
export const endingMessage = (order: AboutOrder): string =>
  `Order ${order.orderOid} has the same domain name and is due to end on ${order.billingInfo?.cancellationDate}. Unless this run deletes it, both servers are billed until then.`;

export const severalOrdersMessage = (order: AboutOrder, others: readonly AboutOrder[]): string =>
  `More than one order carries this server's idempotency key. The state holds ${describeOrder(order)}; also active and billed: ${describeOrders(others)}. ` +
  'Nothing was cancelled: keep the one with your data, cancel the others in the control panel, and run "pulumi up --refresh".';

/** For the deletion of a key. What another provider's host holds, or a run with `--target` leaves out, is not known here. */
export const stillBilledMessage = (orders: readonly AboutOrder[], policy: "fail" | "warn", provider: string): string =>
  `Still billed under the idempotency key that this run ${policy === "warn" ? "deletes" : "was to delete"}: ${describeOrders(orders)}${boughtAs(orders)}${provider === "" ? "" : `, in the account of ${providerWords(provider)}`}. ` +
  (policy === "warn"
    ? "Nothing was cancelled: cancel what you don't need in the control panel."
    : `To keep it, declare it again and run "pulumi up"; if you rename it, add ${aliasFor("<this key's name>")} to its options or, if an "up" under the new name has run already, import: "${orders.length === 1 ? orders[0]?.orderOid : "<its number>"}". ` +
      'If another stack or provider has it, or you gave it away, run "pulumi state delete" for this idempotency key. Otherwise cancel the order in the control panel.');

/** `, bought as shop/dev/web` */
const boughtAs = (orders: readonly AboutOrder[]): string => {
  const names = namesOf(orders);
  return names.length === 0 ? "" : `, bought as ${names.join(" and ")}`;
};

export const strayCheckFailedMessage = (why: string, policy: "fail" | "warn"): string =>
  `Could not check whether a server that leaves the state is still billed: ${why} ` +
  (policy === "warn"
    ? "Check in the control panel."
    : 'Run the same command again. If the account can no longer be read, check in the control panel, then run "pulumi state delete" for this idempotency key ' +
      "or set RIMUHOSTING_STRAYSONDELETE=warn in the environment.");

/** What a new server's line says. */
interface ServerFacts {
  readonly orderOid: number;
  readonly primaryIp?: string | undefined;
  readonly monthlyCost?: Parameters<typeof monthly>[0];
  readonly setupMessages?: readonly string[] | undefined;
}

/** The text on the line of a server that was just bought or adopted. */
export function orderedLine(
  { orderOid, primaryIp, monthlyCost, setupMessages = [] }: ServerFacts,
  adopted: string | undefined,
): string {
  const facts = inOneLine([primaryIp, monthly(monthlyCost), `order ${orderOid}`, adopted]);
  return `${facts}${aboutMoney(setupMessages)}`;
}

/** The same once it is done, before what the server is like. */
export const adoptedWords = (unshown: readonly string[]): string =>
  `bought by an earlier run and adopted${asBought(unshown)}`;

/** After the adoption, where the server is no longer what the program asks for. */
export const adoptedDifferentMessage = (order: AboutOrder, differences: readonly string[]): string =>
  `Adopted order ${order.orderOid}, which an earlier run had bought. It differs from the program: ${differences.join("; ")}. ` +
  'Run "pulumi preview" to see what the next "pulumi up" does about that.';

export const otherPasswordMessage = (order: AboutOrder): string =>
  `${describeOrder(order)} was set up with a different root password than requested. The password output holds the one that the service reported.`;

/** For a server whose installation could not be waited for. */
export const withoutAddressMessage =
  (order: AboutOrder) =>
  (why: string): string =>
    `Order ${order.orderOid} was bought and is in the state, but it is not known to be running yet. ${why}`;

/** For a purchase without an answer whose order has not turned up in all the time that it may take. */
export const pendingMessage = (domainName: string, why: string, sentMs: number): string =>
  `No order for "${domainName}" has turned up since ${timeOfDay(sentMs)}, but one may exist, and be billed: ${why}. ` +
  'Run "pulumi up" again: it looks once more, and buys the server if there is no order.';

/** What a state has of a purchase without a known outcome. A program may have made the name secret. */
export interface SavedPurchase {
  readonly domainName?: string | undefined;
  readonly __sentAt?: string | undefined;
}

/** For a purchase without an answer, whoever finds it. Changes made since are considered once its order is known. */
export const orderSearchWarning = ({ domainName, __sentAt = "" }: SavedPurchase): string =>
  `The purchase of ${domainName === undefined ? "a server" : `"${domainName}"`}${__sentAt && ` (${__sentAt})`} has no known outcome: the order may exist, and be billed. "pulumi up" looks for it, and buys the server if there is none.`;
