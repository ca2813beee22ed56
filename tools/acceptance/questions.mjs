/**
 * What the service's documentation leaves open and the provider or the simulator had to assume. `answer` says what the run showed;
 * `undefined` means that it showed nothing, for the reason in `otherwise`.
 *
 * @typedef {{ active: any, cancelled: any, exchanges: import("./gateway.mjs").Exchange[], sightings: any[], quotesUsd: number[] }} Evidence
 * @typedef {{ topic: string, question: string, answer: (evidence: Evidence) => string | undefined, otherwise: string, isBeyondOneRun?: boolean }} Question
 */

const NOT_REACHED = "the run did not get that far";
const TOO_QUICK = "the call was over before the second connection looked";

const envelopeOf = ({ answer }) => Object.values(answer ?? {})[0] ?? {};
const callsTo = ({ exchanges }, method, path) =>
  exchanges.filter((one) => one.method === method && path.test(one.path) && one.status === 200);
const last = (list) => list[list.length - 1];
const purchase = (evidence) => last(callsTo(evidence, "POST", /new-vps/));
const reinstall = (evidence) => last(callsTo(evidence, "PUT", /\/reinstall/));
const resize = (evidence) => last(callsTo(evidence, "PUT", /\/parameters/));
const stop = (evidence) => last(callsTo(evidence, "PUT", /\/running-state/));
const orderReads = (evidence) => callsTo(evidence, "GET", /^\/r\/orders\/order-\d+-[^/]*$/);
const yesNo = (value) => (value === undefined ? undefined : value ? "yes" : "no");
const rest = (topic, question, otherwise) => ({
  topic,
  question,
  otherwise,
  answer: () => undefined,
  isBeyondOneRun: true,
});
const of = (topic, question, answer, otherwise = NOT_REACHED) => ({ topic, question, answer, otherwise });
const seconds = (exchange) => exchange && `${Math.round((exchange.endedMs - exchange.startedMs) / 1000)} s`;

/** What a second connection saw of the order while a call was under way. */
function seenDuring({ sightings }, call) {
  if (call === undefined) return undefined;
  const looks = sightings.filter(({ atMs }) => atMs > call.startedMs && atMs < call.endedMs);
  if (looks.length === 0) return undefined;
  const states = new Set(looks.flatMap(({ states }) => states));
  return states.size === 0 ? `not listed (${looks.length} looks)` : `listed as ${[...states].join(", ")}`;
}

/** The first reading of the order after a call. */
const readAfter = (evidence, call) =>
  call &&
  orderReads(evidence).find(({ startedMs }) => startedMs >= call.endedMs)?.answer.get_order_response?.about_order;

const passwordIn = (exchange) => envelopeOf(exchange).new_order_request?.instantiation_options?.password;

/** @type {Question[]} */
export const QUESTIONS = [
  of("Keys", "How is a call without a key answered?", ({ active }) => active?.noKey),
  of(
    "Keys",
    "How is an unknown key answered? (LoginRequired or PermissionException)",
    ({ active }) => active?.wrongKey,
  ),
  of("Keys", "Does a quote need the key?", ({ active }) => active && `without one: ${active.keylessQuote}`),
  rest("Keys", "Does a key act for one user account alone?", "this takes a second account"),
  of("Lists", "Does a list show the tags that the single order shows?", ({ active }) => yesNo(active?.areTagsListed)),
  of(
    "Lists",
    "Are unknown matrix parameters ignored?",
    ({ active }) => active && `the order was ${active.unknownParameter}`,
  ),
  of(
    "Lists",
    "May the space between two terms of `meta_search` be `+` or `%20`?",
    ({ active }) => active && `\`+\`: ${active.spaceAsPlus}; \`%20\`: ${active.spaceAsPercent}`,
  ),
  of(
    "Lists",
    "Does `meta_search` compare whole values?",
    ({ active }) => active && `another value: ${active.wrongTag}; the value cut short: ${active.partialTag}`,
  ),
  of(
    "Lists",
    "What does `search` match?",
    ({ active }) =>
      active &&
      `domain name: ${active.searchByName}; part of it: ${active.searchByPart}; in capitals: ${active.searchOtherCase}; another name: ${active.searchNothing}`,
  ),
  of(
    "Lists",
    "Does `order_oids` filter?",
    ({ active }) => active && `own number: ${active.byOids}; another: ${active.byOtherOids}`,
  ),
  of(
    "Lists",
    "Does `dc-location` filter orders, in lower case?",
    ({ active }) => active && `own location: ${active.byOwnLocation}; another: ${active.byOtherLocation}`,
  ),
  of(
    "Lists",
    "What does `order_filter` hold?",
    ({ active }) => active && (active.filterFields.join(", ") || "nothing"),
  ),
  of(
    "Lists",
    "Are cancelled orders listed if `include_inactive` is not given?",
    ({ cancelled }) =>
      cancelled &&
      `not given: ${cancelled.listedUnspecified}; Y: ${cancelled.listedWithInactive}; N: ${cancelled.listedWithoutInactive}`,
  ),
  rest("Lists", "Do cancelled orders disappear one day?", "this takes months"),
  of("Errors", "How is an order that does not exist answered?", ({ active }) => active?.unknownOrder),
  of("Errors", "How is order 1, most likely somebody else's, answered?", ({ active }) => active?.othersOrder),
  of("Errors", "How is a body of the wrong shape answered?", ({ active }) => active?.malformed),
  of(
    "Errors",
    "Are unknown fields of a body ignored?",
    ({ active }) => active && `a quote with one: ${active.unknownField}`,
  ),
  of("Errors", "Which limits of rate are there?", (evidence) => {
    const names = new Set(
      evidence.exchanges.flatMap(({ headers }) => Object.keys(headers).filter((name) => /limit/.test(name))),
    );
    const refused = evidence.exchanges.filter(({ status }) => status === 429).length;
    return `${evidence.exchanges.length} calls, ${refused} answered with 429; headers: ${[...names].join(", ") || "none"}`;
  }),
  rest("Errors", "How are a lack of room and a missing billing method answered?", "neither can be caused on purpose"),
  of(
    "Quotes",
    "Does a quote validate the request?",
    ({ active }) => active && `an unknown image: ${active.invalidQuote}`,
  ),
  of("Quotes", "May codes of locations be in lower case?", ({ active }) => active?.lowerCaseLocation),
  of("Quotes", "Is the order's price the quoted one?", (evidence) => {
    const bought = purchase(evidence);
    if (bought === undefined) return undefined;
    const usd = envelopeOf(bought).about_order?.billing_info?.monthly_recurring_amt?.amt_usd;
    return yesNo(usd === evidence.quotesUsd[0]);
  }),
  of(
    "Purchase",
    "Is a half-made order listed, and how, while the purchase runs?",
    (evidence) => seenDuring(evidence, purchase(evidence)),
    TOO_QUICK,
  ),
  of("Purchase", "How long does a purchase take?", (evidence) => seconds(purchase(evidence))),
  of("Purchase", "Do tags come back as they were sent?", (evidence) => {
    const bought = purchase(evidence);
    if (bought === undefined) return undefined;
    const sent = Object.values(bought.request)[0].meta_data ?? [];
    const kept = readAfter(evidence, bought)?.meta_data ?? [];
    const pairs = (tags) => JSON.stringify(tags.map(({ key_name, value }) => [key_name, value]).sort());
    return yesNo(pairs(sent) === pairs(kept));
  }),
  of("Purchase", "Does the answer echo the password?", (evidence) => {
    const bought = purchase(evidence);
    return bought && yesNo(passwordIn(bought) !== undefined);
  }),
  of("Purchase", "Can the password be read later?", (evidence) => {
    const password = purchase(evidence) && passwordIn(purchase(evidence));
    if (password === undefined) return undefined;
    const readings = evidence.exchanges.filter(({ method }) => method === "GET");
    return yesNo(readings.some(({ answer }) => JSON.stringify(answer ?? null).includes(password)));
  }),
  rest("Purchase", "Must domain names be unique?", "the run buys one server only"),
  rest(
    "Purchase",
    "Does the service finish a purchase whose connection was cut?",
    "the run does not cut a purchase on purpose",
  ),
  of("Resize", "Is the order in the answer stale?", (evidence) => {
    const resized = resize(evidence);
    if (resized === undefined) return undefined;
    const shown = envelopeOf(resized).about_order?.vps_parameters?.memory_mb;
    return shown === undefined ? "the answer has none" : yesNo(shown !== Object.values(resized.request)[0].memory_mb);
  }),
  of("Resize", "How long does it take?", (evidence) => seconds(resize(evidence))),
  of("Resize", "How is the order listed meanwhile?", (evidence) => seenDuring(evidence, resize(evidence)), TOO_QUICK),
  rest("Resize", "May a disk shrink? Does size 0 remove one?", "the run leaves disks alone"),
  of("Reinstall", "How long does it take?", (evidence) => seconds(reinstall(evidence))),
  of(
    "Reinstall",
    "How is the order listed meanwhile?",
    (evidence) => seenDuring(evidence, reinstall(evidence)),
    TOO_QUICK,
  ),
  of("Reinstall", "Are sizes kept if they are sent as null?", (evidence) => {
    const installed = reinstall(evidence);
    const wanted = resize(evidence);
    const after = readAfter(evidence, installed);
    if (after === undefined || wanted === undefined) return undefined;
    return yesNo(after.vps_parameters.memory_mb === Object.values(wanted.request)[0].memory_mb);
  }),
  of("Reinstall", "Are the tags kept if none are sent?", (evidence) => {
    const installed = reinstall(evidence);
    const [before, after] = [readAfter(evidence, purchase(evidence)), readAfter(evidence, installed)];
    if (before === undefined || after === undefined) return undefined;
    return yesNo(JSON.stringify(before.meta_data) === JSON.stringify(after.meta_data));
  }),
  of("Reinstall", "Is a given password taken and echoed?", (evidence) => {
    const installed = reinstall(evidence);
    const given = installed && Object.values(installed.request)[0].instantiation_options?.password;
    return given && yesNo(passwordIn(installed) === given);
  }),
  rest("Reinstall", "Which password has a server that is reinstalled without one?", "the provider always gives one"),
  rest(
    "Reinstall",
    "Do a new domain name, new tags, sizes or addresses take effect?",
    "the provider does not send them",
  ),
  of("Stop", "Is a stopped server billed at the same price?", (evidence) => {
    const stopped = stop(evidence);
    const [before, after] = [readAfter(evidence, resize(evidence)), readAfter(evidence, stopped)];
    const price = (order) => order?.billing_info?.monthly_recurring_amt?.amt;
    return before && after && yesNo(price(before) === price(after));
  }),
  of(
    "Traffic",
    "Which fields has the traffic report?",
    ({ active }) => active && (active.usageFields.join(", ") || "none"),
  ),
  of("Cancellation", "How long does it take?", (evidence) => seconds(callsTo(evidence, "DELETE", /\/vps$/)[0])),
  of("Cancellation", "How is a second cancellation answered?", ({ cancelled }) => cancelled?.secondDelete),
  of(
    "Cancellation",
    "How is the live status of a cancelled server answered?",
    ({ cancelled }) => cancelled?.liveStatus,
  ),
  of("Cancellation", "Does a cancelled order still show its address?", ({ cancelled }) =>
    yesNo(cancelled?.isAddressShown),
  ),
  rest("Cancellation", "Is the address given to somebody else?", "this takes a second account"),
  rest("Cancellation", "How are other changes of a cancelled order answered?", "they might start it again"),
  rest("Cancellation", "How is a cancellation at the period's end answered?", "the server would be billed until then"),
  rest("Move", "Does the service choose a host if none is named?", "the run does not move the server"),
  rest("Live status", "Does it fail if the host cannot be reached?", "this cannot be caused on purpose"),
];
