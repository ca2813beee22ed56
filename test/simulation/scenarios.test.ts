import * as evidence from "./scenarios/evidence";
import * as givenAway from "./scenarios/given-away";
import * as groups from "./scenarios/groups";
import * as purchases from "./scenarios/interrupted-purchases";
import * as replacements from "./scenarios/replacements";
import type { PlayScenario } from "./scenarios/scenario";
import { complete } from "./subject/variant";
import { never } from "./verdict/findings";

/** Situations that people get into, and out of with one order for each server that they declare. */
const histories: Readonly<Record<string, PlayScenario>> = {
  "a server moved away and declared again": givenAway.moved,
  "a server removed from the state by hand": givenAway.deletedFromState,
  "a server handed over by an import while the state cannot be read": givenAway.handedOver,
  "a purchase without an answer and without an order": purchases.withoutAnswer,
  "a replacement on demand": replacements.onDemand,
  "a replacement on demand after a killed run": replacements.onDemandAfterKill,
  "a replacement while its old name is declared anew": replacements.besideOldName,
  "a replacement before its old name is declared anew": replacements.beforeOldName,
  "a replacement before its old name is declared anew, in another process": replacements.beforeOldNameInOtherHost,
  "a replacement before its old name is declared anew with other arguments": replacements.beforeOldNameAskingOtherwise,
  "a state in which an entry was copied by hand": givenAway.copiedInState,
  "a cancellation that the service only claims": replacements.cancelledInNameOnly,
  "the same for a replaced server whose successor is removed from the state": givenAway.successorDeletedFromState,
  "a killed purchase that is repeated after a preview": purchases.againAsItWas,
  "a killed purchase that differs from what the program asks for now": purchases.editedAfterwards,
  "purchases that wait for a slot when only the CLI is killed": purchases.queuedPurchases,
  "a purchase that waits as requested when only the CLI is killed": purchases.waitingPurchase,
  "a purchase that cannot be sent when only the CLI is killed": purchases.unreachablePurchase,
  "a destroy that fails at what a replacement has left to be deleted": replacements.destroyedInPart,
  "a server moved away, whose ledger is then deleted, and declared again": givenAway.movedWithoutItsLedger,
  "a person who imports what a colleague's interrupted run bought": givenAway.importedFromInterruptedColleague,
  "a replacement next to a colleague's copy of the stack": replacements.withAColleague,
  "two replacements within a period that is cancelled at its end": replacements.atPeriodEnd,
  "two replacements with retainOnDelete": replacements.retained,
  "a killed purchase, and the stack is renamed": purchases.stackRenamed,
  "a killed purchase, and its resource gets another name": purchases.otherName,
  "a killed purchase, and its resource gets a parent": purchases.newParent,
  "a killed purchase, and its resource leaves the program": purchases.noLongerDeclared,
  "a killed purchase in another account, and its resource leaves the program": purchases.inAnotherAccount,
  "a killed purchase when lists have no tags": purchases.withoutTagsInLists("absent"),
  "a killed purchase when lists have null for tags": purchases.withoutTagsInLists("null"),
  "a killed purchase when lists have tags of another shape": purchases.withoutTagsInLists("other-shape"),
  "a server that is deleted with another one": replacements.deletedWith,
  "a server moved away right after its purchase and declared again": givenAway.movedRightAfterPurchase,
  "a server moved away and declared again, with --target": givenAway.movedAndTargeted,
  "a server moved away and declared again, with an explicit provider": givenAway.movedInExplicitProvider,
  "an order imported by two resources": givenAway.importedTwice,
  "an error that looks as if a purchase had never been sent": purchases.unreachableAfterArrival,
  "a renamed server whose state is lost": givenAway.renamedAndLost,
  "the oldest of very many servers moved away and declared again": givenAway.oneOfMany,
  "a stopped server whose purchase is repeated": purchases.repeatedAndStopped,
  "a killed purchase that is repeated while lists are behind": evidence.listsBehind,
  "a killed purchase that is repeated while lists are behind for a moment": evidence.listsBehindForAMoment,
  "a killed purchase that is repeated while lists are cut off": evidence.listsCutOff("exact"),
  "the same where lists cannot be searched for tags": evidence.listsCutOff("ignored"),
  "a replacement within a budget while lists are behind": evidence.replacedWithinBudget,
  "an adoption within a budget where lists show no tags": evidence.adoptedWithinBudget,
  "a purchase after a lost answer while lists are cut off": evidence.queuedAfterLostAnswer,
  "a provider of another account while the state cannot be read": evidence.otherProviderUnseen,
  "a lost state while lists are behind": evidence.lostWhileListsAreBehind,
  "a killed purchase that is repeated while lists show each order twice": evidence.listedTwice,
  "a budget while lists are behind": evidence.budgetBehind,
  "an answer about a stranger's order": evidence.strangersOrderAnswered,
  "an answer about an order of the state": evidence.ownOrderAnswered,
  "two answers that change places": evidence.swappedAnswers,
  "a limit while no price can be asked": evidence.priceUnknown("lost-on-the-way"),
  "a limit while asking for a price is never answered": evidence.priceUnknown("never-answered"),
  "a limit and a price in another currency": evidence.priceUnknown("without-usd"),
  "a limit and a price without a currency": evidence.priceUnknown("without-currency"),
  "a group that is resized": groups.resized,
  "a group whose run is killed while the second is resized": groups.killed("both"),
  "a group whose CLI alone is killed while the second is resized": groups.killed("cli"),
  "a group whose host alone is killed while the second is resized": groups.killed("host"),
  "a group in which an answer is lost and a resize refused": groups.withoutAnswer,
  "a service whose Date is three hours behind": evidence.wrongDate(-3),
  "a service whose Date is three hours ahead": evidence.wrongDate(3),
};

async function expectNoHarm(_name: string, playScenario: PlayScenario): Promise<void> {
  const { found, trace } = await playScenario(complete);
  const forbidden = [...found].filter(([finding]) => finding in never);
  expect({ forbidden, trace: forbidden.length > 0 ? trace : [] }).toEqual({ forbidden: [], trace: [] });
}

test.each(Object.entries(histories))("%s does no harm", expectNoHarm, 180_000);
