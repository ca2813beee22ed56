/** What a person understands from the provider's messages. The only place that quotes them. */
export const says = {
  /** Several orders have the key of a declared server. */
  severalOrders: (text: string): boolean =>
    /More than one order carries this server's|more than one order was bought for this server/.test(text),
  /** A taint of what must be kept. */
  aboutTaint: (text: string): boolean => text.includes("pulumi state untaint"),
  /** A replacement that would keep the old server. */
  keepsOld: (text: string): boolean => text.includes("Declare the new server under a new name"),
  /** A key cannot go. */
  stillBilled: (text: string): boolean => text.includes("Still billed under the idempotency key"),
  /** The domain name is taken: by an order of this stack, or by one without a name. */
  domainTaken: (text: string): boolean =>
    /already bought .* for this domain name|with this domain name, (?:as|and no tag says)/.test(text),
  /** The order of a server's key was bought under another name of the stack, or by another one. */
  ofOtherStack: (text: string): boolean => text.includes("by another stack whose state was copied"),
  domainDeclaredTwice: (text: string): boolean => text.includes("have the same domainName"),
  /** The name of a server whose order belongs to another one. */
  toTakeOut: (text: string): string | undefined => /Take "(\w+)" out/.exec(text)?.[1],
  /** The name of one of two servers that have one order. */
  sharesOrder: (text: string): string | undefined => /"(\w+)" and "\w+" are both order/.exec(text)?.[1],
  aboutImport: (text: string): boolean => /the import option|An import changes nothing/.test(text),
  /** The number of an order to import that the state has for another server. */
  isInState: (text: string): number | undefined => {
    const [, orderOid] = /the state already has order (\d+), as "/.exec(text) ?? [];
    return orderOid === undefined ? undefined : Number(orderOid);
  },
  removeImport: (text: string): boolean => /[Rr]emove the (import )?option/.test(text),
  otherAccount: (text: string): boolean => text.includes("has no such order"),
  /** The domain name of a server that may have been bought before, and the provider: `undefined` is the stack's own. */
  earlierProvider: (text: string): readonly (string | undefined)[] | undefined =>
    /(\S+): not bought: an interrupted run may have bought it with the (?:provider "(\w+)"|stack's own)/
      .exec(text)
      ?.slice(1),
  /** A key that cannot go before somebody has looked into the account of another provider. */
  keyOfOtherProvider: (text: string): boolean => text.includes("This idempotency key was made for"),
  aboutTags: (text: string): boolean => text.includes("metaData"),
  /** A preview announces that a server is wiped, or that this depends on what the up finds. */
  wipes: (text: string, oid: number | undefined): boolean =>
    new RegExp(`reinstalls? order ${oid}\\b.*ALL DATA|order ${oid}\\b.* If "pulumi up" finds another image`).test(text),
  forbidsInstall: (text: string): boolean => text.includes('onImageChange is "forbid"'),
  aboutProtection: (text: string): boolean => /protected|protects it|for protection/.test(text),
  aboutLimit: (text: string): boolean => /max(Total)?MonthlyCostUsd/.test(text),
} as const;

/** The provider's tags on its orders, as far as a verdict depends on them. */
export const tagNames = { key: "pulumi-rimuhosting.key", attempt: "pulumi-rimuhosting.attempt" } as const;
