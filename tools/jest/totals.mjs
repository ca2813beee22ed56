/** Prints after jest's own report how long each project took on one worker, and the total counts on the last line. */
export default class Totals {
  onRunComplete(_contexts, { testResults, startTime, ...results }) {
    const rows = [["", "files", "passed", "failed", "seconds of one worker"]];
    for (const [project, files] of Map.groupBy(testResults, projectOf)) {
      rows.push([
        project,
        files.length,
        sum(files, ({ numPassingTests }) => numPassingTests),
        sum(files, failuresIn),
        seconds(sum(files, ({ perfStats }) => perfStats.end - perfStats.start)),
      ]);
    }
    const lines = ["", alignColumns(rows), `Everything took ${seconds(Date.now() - startTime)} s.`];
    if (results.numPendingTests > 0) lines.push(`${results.numPendingTests} tests were skipped.`);
    lines.push(`${results.numPassedTests} passed, ${sum(testResults, failuresIn)} failed`);
    // Jest's own summary comes after all other reporters.
    process.once("exit", () => console.log(lines.join("\n")));
  }
}

/** For a file that could not be run at all, jest does not say which project it belongs to. */
const projectOf = ({ displayName }) => displayName?.name ?? "not run";

/** A file that could not be run at all has no failed tests, but has failed. */
const failuresIn = ({ numFailingTests, testExecError }) => numFailingTests + (testExecError === undefined ? 0 : 1);

const sum = (files, count) => files.reduce((total, file) => total + count(file), 0);

const seconds = (ms) => (ms / 1000).toFixed(0);

function alignColumns(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => String(row[column]).length)));
  return rows
    .map(([name, ...cells]) =>
      [name.padEnd(widths[0]), ...cells.map((cell, index) => String(cell).padStart(widths[index + 1]))].join("  "),
    )
    .join("\n");
}
