import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { REPOSITORY } from "../harness/cli/environment";
import { story } from "../harness/story";

story.exhaustively("the demo's facts hold, and it fits a terminal of 80 columns and a few screens", async () => {
  const demo = join(REPOSITORY, "tools/demo/run.mjs");
  const { stdout } = await promisify(execFile)(process.execPath, [demo], { env: { ...process.env, CI: "1" } });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(lines.length).toBeLessThan(225);
  expect(lines.filter((line) => line.startsWith("Orders paid for:"))).toEqual([
    "Orders paid for: 0 before, 1 after",
    "Orders paid for: 1 before, 1 after",
    "Orders paid for: 1 before, 2 after",
    "Orders paid for: 2 before, 3 after the crash, 3 at the end",
    "Orders paid for: 3 before, 3 after",
    "Orders paid for: 3 before, 0 after",
  ]);
  expect(stdout).toContain("Every fact held.");
});
