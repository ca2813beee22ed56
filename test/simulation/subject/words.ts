/** What a person understands of the provider's messages. The only place that quotes them. */
export const says = {
  /** A purchase was refused by the provider, not by the service. */
  nothingBought: (text: string): boolean => text.includes("Nothing was bought"),
  nothingBoughtFor: (text: string, domainName: string): boolean =>
    text.includes(`Nothing was bought for "${domainName}"`),
  /** A destroy, or the end of the last server, leaves orders behind. */
  leftover: (text: string): boolean => text.includes("Still active, and billed"),
  /** The resource has its server, and others were bought for it. */
  strays: (text: string): boolean => text.includes("Also active, and billed"),
  anothersLedger: (text: string): boolean => text.includes("under another ledger"),
  aboutImport: (text: string): boolean =>
    /the option import (names|must)|Take the option|An import changes nothing|Nothing was adopted/.test(text),
  anotherAccount: (text: string): boolean => text.includes("it was bought in another account"),
  aboutDeletedWith: (text: string): boolean => text.includes("deletedWith"),
  /** Given up before it had a number, with the advice to look for it at the service. */
  purchaseGivenUp: (text: string, domainName: string): boolean =>
    text.includes(`No order of the purchase of "${domainName}"`),
} as const;
