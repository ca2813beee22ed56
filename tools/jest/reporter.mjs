import { writeFileSync } from "node:fs";
import { relative } from "node:path";

const SLOW_MS = 5_000;
const SLOW_SHOWN = 10;

/** One plain line a file while the tests run, failures in full, the slowest tests at the end. Prints the same in a terminal and in CI. */
export default class PlainReporter {
  #rootDir;
  #filesDone = 0;
  #tests = [];

  constructor(globalConfig) {
    this.#rootDir = globalConfig.rootDir;
  }

  onTestResult(_test, result, { numTotalTestSuites }) {
    this.#filesDone += 1;
    const path = relative(this.#rootDir, result.testFilePath);
    const isBad = result.numFailingTests > 0 || result.testExecError !== undefined;
    const seconds = ((result.perfStats.end - result.perfStats.start) / 1000).toFixed(1);
    const counts = `${result.numPassingTests} passed${isBad ? `, ${result.numFailingTests} failed` : ""}`;
    console.log(
      `[${this.#filesDone}/${numTotalTestSuites}] ${isBad ? "FAIL" : "ok  "} ${path} (${counts}, ${seconds} s)`,
    );
    if (isBad) console.log(result.failureMessage);
    for (const { fullName, duration } of result.testResults)
      this.#tests.push({ path, fullName, durationMs: duration ?? 0 });
  }

  onRunComplete(_contexts, results) {
    const slow = this.#tests
      .filter(({ durationMs }) => durationMs >= SLOW_MS)
      .sort((a, b) => b.durationMs - a.durationMs);
    if (slow.length > 0) console.log(`\nSlowest of ${slow.length} tests that took ${SLOW_MS / 1000} s or more:`);
    for (const { path, fullName, durationMs } of slow.slice(0, SLOW_SHOWN)) {
      console.log(`  ${(durationMs / 1000).toFixed(1).padStart(6)} s  ${fullName} (${path})`);
    }
    if (results.numPendingTests > 0) console.log(`\n${results.numPendingTests} tests were skipped.`);
    const summary = process.env.RIMUHOSTING_TEST_SUMMARY;
    // A file that could not be run at all has no failed tests, and yet it failed.
    const counts = {
      passed: results.numPassedTests,
      failed: results.numFailedTests + results.numRuntimeErrorTestSuites,
    };
    if (summary !== undefined) writeFileSync(summary, JSON.stringify(counts));
  }
}
