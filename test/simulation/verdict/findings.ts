/** What must never happen. */
export const never = {
  lost: "server lost: billed, in no state, not reported",
  unreported: "stray order that was not reported",
  unnamed: "successful preview or up that does not report every billed order missing from its state",
  inUseCancelled: "server in use cancelled by the provider",
  retaken: "server that was given away taken back",
  twoOwners: "order held by two resources",
  ineffective: "replacement without effect",
  stranded: "server cancelled for a replacement that was then refused",
  dropped: "resource deleted, its order continues, not reported",
  orphaned: "purchase sent by a host whose engine was gone",
  resent: "one purchase sent twice and carried out twice",
  runs: "server declared stopped that runs after a successful run",
  different: "server other than declared after a successful run",
  blind: "purchase while the list lacked an order that the state holds",
  allClear: "successful preview or up that does not say that it could not look everywhere",
  stranger: "order that has nothing to do with the stack held, changed or cancelled by the provider",
  crowded: "two servers of one group down at the same time, for the same run",
  overLimit: "bought or enlarged beyond a limit",
  stuck: "run that fails in calm times, or after its advice was followed",
} as const;

/** What may happen occasionally, because of what people and the service do. */
const seldom = {
  refused: "purchase refused until a person acts",
  provoked: "the same, after a person edited, moved or restored the state, or with a colleague's copy",
  stray: "stray order, reported immediately or by a later up",
  untilRefresh: "stray order, reported only by refresh",
  untilDestroy: "stray order, reported only by destroy",
  tooLate: "order listed only after its stack was taken down, or its state lost",
} as const;

export const findings = { ...never, ...seldom };

export type Finding = keyof typeof findings;
