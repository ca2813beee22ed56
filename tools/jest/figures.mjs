import { relative } from "node:path";

/** Repeats at the end the figures that tests have printed, which get lost among the lines of a long run. */
export default class Figures {
  #rootDir;
  #printed = [];

  constructor({ rootDir }) {
    this.#rootDir = rootDir;
  }

  onTestResult(_test, { testFilePath, console: entries }) {
    for (const { message } of entries ?? []) this.#printed.push({ testFilePath, message });
  }

  onRunComplete() {
    const lines = [];
    for (const [path, printed] of Map.groupBy(this.#printed, ({ testFilePath }) => testFilePath))
      lines.push("", relative(this.#rootDir, path), ...printed.map(({ message }) => message));
    // Jest's own summary comes after all other reporters.
    process.once("exit", () => console.log(lines.join("\n")));
  }
}
