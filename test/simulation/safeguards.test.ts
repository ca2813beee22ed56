import type { Variant } from "./models/provider-under-test";
import { listsBehind, lostWhileListsAreBehind, ownOrderAnswered, strangersOrderAnswered } from "./scenarios/evidence";
import { copiedInState, moved } from "./scenarios/given-away";
import { resized } from "./scenarios/groups";
import {
  cameToLightInTheQueue,
  cameToLightMeanwhile,
  editedAfterwards,
  listedLate,
  queuedPurchases,
  withoutAnswer,
} from "./scenarios/interrupted-purchases";
import { cancelledInNameOnly, onDemandAfterKill, withAColleague } from "./scenarios/replacements";
import type { PlayScenario } from "./scenarios/scenario";
import { complete } from "./subject/variant";
import {
  withoutAskingTheEngine,
  withoutDoubtOfAnswers,
  withoutDoubtOfLists,
  withoutFingerprint,
  withoutHolderCount,
  withoutLookAfter,
  withoutLookInCheck,
  withoutLookInSlot,
  withoutMemory,
  withoutOtherLedgers,
  withoutOwnState,
  withoutPendingId,
  withoutProviderCopy,
  withoutReadBack,
  withoutTurns,
} from "./subject/weakened";
import type { Finding } from "./verdict/findings";
import { unheldOrders } from "./verdict/orders";

/** A provider without one of its safeguards, the history that shows it, and the consequence. */
type Safeguard = readonly [name: string, weakened: Variant, scenario: PlayScenario, consequence: Finding];

const safeguards: readonly Safeguard[] = [
  ["the provider's own state", withoutOwnState, onDemandAfterKill, "ineffective"],
  ["the memory of orders once owned", withoutMemory, moved, "twoOwners"],
  ["the count of an order's holders", withoutHolderCount, copiedInState, "inUseCancelled"],
  ["the provider's code in partial failures", withoutProviderCopy, withoutAnswer, "stuck"],
  ["reading back a cancellation", withoutReadBack, cancelledInNameOnly, "dropped"],
  ["the fingerprint", withoutFingerprint, editedAfterwards, "different"],
  ["the search in check", withoutLookInCheck, withAColleague, "stranded"],
  ["the search in the slot", withoutLookInSlot, cameToLightInTheQueue, "stray"],
  ["holding lists against the state", withoutDoubtOfLists, listsBehind, "blind"],
  ["looking for orders of other ledgers", withoutOtherLedgers, lostWhileListsAreBehind, "unreported"],
  ["holding answers against what was asked for", withoutDoubtOfAnswers, strangersOrderAnswered, "stranger"],
  ["holding answers against what the state holds", withoutDoubtOfAnswers, ownOrderAnswered, "twoOwners"],
  ["taking turns in a group", withoutTurns, resized, "crowded"],
  ["asking whether the engine is alive", withoutAskingTheEngine, queuedPurchases, "orphaned"],
];

async function expectItCounts(
  _name: string,
  weakened: Variant,
  scenario: PlayScenario,
  consequence: Finding,
): Promise<void> {
  expect([...(await scenario(complete)).found.keys()]).not.toContain(consequence);
  expect([...(await scenario(weakened)).found.keys()]).toContain(consequence);
}

test.each(safeguards)("without %s something goes wrong", expectItCounts);

test("a server whose order is listed late is bought twice only if nothing remembers the purchase", async () => {
  expect((await listedLate(complete)).active()).toHaveLength(1);
  expect((await listedLate(withoutPendingId)).active().length).toBeGreaterThan(1);
});

test("a run reports an order that appeared during its purchase only if it searches again afterwards", async () => {
  const isReported = async (variant: Variant): Promise<boolean[]> => {
    const history = await cameToLightMeanwhile(variant);
    return unheldOrders(history).map((order) => history.knowledge.isReported(order));
  };
  expect(await isReported(complete)).toEqual([true]);
  expect(await isReported(withoutLookAfter)).toEqual([false]);
});
