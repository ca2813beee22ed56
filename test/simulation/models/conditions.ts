import type { Random } from "./random";
import type { TagsInLists } from "./service/account";
import type { ProviderName } from "./stack-state";

/** What holds for a whole history. */
export interface Conditions {
  readonly purchasesAtATime: number;
  readonly tagsInLists: TagsInLists;
  /** How wrong the clock of the machine is; the service's own is right. */
  readonly clockErrorMs: number;
  /** The providers that the program uses. */
  readonly providers: readonly ProviderName[];
  /** A second ledger of the same project, stack and names. */
  readonly hasColleague: boolean;
}

const dayMs = 24 * 60 * 60_000;

export const usual: Conditions = {
  purchasesAtATime: 4,
  tagsInLists: "exact",
  clockErrorMs: 0,
  providers: ["default"],
  hasColleague: false,
};

const purchasesAtATime = { "4": 70, "2": 20, "1": 10 } as const;
const tagsInLists = { exact: 940, absent: 20, null: 20, "other-shape": 20 } as const;
const clocks = { right: 960, behind: 20, ahead: 20 } as const;
const providers = { default: 76, eu: 12, second: 12 } as const;

export function drawConditions(random: Random): Conditions {
  const clock = random.weighted(clocks);
  const provider = random.weighted(providers);
  const errorMs = random.between(1, 5) * dayMs;
  return {
    purchasesAtATime: Number(random.weighted(purchasesAtATime)),
    tagsInLists: random.weighted(tagsInLists),
    clockErrorMs: clock === "right" ? 0 : clock === "ahead" ? errorMs : -errorMs,
    providers: provider === "default" ? ["default"] : ["default", provider],
    hasColleague: random.chance(0.04),
  };
}
