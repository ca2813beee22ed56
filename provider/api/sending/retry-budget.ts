/**
 * Retries shared by all calls of a client. Each takes one; each success gives a tenth back. When the service is down,
 * hundreds of calls then fail soon instead of each trying six times.
 */
export type RetryBudget = { take: () => boolean; giveBack: () => void };

const fullBudget = 50;
const givenBack = 0.1;

export const createRetryBudget = (): RetryBudget => {
  let left = fullBudget;
  return {
    take: () => {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    giveBack: () => {
      left = Math.min(fullBudget, left + givenBack);
    },
  };
};
