import { fileURLToPath } from "node:url";
import { sayOnStderr } from "../process/run-step.mjs";
import { writeAddress } from "./address.mjs";

try {
  writeAddress(fileURLToPath(new URL("../../", import.meta.url)), process.argv[2] ?? "");
} catch (error) {
  sayOnStderr(error.message);
  process.exitCode = 1;
}
