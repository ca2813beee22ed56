import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const folder = join(__dirname, "bodies");

/** Answers of the real service as they were captured, except where the name says `constructed` or `composed`. */
export const capturedNames = readdirSync(folder).map((file) => file.replace(/\.json$/, ""));

export const capturedBody = (name: string): unknown => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
