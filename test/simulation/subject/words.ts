/** What a person understands from the provider's messages. The only place that quotes them. */
export const says = {
  /** A purchase was refused by the provider, not by the service. */
  nothingBought: (text: string): boolean => text.includes("Nothing was bought"),
  nothingBoughtFor: (text: string, domainName: string): boolean =>
    text.includes(`Nothing was bought for "${domainName}"`),
  /** A destroy, or the end of the last server, leaves orders behind. */
  remainingStrays: (text: string): boolean => text.includes("Still active, and billed"),
  /** The resource has its server, but others were bought for it too. */
  strays: (text: string): boolean => text.includes("Also active, and billed"),
  /** A cancellation that the service claims and does not show. */
  notCancelled: (text: string, oid: number): boolean =>
    new RegExp(`order ${oid} [^)]*\\) was to be cancelled, but the service still shows it active`).test(text),
  /** A purchase was refused because of an order that somebody has given away, or that a destroy has failed to cancel. */
  onceOwned: (text: string, oid: number): boolean =>
    new RegExp(`order ${oid} [^)]*\\), bought for this very resource and once in this stack's state`).test(text),
  /** An interrupted purchase's order is in the way, and it ends by itself. */
  ending: (text: string, domainName: string): boolean =>
    new RegExp(`Nothing was bought for "${domainName}": [^\\n]*due to be cancelled at the end of its period`).test(
      text,
    ),
  anothersLedger: (text: string): boolean => text.includes("under another ledger"),
  /** A list lacks what the stack has; it helps to wait. */
  listBehind: (text: string): boolean => text.includes("the list is behind or cut off"),
  aboutImport: (text: string): boolean =>
    /the option import (names|must)|Remove the option|An import changes nothing|Nothing was adopted/.test(text),
  anotherAccount: (text: string): boolean => /(it was|they were) bought in another account/.test(text),
  aboutDeletedWith: (text: string): boolean => text.includes("deletedWith"),
  /** A search that does not show everything. */
  lookedInPart: (text: string): boolean =>
    /could not be found out|could not be searched|were not looked for|(was|were) bought in another account/.test(text),
  aboutLimit: (text: string): boolean => /max(Total)?MonthlyCostUsd/.test(text),
  /** Abandoned before it had a number, with the advice to look for it at the service. */
  purchaseGivenUp: (text: string, domainName: string): boolean =>
    text.includes(`No order of the purchase of "${domainName}"`),
} as const;

/** The provider's tags on its orders, as far as a verdict depends on them. */
export const tagNames = {
  ledger: "pulumi-rimuhosting.ledger",
  name: "pulumi-rimuhosting.name",
  attempt: "pulumi-rimuhosting.attempt",
} as const;
