/** What must never happen. */
export const never = {
  lost: "server lost: billed, in no state, not reported, and its declaration has none",
  unreported: "surplus order that was not reported",
  letGo: "key deleted although lists showed an order with it",
  dropped: "resource deleted, its order continues, not reported",
  inUseCancelled: "server in use cancelled by the provider",
  unprotected: "server that the program protects cancelled or wiped by the provider",
  unannounced: "server wiped although no preview said so",
  notAsked: "order cancelled by the provider although no deletion asked for it",
  twoOwners: "order held by two resources, not reported",
  ineffective: "replacement without effect",
  orphaned: "purchase sent by a host whose engine was gone",
  resent: "one purchase sent twice and carried out twice",
  different: "server other than declared after a successful run",
  stuck: "run that fails in calm times, or after its advice was followed",
} as const;

/** What may happen occasionally, because of what people and the service do. */
const seldom = {
  surplus: "surplus order, reported",
  tooLate: "order listed later than the provider believes, when its key was deleted already",
} as const;

export const findings = { ...never, ...seldom };

export type Finding = keyof typeof findings;
