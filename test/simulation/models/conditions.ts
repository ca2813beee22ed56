import type { Random } from "./random";
import type { MetaSearch, TagsInLists } from "./service/account";
import type { ProviderName } from "./stack-state";

/** What holds for a whole history. */
export interface Conditions {
  readonly purchasesAtATime: number;
  readonly tagsInLists: TagsInLists;
  /** How wrong the clock of the machine is. */
  readonly clockErrorMs: number;
  /** The providers that the program uses. */
  readonly providers: readonly ProviderName[];
  /** A second ledger of the same project, stack and names. */
  readonly hasColleague: boolean;
  /** What lists of orders are like until everything is calm; `repeating` ones stay so. */
  readonly lists: "exact" | "lagging" | "cut-off" | "repeating";
  /** How lists answer a search for tags. */
  readonly metaSearch: MetaSearch;
  /** Whether answers to purchases may be about other orders. */
  readonly answers: "exact" | "mixed-up";
  /** Orders in the account that have nothing to do with any stack, older than all others. */
  readonly strangers: number;
  /** Who limits what is paid: each server, or the stack. */
  readonly limits: "none" | "server" | "stack";
  /** How wrong the service's `Date` is. */
  readonly dateErrorMs: number;
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

export const usual: Conditions = {
  purchasesAtATime: 4,
  tagsInLists: "exact",
  clockErrorMs: 0,
  providers: ["default"],
  hasColleague: false,
  lists: "exact",
  metaSearch: "exact",
  answers: "exact",
  strangers: 0,
  limits: "none",
  dateErrorMs: 0,
};

const purchasesAtATime = { "4": 70, "2": 20, "1": 10 } as const;
const tagsInLists = { exact: 940, absent: 20, null: 20, "other-shape": 20 } as const;
const clocks = { right: 960, behind: 20, ahead: 20 } as const;
const providers = { default: 76, eu: 12, second: 12 } as const;

const lists = { exact: 900, lagging: 40, "cut-off": 30, repeating: 30 } as const;
/** A list that lacks orders makes room in a budget. */
const listsOfLimited = { ...lists, exact: 430, lagging: 500, repeating: 40 };
const metaSearches = { exact: 80, partial: 10, ignored: 10 } as const;
const answers = { exact: 960, "mixed-up": 40 } as const;
const limits = { none: 940, server: 30, stack: 30 } as const;

/** @param odd random numbers of its own, for what was added later: the rest of a history stays as it was */
export function drawConditions(random: Random, odd: Random): Conditions {
  const clock = random.weighted(clocks);
  const provider = random.weighted(providers);
  const errorMs = random.between(1, 5) * dayMs;
  return {
    purchasesAtATime: Number(random.weighted(purchasesAtATime)),
    tagsInLists: random.weighted(tagsInLists),
    clockErrorMs: clock === "right" ? 0 : clock === "ahead" ? errorMs : -errorMs,
    providers: provider === "default" ? ["default"] : ["default", provider],
    hasColleague: random.chance(0.04),
    ...drawOddities(odd),
  };
}

function drawOddities(random: Random) {
  const limiting = random.weighted(limits);
  const listing = random.weighted(limiting === "stack" ? listsOfLimited : lists);
  const mixing = random.weighted(answers);
  const hasStrangers = listing === "cut-off" || mixing === "mixed-up" || random.chance(0.02);
  return {
    lists: listing,
    metaSearch: random.weighted(metaSearches),
    answers: mixing,
    strangers: hasStrangers ? random.between(1, 6) : 0,
    limits: limiting,
    dateErrorMs: random.chance(0.02) ? random.between(-300, 300) * minuteMs : 0,
  };
}
