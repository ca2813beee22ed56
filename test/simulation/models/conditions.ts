import type { Random } from "./random";
import type { TagsInLists } from "./service/account";
import type { ProviderName } from "./stack-state";

/** What holds for a whole history. */
export interface Conditions {
  /** The providers that the program uses. */
  readonly providers: readonly ProviderName[];
  /** Whether lists show an order while its POST still runs. */
  readonly halfMade: "listed" | "hidden";
  /** How much later than that lists show it, at most: what the provider believes. */
  readonly listLagMs: number;
  readonly tagsInLists: TagsInLists;
  /** Who limits what is paid: each server, or the account. */
  readonly limits: "none" | "server" | "account";
  /** Whether two servers may have one domain name. */
  readonly sameDomainName: "refuse" | "allow";
}

export const usual: Conditions = {
  providers: ["default"],
  halfMade: "listed",
  listLagMs: 0,
  tagsInLists: "exact",
  limits: "none",
  sameDomainName: "refuse",
};

/** The setting `listLagSeconds` without any configuration: the service lists an order at the latest so long after it has taken it. */
export const believedLagMs = 30_000;

export function drawConditions(random: Random): Conditions {
  const provider = random.weighted({ default: 76, eu: 12, second: 12 });
  return {
    providers: provider === "default" ? ["default"] : ["default", provider],
    halfMade: random.chance(0.7) ? "listed" : "hidden",
    // A little less, because a request travels for a moment.
    listLagMs: random.chance(0.3) ? random.between(1_000, believedLagMs - 2_000) : 0,
    tagsInLists: random.weighted({ exact: 940, missing: 60 }),
    limits: random.weighted({ none: 90, server: 5, account: 5 }),
    sameDomainName: random.chance(0.1) ? "allow" : "refuse",
  };
}
