/** What must never happen. */
export const never = {
  lost: "server lost: billed, in no state, nobody told",
  unreported: "surplus order that nobody was told of",
  unnamed: "preview or up that ends well and names not every billed order that its state does not know",
  inUseCancelled: "server in use cancelled by the provider",
  retaken: "server that was given away taken back",
  twoOwners: "order held by two resources",
  ineffective: "replacement without effect",
  stranded: "server cancelled for a replacement that was then refused",
  dropped: "resource deleted, its order goes on, nobody told",
  orphaned: "purchase sent by a host whose engine was gone",
  resent: "one purchase sent twice and made twice",
  runs: "server declared stopped that runs after a good run",
  different: "server other than declared after a good run",
  stuck: "run that fails in calm times, or after its advice was taken",
} as const;

/** What may happen seldom, since people and the service do what they do. */
const seldom = {
  refused: "purchase refused until a person acts",
  provoked: "the same, after a person edited, moved or restored the state, or with a colleague's copy",
  surplus: "surplus order, reported at once or by a later up",
  untilRefresh: "surplus order, reported only by refresh",
  untilDestroy: "surplus order, reported only by destroy",
  tooLate: "order listed only after its stack was taken down, or its state lost",
} as const;

export const findings = { ...never, ...seldom };

export type Finding = keyof typeof findings;
