import { parseArgs } from "node:util";

export const HOW_TO = `The acceptance test orders one real server, changes it, and cancels it. It costs money, so it needs both:

  RIMUHOSTING_APIKEY      a key of the account that pays
  ACCEPTANCE_LIMIT_USD    the most that the server may cost: a month's price at its first size plus a month's at its second

  RIMUHOSTING_APIKEY=… ACCEPTANCE_LIMIT_USD=20 npm run test:acceptance

Optional: RIMUHOSTING_BASEURL (another address of the service, such as a simulator's) and ACCEPTANCE_REPORT (where the report
is written; default acceptance-report.md). With -- --cancel-leftovers it buys nothing and cancels what an earlier run left.`;

/** Says what is missing before anything is called. */
export class TermsError extends Error {
  name = "TermsError";
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} args
 */
export function readTerms(env, args) {
  const apiKey = env.RIMUHOSTING_APIKEY ?? "";
  const limit = env.ACCEPTANCE_LIMIT_USD ?? "";
  const missing = [...(apiKey === "" ? ["RIMUHOSTING_APIKEY"] : []), ...(limit === "" ? ["ACCEPTANCE_LIMIT_USD"] : [])];
  if (missing.length > 0) throw new TermsError(`${missing.join(" and ")} must be set. Nothing was called.`);
  const limitUsd = Number(limit);
  if (!(limitUsd > 0 && Number.isFinite(limitUsd)))
    throw new TermsError(`ACCEPTANCE_LIMIT_USD must be an amount in USD, such as 20. Nothing was called.`);
  return {
    apiKey,
    limitUsd,
    baseUrl: env.RIMUHOSTING_BASEURL || "https://rimuhosting.com",
    reportPath: env.ACCEPTANCE_REPORT || "acceptance-report.md",
    isOnlyCancelling: readFlags(args)["cancel-leftovers"] === true,
  };
}

function readFlags(args) {
  try {
    return parseArgs({ args, options: { "cancel-leftovers": { type: "boolean" } } }).values;
  } catch (error) {
    throw new TermsError(`${error.message}. Nothing was called.`);
  }
}
