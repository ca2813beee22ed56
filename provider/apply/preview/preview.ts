import { ServiceError } from "../../api/errors";
import { SettingsError } from "../../api/settings";
import { type CheckFailure, checkFailure, type Desired, knownPart, type Properties } from "../../plan/model";
import { priceChange } from "../../plan/money";
import {
  type ListedArgument,
  listedArguments,
  type Offers,
  type Unlisted,
  unlisted,
} from "../../plan/preview/catalogue-check";
import { cancelWords, consequences } from "../../plan/preview/consequences";
import { questionsFor } from "../../plan/preview/questions";
import type { VpsDiff } from "../../plan/update/diff";
import type { VpsArgument } from "../../schema/vps-inputs";
import type { Recorded } from "../../schema/vps-outputs";
import type { ProviderContext, Reporter } from "../context";
import { type Appraisal, appraise } from "./appraisal";
import { Catalogue } from "./catalogue";
import { inspectAccount, previewPurchase } from "./preview-purchase";

/** What the check of a resource has found out for its diff, which makes no calls. */
interface CheckFindings {
  readonly price: Appraisal | undefined;
  readonly unlisted: readonly Unlisted[];
}

/** The part of the host that a preview needs. Settings are read only if there is something to do. */
interface Surroundings {
  readonly reporter: Reporter;
  readonly context: () => ProviderContext;
}

/** Reports, for the previews of one host process, what a run will cost and do. Orders and changes nothing. */
export class Preview {
  readonly #surroundings: () => Surroundings;
  readonly #findings = new Map<string, CheckFindings>();
  /** Resources whose next check is the one of their replacement, and what their line starts with. */
  readonly #replacements = new Map<string, string>();
  readonly #warned = new Set<string>();
  #catalogue: Catalogue | undefined;

  constructor(surroundings: () => Surroundings) {
    this.#surroundings = surroundings;
  }

  /** Asks the service about what is new in a resource. Returns what would make the order or the change fail. */
  async check(olds: Properties, desired: Desired): Promise<CheckFailure[]> {
    const urn = desired.__declaredUrn;
    const questions = questionsFor(olds, desired);
    const isOrder = olds["domainName"] === undefined;
    if (urn !== undefined && !isOrder) this.#findings.set(urn, { price: undefined, unlisted: [] });
    const changesAccount = !isOrder && (olds["__account"] ?? undefined) !== desired.__account;
    if (!questions.needsService && !changesAccount && questions.listed.length === 0) return [];
    let context: ProviderContext;
    try {
      context = this.#surroundings().context();
    } catch (error) {
      if (error instanceof SettingsError && !questions.needsService && !changesAccount) return [];
      if (error instanceof SettingsError) return [checkFailure(error.message)];
      throw error;
    }
    if (changesAccount) {
      const misplaced = await inspectAccount(context, desired);
      if (misplaced.length > 0) return misplaced;
    }
    if (isOrder) {
      const purchase = await previewPurchase(context, desired, (warning) => this.#warnOnce(urn, warning));
      if (purchase.kind === "refuse") return purchase.failures;
      if (purchase.kind === "take-over") return [];
    }
    this.#catalogue ??= new Catalogue(context);
    const [found, price] = await Promise.all([
      this.#unlisted(this.#catalogue, questions.listed, desired),
      appraise(this.#catalogue, questions, desired),
    ]);
    for (const warning of price?.warnings ?? []) this.#warnOnce(urn, warning);
    const failures = this.#failures(olds, found, price);
    if (failures.length > 0) return failures;
    if (isOrder) this.#reportOrder(desired, price);
    else if (urn !== undefined) this.#findings.set(urn, { price, unlisted: found });
    return [];
  }

  /**
   * Shows what the change will do on the resource's line and, where it matters, in a warning. Silent unless the
   * resource was checked just before: refreshes and cascades ask for a diff too.
   */
  reportChange(recorded: Recorded, desired: Desired, diff: VpsDiff): void {
    const urn = desired.__declaredUrn;
    const findings = urn === undefined ? undefined : this.#findings.get(urn);
    if (urn === undefined || findings === undefined) return;
    this.#findings.delete(urn);
    if (!diff.hasChanges) return;
    const { line, warnings } = consequences(recorded, desired, diff);
    const isReplaced = diff.replaces.length > 0;
    if (isReplaced) this.#replacements.set(urn, line.join("; "));
    const quote = isReplaced ? undefined : findings.price?.monthlyCost;
    const cost = quote === undefined ? undefined : priceChange(recorded.monthlyCost, quote);
    const text = [...(cost === undefined ? [] : [cost]), ...line].join("; ");
    const { reporter } = this.#surroundings();
    for (const warning of warnings) reporter.warn(urn, warning);
    for (const { argument, reason } of findings.unlisted) {
      const isChanging = diff.changes.some((change) => change.argument === argument && change.effect === "image");
      if (isChanging && !isReplaced) reporter.warn(urn, `Will be refused: ${argument} ${reason}`);
    }
    // Last, so that this is the text that stays on the line.
    if (text !== "") reporter.summary(urn, text);
  }

  #reportOrder(desired: Desired, price: Appraisal | undefined): void {
    const urn = desired.__declaredUrn;
    const replacement = urn === undefined ? undefined : this.#replacements.get(urn);
    if (urn !== undefined) this.#replacements.delete(urn);
    const cost = price?.monthlyCost === undefined ? price?.why : priceChange(undefined, price.monthlyCost);
    const parts = [
      cost,
      replacement,
      desired.runningState === "NOTRUNNING" ? "stopped once it is installed, but still billed" : undefined,
      desired.cancel === "at-period-end" || desired.__isRetained ? cancelWords(desired) : undefined,
    ].filter((part) => part !== undefined);
    if (parts.length > 0) this.#surroundings().reporter.summary(urn, parts.join("; "));
  }

  async #unlisted(catalogue: Catalogue, listed: readonly ListedArgument[], desired: Desired): Promise<Unlisted[]> {
    const asked = listed.map(async (argument): Promise<Offers> => {
      try {
        return await catalogue.offers(argument);
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        this.#warnOnce(
          desired.__declaredUrn,
          `The list of ${listedArguments[argument]} could not be read, so ${argument} is not checked. ${error.message}`,
        );
        return {};
      }
    });
    return unlisted(knownPart(desired), Object.assign({}, ...(await Promise.all(asked))));
  }

  /** A value that was not set before may be what the server already has: only the diff can tell. */
  #failures(olds: Properties, found: readonly Unlisted[], price: Appraisal | undefined): CheckFailure[] {
    const isCertain = ({ argument }: Unlisted) => olds["domainName"] === undefined || olds[argument] !== undefined;
    const listed = found.some(isCertain) ? found : [];
    const named = new Set<VpsArgument | "">(found.map(({ argument }) => argument));
    const refused = (price?.refusals ?? [])
      .filter(({ argument }) => !named.has(argument))
      .filter(({ argument }) => found.length === 0 || argument !== "");
    return [...listed, ...refused].map(({ argument, reason }) => checkFailure(`${argument} ${reason}`.trim()));
  }

  /** A warning that concerns the whole run is shown once, at the first resource that it concerns. */
  #warnOnce(urn: string | undefined, text: string): void {
    if (this.#warned.has(text)) return;
    this.#warned.add(text);
    this.#surroundings().reporter.warn(urn, text);
  }
}
