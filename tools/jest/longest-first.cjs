const { default: Sequencer } = require("@jest/test-sequencer");

/** The stories that take longest, longest first. */
const LONGEST = ["idempotency-key", "interrupted-purchase", "moving-state", "crash-matrix", "saved-plans", "examples"];

/** The projects, by how long one of their files takes. */
const PROJECTS = ["packages", "simulation", "stories", "checks", "unit"];

/**
 * Starts long files first, so that no worker is left with one when all others are done. Jest uses the durations of its last
 * run, which a fresh clone does not have; within a rank, jest's order is kept.
 */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    return [...super.sort(tests)].sort((a, b) => rank(a) - rank(b));
  }
};

function rank({ path, context }) {
  const place = LONGEST.findIndex((name) => path.endsWith(`/test/stories/${name}.test.ts`));
  if (place !== -1) return place;
  return LONGEST.length + PROJECTS.indexOf(context.config.displayName.name);
}
