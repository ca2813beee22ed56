const { default: Sequencer } = require("@jest/test-sequencer");

/** The projects, by how long one of their files takes. */
const PROJECTS = ["packages", "simulation", "stories", "checks", "unit"];

/** What takes longest in each of them, longest first. */
const LONGEST = [
  "stories/crash-matrix",
  "stories/transcripts",
  "stories/accounts",
  "stories/canaries",
  "stories/export",
  "stories/saved-plans",
  "stories/sent-purchases",
  "stories/secrets",
  "stories/settings",
  "checks/checks",
  "checks/promises",
  "transcripts/transcripts.1",
  "transcripts/transcripts.2",
  "types/published",
  "service/faults",
  "service/fuzz",
];

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
  const place = LONGEST.findIndex((name) => path.endsWith(`/test/${name}.test.ts`));
  const within = place === -1 ? LONGEST.length : place;
  return PROJECTS.indexOf(context.config.displayName.name) * (LONGEST.length + 1) + within;
}
