import type { Variant } from "./models/provider-under-test";
import {
  beforeThePost,
  cliKilledWhileWaiting,
  listedLate,
  listedTooLate,
  lostAnswer,
  oneNameTwice,
  takenOut,
  turnedUpLate,
} from "./scenarios/purchases";
import {
  buyingFirst,
  cancelledInNameOnly,
  rateLimited,
  retained,
  tainted,
  taintedBuyingFirst,
} from "./scenarios/replacements";
import { differences, type Told } from "./scenarios/scenario";
import { complete } from "./subject/variant";
import * as weakened from "./subject/weakened";

/** A provider without one of its safeguards, the history that shows it, and what is then otherwise. */
type Safeguard = readonly [name: string, weakened: Variant, told: Told, difference: RegExp];

const safeguards: readonly Safeguard[] = [
  ["the search by key", weakened.withoutSearchByKey, listedLate, /^bought: 2|^ends/],
  ["waiting for an order under an older key", weakened.withoutWaiting, listedLate, /^bought: 2/],
  ["one name once", weakened.withoutOneNameOnce, oneNameTwice, /^bought: 2/],
  ["deleteBeforeReplace among the options", weakened.withoutDeletionFirst, tainted, /^ineffective/],
  ["knowing the replaced order", weakened.withoutReplacedOrder, buyingFirst, /was to be replaced.*not said/],
  ["counting what was sent", weakened.withoutCountingWhatWasSent, rateLimited, /^bought: 3/],
  ["refusing to keep what is replaced", weakened.withoutRetainedInput, retained, /retainOnDelete.*not said/],
  ["sparing what another entry holds", weakened.withoutHolders, taintedBuyingFirst, /^inUseCancelled/],
  ["asking whether the engine is alive", weakened.withoutAskingTheEngine, cliKilledWhileWaiting, /^orphaned/],
  ["the look after a purchase", weakened.withoutLookAfter, listedTooLate, /^ends/],
  ["the pending id", weakened.withoutPendingId, turnedUpLate, /^ends/],
  ["the minutes for an outcome", weakened.withoutMinutesForAnOutcome, lostAnswer, /^ends/],
  ["the last look of the key", weakened.withoutLastLook, takenOut, /^letGo/],
  ["the provider's code in partial failures", weakened.withoutProviderCopy, turnedUpLate, /^stuck|^ends/],
  ["reading back a cancellation", weakened.withoutReadBack, cancelledInNameOnly, /^dropped/],
];

test.each(safeguards)("without %s something goes wrong", async (_name, variant, told, difference) => {
  expect(await differences(told, complete)).toEqual([]);
  expect(await differences(told, variant)).toContainEqual(expect.stringMatching(difference));
});

test("a run killed before its purchase buys once, with every safeguard or without", async () => {
  for (const variant of Object.values(weakened)) expect(await differences(beforeThePost, variant)).toEqual([]);
});
