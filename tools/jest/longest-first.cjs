const { default: Sequencer } = require("@jest/test-sequencer");

/** The stories that give the CLI the most commands, the longest first. */
const LONGEST = ["crash-matrix", "moving-state", "ownership", "strays", "handover", "examples"];

/** The projects by how long a file of theirs takes. */
const PROJECTS = ["packages", "simulation", "stories", "checks", "unit"];

/**
 * Starts what takes long first, so that no worker is left with a long file when all others are done. Jest goes by the durations of
 * its last run, which a fresh clone has not; within a rank its order stands.
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
