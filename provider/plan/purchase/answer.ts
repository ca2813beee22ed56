import type { AboutOrder } from "../../schema/order";
import { sameDomainName } from "../equality";
import { ownTags } from "./tags";

/** What the service's answer to a purchase says about the order that it names: something was made, but was it that one? */
type AnswerVerdict = "ours" | "anothers" | "unproven";

interface AnswerEvidence {
  /** The order as the answer, the list and a reading by itself show it, as far as they do. */
  readonly seen: readonly AboutOrder[];
  readonly attempt: string;
  readonly domainNames: readonly string[];
  /** Whether it was listed before the purchase was sent. */
  readonly wasThere: boolean;
}

/**
 * Whether the order that an answer names is the one that was bought. Its number is a hint: an answer may have been mixed up with
 * another. A service that shows no tags at all contradicts nothing.
 */
export function judgeAnswer({ seen, attempt, domainNames, wasThere }: AnswerEvidence): AnswerVerdict {
  const tags = seen.map(ownTags);
  if (tags.some((own) => own.attempt === attempt)) return "ours";
  if (wasThere || tags.some((own) => Object.keys(own).length > 0)) return "anothers";
  const isOther = ({ domainName }: AboutOrder): boolean =>
    domainName !== undefined && !domainNames.some((name) => sameDomainName(name, domainName));
  return seen.some(isOther) ? "anothers" : "unproven";
}
